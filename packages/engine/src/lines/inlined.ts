// Which functions the compiler put into others: from `.debug_info`, the part that `-gline-tables-only` writes.
// Source: DWARF 4, sections 2.17 (ranges), 3.3.8 (inlined subroutines).
import { ModuleError } from '../binary/bytes.ts'
import { DwarfReader, readUnits, type Sections } from './dwarf.ts'
import { AT, type Attributes, type DebugEntry, numberOf, readEntries, TAG } from './entries.ts'

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

/** In all; only a library made to be harmful has more. */
const MOST_RANGES = 2_000_000

export function readScopes(sections: Sections): UnitScopes[] {
  const budget = { ranges: MOST_RANGES }
  return readUnits(sections.section('.debug_info'), (unit, offset) => new Unit(unit, offset, sections, budget).read())
}

interface Entry extends Scope {
  readonly origin: number
  readonly inner: Entry[]
}

class Unit {
  private readonly reader: DwarfReader
  private readonly offset: number
  private readonly sections: Sections
  private readonly budget: { ranges: number }
  /** Of functions, by the place of their entry: the name, or the place of the entry that has it. */
  private readonly names = new Map<number, string | number>()
  private base = 0

  constructor(reader: DwarfReader, offset: number, sections: Sections, budget: { ranges: number }) {
    this.reader = reader
    this.offset = offset
    this.sections = sections
    this.budget = budget
  }

  read(): UnitScopes | undefined {
    let lineTable: number | undefined
    const functions: Entry[] = []
    // Entries that are no function stand for the one around them.
    readEntries<Entry>(this.reader, this.offset, this.sections, (found, around) => {
      if (lineTable === undefined) {
        lineTable = numberOf(found.attributes, AT.lineTable, -1)
        this.base = numberOf(found.attributes, AT.low, 0)
      }
      const entry = this.entry(found)
      if (entry !== undefined && (entry.name === undefined || around !== undefined)) (entry.origin < 0 ? functions : around!.inner).push(entry)
      return entry ?? around
    })
    return lineTable === undefined ? undefined : { lineTable, functions: functions.map((entry) => this.named(entry)) }
  }

  private entry({ at, tag, attributes }: DebugEntry): Entry | undefined {
    if (tag === TAG.subprogram) {
      const name = attributes.get(AT.name) ?? attributes.get(AT.origin) ?? attributes.get(AT.specification)
      if (name !== undefined) this.names.set(at, name)
    } else if (tag !== TAG.inlined) return undefined
    const ranges = this.ranges(attributes)
    if (ranges.length === 0) return undefined
    const inlined = tag === TAG.inlined
    return {
      ranges,
      name: inlined ? '' : undefined,
      origin: inlined ? numberOf(attributes, AT.origin, 0) : -1,
      file: numberOf(attributes, AT.callFile, 0),
      line: numberOf(attributes, AT.callLine, 0),
      inner: [],
    }
  }
  private ranges(attributes: Attributes): number[] {
    const low = attributes.get(AT.low)
    const high = attributes.get(AT.high)
    if (typeof low === 'number' && typeof high === 'number') return [low, low + high]
    const list = attributes.get(AT.ranges)
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
