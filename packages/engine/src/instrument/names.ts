// The custom sections of the module that is written: function and global names under their new indices; no debug information,
// whose code offsets would be wrong (`lines.ts` keeps what a message needs), and no names of locals and labels, which change.
// Source: WebAssembly Core Specification 3.0, appendix "Custom Sections"; tool conventions, "Debugging.md" and "Linking.md".
import { Reader, Writer } from '../binary/bytes.ts'
import type { Renumbering } from './code.ts'
import type { Custom } from './module.ts'

const MODULE = 0
const FUNCTIONS = 1
const GLOBALS = 7
/** Indexed by spaces that the pass leaves alone: types, tables, memories, elements, data, tags. */
const KEPT = [MODULE, 4, 5, 6, 8, 9, 11]
const DROPPED = /^(\.debug_|credence\.|reloc\.|linking$|sourceMappingURL$|external_debug_info$|metadata\.code\.)/

interface Added {
  readonly functions: readonly (readonly [index: number, name: string])[]
  readonly globals: readonly (readonly [index: number, name: string])[]
}

export function renumberedCustoms(customs: readonly Custom[], renumber: Renumbering, added: Added): Custom[] {
  return customs
    .filter(({ name }) => !DROPPED.test(name))
    .map((custom) => (custom.name === 'name' ? { ...custom, bytes: renumberedNames(custom.bytes, renumber, added) } : custom))
}
function renumberedNames(bytes: Uint8Array, renumber: Renumbering, added: Added): Uint8Array {
  const out = new Writer(bytes.length + 1024)
  for (const { id, part } of subsections(bytes)) {
    if (KEPT.includes(id)) subsection(out, id, part.take(part.end - part.at))
    else if (id === FUNCTIONS) subsection(out, id, nameMap(part, renumber.function, added.functions))
    else if (id === GLOBALS) subsection(out, id, nameMap(part, renumber.global, added.globals))
  }
  return out.view()
}
function subsections(bytes: Uint8Array): { id: number; part: Reader }[] {
  const reader = new Reader(bytes)
  const found: { id: number; part: Reader }[] = []
  while (!reader.done) found.push({ id: reader.byte(), part: reader.part(reader.u32()) })
  return found
}
function subsection(out: Writer, id: number, bytes: Uint8Array): void {
  out.byte(id)
  out.sized(bytes)
}
/** Bytes of a name: a message about a recursion holds it thousands of times. Mangled names of C++ are demangled, and far shorter. */
export const LONGEST_NAME = 1000
function bounded(name: Uint8Array): Uint8Array {
  let end = Math.min(name.length, LONGEST_NAME)
  while (end < name.length && (name[end]! & 0xc0) === 0x80) end-- // not within a character
  return name.subarray(0, end)
}

/** Names stay bytes: nobody here reads them. A name map's indices ascend. */
function nameMap(part: Reader, renumber: (index: number) => number, added: Added['functions']): Uint8Array {
  const encoder = new TextEncoder()
  const names: { index: number; name: Uint8Array }[] = part.vector(() => ({ index: renumber(part.u32()), name: bounded(part.take(part.u32())) }))
  for (const [index, name] of added) names.push({ index, name: encoder.encode(name) })
  names.sort((one, other) => one.index - other.index)
  const out = new Writer(part.end - part.at + 1024)
  out.vector(names, ({ index, name }) => {
    out.u32(index)
    out.sized(name)
  })
  return out.view()
}

/** Names of the functions or globals, by index; empty without a name section. */
export function namesOf(customs: readonly Custom[], kind: 'functions' | 'globals'): Map<number, string> {
  const section = customs.find(({ name }) => name === 'name')
  const wanted = kind === 'functions' ? FUNCTIONS : GLOBALS
  const part = section && subsections(section.bytes).find(({ id }) => id === wanted)?.part
  return new Map(part?.vector(() => [part.u32(), part.name()] as const) ?? [])
}
