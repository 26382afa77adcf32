// Which variables a program has: the entries of variables and parameters in the debug information of an object file that was compiled with `-g`.
// Source: DWARF 4, sections 3.3 (subprograms), 4.1 (data objects), 7.5 (units, abbreviations). An object's references into other sections hold
// their offsets before any relocation, because it has one unit.
import { ModuleError } from '../binary/bytes.ts'
import { SECTION, sections as sectionsOf } from '../binary/sections.ts'
import type { Variable } from '../types.ts'
import { type DwarfReader, readForm, readUnits, type Sections } from './dwarf.ts'
import { type Abbreviation, readAbbreviations } from './inlined.ts'
import { readLineTables } from './line-program.ts'
import type { SourceName } from './places.ts'

const TAG = { parameter: 0x05, variable: 0x34, subprogram: 0x2e, inlined: 0x1d } as const
const AT = { name: 0x03, lines: 0x10, origin: 0x31, artificial: 0x34, file: 0x3a, line: 0x3b, specification: 0x47 } as const
/** Entries inside entries: more, and the unit is left out. */
const DEEPEST = 500

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

type Attributes = ReadonlyMap<number, number | string>
/** An entry that may stand around a variable, or that another takes its name and place from. */
interface Entry {
  readonly tag: number
  readonly attributes: Attributes
}

class Unit {
  private readonly reader: DwarfReader
  private readonly offset: number
  private readonly sections: Sections
  private readonly abbreviations: ReadonlyMap<number, Abbreviation>
  private readonly entries = new Map<number, Attributes>()

  constructor(reader: DwarfReader, offset: number, sections: Sections) {
    if (reader.u16() !== 4) throw new ModuleError('debug information of another version', reader.at)
    this.abbreviations = readAbbreviations(sections.section('.debug_abbrev'), reader.word())
    reader.skip(1) // size of an address
    this.reader = reader
    this.offset = offset
    this.sections = sections
  }

  read(tables: ReadonlyMap<number, readonly (string | undefined)[]>): Variable[] {
    const { reader } = this
    const open: Entry[] = []
    const variables: { readonly entry: Entry; readonly inside: Entry | undefined }[] = []
    let files: readonly (string | undefined)[] = []
    for (let first = true; !reader.done; ) {
      const at = reader.at - this.offset
      const code = reader.u32()
      if (code === 0) {
        open.pop()
        continue
      }
      const abbreviation = this.abbreviations.get(code)
      if (abbreviation === undefined) throw new ModuleError(`abbreviation ${code} is missing`, reader.at)
      const entry = { tag: abbreviation.tag, attributes: this.attributes(abbreviation) }
      if (first) files = tables.get(Number(entry.attributes.get(AT.lines) ?? -1)) ?? []
      first = false
      this.entries.set(at, entry.attributes)
      if (entry.tag === TAG.variable || entry.tag === TAG.parameter) {
        const inside = open.findLast(({ tag }) => tag === TAG.subprogram || tag === TAG.inlined)
        if (!open.some(({ tag }) => tag === TAG.inlined)) variables.push({ entry, inside })
      }
      if (abbreviation.children) open.push(entry)
      if (open.length > DEEPEST) throw new ModuleError('entries are nested too deeply', reader.at)
    }
    return variables.flatMap(({ entry, inside }) => this.variable(entry, inside, files))
  }

  private variable({ tag, attributes }: Entry, inside: Entry | undefined, files: readonly (string | undefined)[]): Variable[] {
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
  private attributes({ attributes }: Abbreviation): Attributes {
    const found = new Map<number, number | string>()
    for (const [name, form] of attributes) {
      const value = readForm(this.reader, form, 4, this.sections)
      if (value !== undefined) found.set(name, value)
    }
    return found
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
