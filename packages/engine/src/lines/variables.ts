// Which variables a program has: the entries of variables and parameters in the debug information of an object file that was compiled with `-g`.
// Source: DWARF 4, sections 3.3 (subprograms), 4.1 (data objects). An object's references into other sections hold
// their offsets before any relocation, because it has one unit.
import { SECTION, sections as sectionsOf } from '../binary/sections.ts'
import type { Variable } from '../types.ts'
import { type DwarfReader, readUnits, type Sections } from './dwarf.ts'
import { AT, type Attributes, type DebugEntry, numberOf, readEntries, TAG } from './entries.ts'
import { readLineTables } from './line-program.ts'
import type { SourceName } from './places.ts'

/**
 * The variables and parameters of the user's files, without those that the compiler makes (`this`, `__range1`) and without parameters that have no
 * name. Each place in the text counts once, however often a template was instantiated.
 * @param object  an object file with DWARF 4
 * @param sourceName  gives the user's name of a file; undefined: not the user's
 */
export function readVariables(object: Uint8Array, sourceName: SourceName): Variable[] {
  const all = debugSections(object)
  const files = new Map(readLineTables(all).map((table) => [table.offset, table.files.map(sourceName)] as const))
  return readUnits(all.section('.debug_info'), (unit, offset) => new Unit(unit, offset, all).read(files)).flat()
}

function debugSections(object: Uint8Array): Sections {
  const found = new Map<string, Uint8Array>()
  let codeBytes = 0
  for (const { id, contents } of sectionsOf(object)) {
    if (id === SECTION.code) codeBytes = contents.end - contents.at
    if (id !== SECTION.custom) continue
    const name = contents.name()
    if (name.startsWith('.debug_')) found.set(name, contents.bytes.subarray(contents.at, contents.end))
  }
  return { codeBytes, section: (name) => found.get(name) ?? new Uint8Array() }
}

/** The function around an entry. */
interface Inside {
  readonly function: DebugEntry
  /** It, or one around it, is a copy. */
  readonly isCopy: boolean
}

class Unit {
  private readonly reader: DwarfReader
  private readonly offset: number
  private readonly sections: Sections
  private readonly entries = new Map<number, Attributes>()

  constructor(reader: DwarfReader, offset: number, sections: Sections) {
    this.reader = reader
    this.offset = offset
    this.sections = sections
  }

  read(tables: ReadonlyMap<number, readonly (string | undefined)[]>): Variable[] {
    const variables: { readonly entry: DebugEntry; readonly inside: DebugEntry | undefined }[] = []
    let files: readonly (string | undefined)[] | undefined
    readEntries<Inside>(this.reader, this.offset, this.sections, (entry, around) => {
      const { at, tag, attributes } = entry
      files ??= tables.get(numberOf(attributes, AT.lineTable, -1)) ?? []
      this.entries.set(at, attributes)
      if ((tag === TAG.variable || tag === TAG.parameter) && !around?.isCopy) variables.push({ entry, inside: around?.function })
      if (tag !== TAG.subprogram && tag !== TAG.inlined) return around
      return { function: entry, isCopy: tag === TAG.inlined || around?.isCopy === true }
    })
    return variables.flatMap(({ entry, inside }) => this.variable(entry, inside, files ?? []))
  }

  private variable({ tag, attributes }: DebugEntry, inside: DebugEntry | undefined, files: readonly (string | undefined)[]): Variable[] {
    const look = (name: number) => this.lookUp(attributes, name)
    const [name, line, file] = [look(AT.name), look(AT.line), files[Number(look(AT.file) ?? -1)]]
    if (typeof name !== 'string' || typeof line !== 'number' || file === undefined || look(AT.artificial) !== undefined) return []
    const within = inside === undefined ? '' : this.lookUp(inside.attributes, AT.name)
    if (inside !== undefined && this.lookUp(inside.attributes, AT.artificial) !== undefined) return []
    const type = tag === TAG.parameter ? 'FormalParameter' : 'Variable'
    return [{ name, type, file, line, function: typeof within === 'string' ? within : '' }]
  }
  /** Of the entry, or of the declaration that it completes. */
  private lookUp(attributes: Attributes, name: number): number | string | undefined {
    let entry: Attributes | undefined = attributes
    for (let steps = 0; entry && steps < 4; steps++) {
      const value = entry.get(name)
      if (value !== undefined) return value
      const next: number | string | undefined = entry.get(AT.specification) ?? entry.get(AT.origin)
      entry = typeof next === 'number' ? this.entries.get(next) : undefined
    }
    return undefined
  }
}

/** In the order of files and lines, each place once. */
export function sortedVariables(found: readonly Variable[]): Variable[] {
  const distinct = new Map(found.map((one) => [JSON.stringify([one.file, one.line, one.function, one.name, one.type]), one]))
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  return [...distinct.values()].sort(
    (a, b) => compare(a.file, b.file) || a.line - b.line || compare(a.function, b.function) || compare(a.name, b.name),
  )
}
