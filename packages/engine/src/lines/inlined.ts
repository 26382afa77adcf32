// Which functions the compiler put into others: from `.debug_info`, the part that `-gline-tables-only` writes.
// Source: DWARF 4, sections 2.17 (ranges), 3.3.8 (inlined subroutines), 7.5 (units, abbreviations); version 5 is left out:
// the toolchain asks for version 4, and a library of another version only goes without.
import { ModuleError } from '../binary/bytes.ts'
import { DwarfReader, readForm, readUnits, type Sections } from './dwarf.ts'

/** A function, or a copy of one inside another. */
export interface Scope {
  /** Pairs of addresses: from, to. */
  readonly ranges: readonly number[]
  /** Without its namespace and class. Undefined for a function of the module, which has a name there. */
  readonly name: string | undefined
  /** Of a copy: where the call stood that it replaces. `file` is an index in the unit's line table. */
  readonly file: number
  readonly line: number
  readonly inner: readonly Scope[]
}
export interface UnitScopes {
  /** Offset of the unit's line table. */
  readonly lineTable: number
  readonly functions: readonly Scope[]
}

const SUBPROGRAM = 0x2e
const INLINED = 0x1d
const NAME = 0x03
const STATEMENT_LIST = 0x10
const LOW = 0x11
const HIGH = 0x12
const ABSTRACT_ORIGIN = 0x31
const SPECIFICATION = 0x47
const RANGES = 0x55
const CALL_FILE = 0x58
const CALL_LINE = 0x59
const ADDRESS = 0x01 // the form

/** Functions inside functions: more, and this reader would run out of stack. */
const DEEPEST = 500

/** In all; only a library made to be harmful has more. */
const MOST_RANGES = 2_000_000

export function readScopes(sections: Sections): UnitScopes[] {
  const budget = { ranges: MOST_RANGES }
  return readUnits(sections.section('.debug_info'), (unit, offset) => new Unit(unit, offset, sections, budget).read())
}

export interface Abbreviation {
  readonly tag: number
  readonly children: boolean
  readonly attributes: readonly (readonly [name: number, form: number])[]
}
type Attributes = ReadonlyMap<number, number | string>
interface Entry extends Scope {
  readonly origin: number
  readonly inner: Entry[]
}

class Unit {
  private readonly reader: DwarfReader
  private readonly offset: number
  private readonly sections: Sections
  private readonly budget: { ranges: number }
  private readonly abbreviations: ReadonlyMap<number, Abbreviation>
  /** Of functions, by the place of their entry: the name, or the place of the entry that has it. */
  private readonly names = new Map<number, string | number>()
  private base = 0

  constructor(reader: DwarfReader, offset: number, sections: Sections, budget: { ranges: number }) {
    const version = reader.u16()
    if (version !== 4) throw new ModuleError(`debug information of version ${version}`, reader.at)
    this.abbreviations = readAbbreviations(sections.section('.debug_abbrev'), reader.word())
    if (reader.byte() !== 4) throw new ModuleError('addresses are not of 4 bytes', reader.at - 1)
    this.reader = reader
    this.offset = offset
    this.sections = sections
    this.budget = budget
  }

  read(): UnitScopes | undefined {
    const { reader } = this
    let lineTable: number | undefined
    const functions: Entry[] = []
    /** The open entries; those that are no function stand for the one around them. */
    const open: (Entry | undefined)[] = []
    while (!reader.done) {
      const at = reader.at - this.offset
      const code = reader.u32()
      if (code === 0) {
        open.pop()
        continue
      }
      const abbreviation = this.abbreviations.get(code)
      if (abbreviation === undefined) throw new ModuleError(`abbreviation ${code} is missing`, reader.at)
      const attributes = this.attributes(abbreviation)
      if (lineTable === undefined) {
        lineTable = number(attributes, STATEMENT_LIST, -1)
        this.base = number(attributes, LOW, 0)
      }
      const around = open.at(-1)
      const entry = this.entry(abbreviation.tag, attributes, at)
      if (entry !== undefined && (entry.name === undefined || around !== undefined)) (entry.origin < 0 ? functions : around!.inner).push(entry)
      if (abbreviation.children) open.push(entry ?? around)
      if (open.length > DEEPEST) throw new ModuleError('entries are nested too deeply', reader.at)
    }
    return lineTable === undefined ? undefined : { lineTable, functions: functions.map((entry) => this.named(entry)) }
  }

  private attributes({ attributes }: Abbreviation): Attributes {
    const found = new Map<number, number | string>()
    for (const [name, form] of attributes) {
      const value = readForm(this.reader, form, 4, this.sections)
      if (value === undefined) continue
      found.set(name, name === HIGH && form === ADDRESS ? Number(value) - number(found, LOW, 0) : value)
    }
    return found
  }
  private entry(tag: number, attributes: Attributes, at: number): Entry | undefined {
    if (tag === SUBPROGRAM) {
      const name = attributes.get(NAME) ?? attributes.get(ABSTRACT_ORIGIN) ?? attributes.get(SPECIFICATION)
      if (name !== undefined) this.names.set(at, name)
    } else if (tag !== INLINED) return undefined
    const ranges = this.ranges(attributes)
    if (ranges.length === 0) return undefined
    const inlined = tag === INLINED
    return {
      ranges,
      name: inlined ? '' : undefined,
      origin: inlined ? number(attributes, ABSTRACT_ORIGIN, 0) : -1,
      file: number(attributes, CALL_FILE, 0),
      line: number(attributes, CALL_LINE, 0),
      inner: [],
    }
  }
  private ranges(attributes: Attributes): number[] {
    const low = attributes.get(LOW)
    const high = attributes.get(HIGH)
    if (typeof low === 'number' && typeof high === 'number') return [low, low + high]
    const list = attributes.get(RANGES)
    if (typeof list !== 'number') return []
    const reader = new DwarfReader(this.sections.section('.debug_ranges'), list)
    const found: number[] = []
    for (let base = this.base; ; ) {
      const [from, to] = [reader.word(), reader.word()]
      if (from === 0 && to === 0) return found
      if (--this.budget.ranges < 0) throw new ModuleError('too many ranges', reader.at)
      if (from === 0xffffffff) base = to
      else if (from < to) found.push(base + from, base + to)
    }
  }
  private named(entry: Entry): Scope {
    const inner = entry.inner.map((one) => this.named(one))
    return { ...entry, name: entry.name === undefined ? undefined : this.nameOf(entry.origin), inner }
  }
  private nameOf(entry: number): string {
    let name = this.names.get(entry)
    for (let steps = 0; typeof name === 'number' && steps < 4; steps++) name = this.names.get(name)
    return typeof name === 'string' ? name : ''
  }
}

function number(attributes: Attributes, name: number, absent: number): number {
  const value = attributes.get(name)
  return typeof value === 'number' ? value : absent
}

export function readAbbreviations(section: Uint8Array, offset: number): Map<number, Abbreviation> {
  const reader = new DwarfReader(section, offset)
  const found = new Map<number, Abbreviation>()
  for (let code = reader.u32(); code !== 0; code = reader.u32()) {
    const tag = reader.u32()
    const children = reader.byte() === 1
    const attributes: (readonly [number, number])[] = []
    for (;;) {
      const [name, form] = [reader.u32(), reader.u32()]
      if (name === 0 && form === 0) break
      attributes.push([name, form])
    }
    found.set(code, { tag, children, attributes })
  }
  return found
}
