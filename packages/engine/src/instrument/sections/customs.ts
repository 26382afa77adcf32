// The custom sections of the module that is written: function and global names under their new indices; no debug information,
// whose code offsets would be wrong (`lines.ts` keeps what a message needs), and no names of locals and labels, which change.
// Source: WebAssembly tool conventions, "Debugging.md" and "Linking.md".
import type { Custom } from '../../binary/module.ts'
import { bounded, type Named, namesOf, withNames } from '../../binary/names.ts'
import { UX_NAMES } from '../floats.ts'
import type { Twins } from '../twins.ts'
import type { Numbering } from './numbering.ts'

/** Names of the module, types, tables, memories, elements, data and tags: spaces that the pass leaves alone. */
const KEPT = [0, 4, 5, 6, 8, 9, 11]
const DROPPED = /^(\.debug_|credence\.|reloc\.|linking$|sourceMappingURL$|external_debug_info$|metadata\.code\.)/

export function renumberedCustoms(customs: readonly Custom[], numbering: Numbering, twins: Twins['of']): Custom[] {
  const encoder = new TextEncoder()
  const added = { functions: functionNames(customs, numbering, twins), globals: globalNames(numbering) }
  const rename = (bytes: Uint8Array) =>
    withNames(bytes, KEPT, (named: Named, names) => {
      const renumber = named === 'functions' ? numbering.function : numbering.global
      const ours = new Map(added[named].map(([index, name]) => [index, encoder.encode(name)]))
      const theirs = names.map(({ index, name }) => ({ index: renumber(index), name })).filter(({ index }) => !ours.has(index))
      return [...theirs, ...Array.from(ours, ([index, name]) => ({ index, name }))].map(({ index, name }) => ({ index, name: bounded(name) }))
    })
  return customs
    .filter(({ name }) => !DROPPED.test(name))
    .map((custom) => (custom.name === 'name' ? { ...custom, bytes: rename(custom.bytes) } : custom))
}

type Added = readonly (readonly [index: number, name: string])[]
function functionNames(customs: readonly Custom[], numbering: Numbering, twins: Twins['of']): Added {
  const known = namesOf(customs, 'functions')
  return [
    ...numbering.added.map((place) => [numbering.ux(place), `ux_${UX_NAMES[place]}`] as const),
    ...[...twins].flatMap(([index, { plain, changed }]) => {
      const name = known.get(index) ?? String(index)
      return (
        [
          [index, `${name}.either`],
          [plain, name],
          [changed, `${name}.uncertain`],
        ] as const
      ).map(([of, text]) => [numbering.function(of), text] as const)
    }),
  ]
}
function globalNames({ importsPressure, pressure, made, nullAccess, stackWanted, instructions }: Numbering): Added {
  const all = [
    [importsPressure ? -1 : pressure, 'ux_pressure'],
    [made, 'ux_made'],
    [nullAccess, 'ux_null_access'],
    [stackWanted, 'ux_stack_wanted'],
    [instructions, 'ux_instructions'],
  ] as const
  return all.filter(([index]) => index >= 0)
}
