// The entries of a unit of debug information, each with its attributes and what stands around it.
// Source: DWARF 4, section 7.5 (units, abbreviations); version 5 is left out: the toolchain asks for version 4, and a library of another version
// only goes without.
import { ModuleError } from '../binary/bytes.ts'
import { DwarfReader, readForm, type Sections } from './dwarf.ts'

export const TAG = { parameter: 0x05, inlined: 0x1d, subprogram: 0x2e, variable: 0x34 } as const
export const AT = {
  name: 0x03,
  lineTable: 0x10,
  low: 0x11,
  /** Of this one, the bytes from `low` on. */
  high: 0x12,
  origin: 0x31,
  artificial: 0x34,
  file: 0x3a,
  line: 0x3b,
  specification: 0x47,
  ranges: 0x55,
  callFile: 0x58,
  callLine: 0x59,
} as const

export type Attributes = ReadonlyMap<number, number | string>
export interface DebugEntry {
  /** Its place, from the beginning of the unit's header: what references in a unit hold. */
  readonly at: number
  readonly tag: number
  readonly attributes: Attributes
}

const VERSION = 4
const ADDRESS_BYTES = 4
/** The form of an attribute that holds an address. */
const ADDRESS = 0x01
/** Entries inside entries: more, and a reader that follows them would run out of stack. */
const DEEPEST = 500

/**
 * @param unit    behind its length
 * @param offset  of its length in the section
 * @param visit   takes each entry, and gives what is `around` the entries inside it; for the outermost that is undefined
 * @throws ModuleError where the unit is of another version, or damaged
 */
export function readEntries<Around>(
  unit: DwarfReader,
  offset: number,
  sections: Sections,
  visit: (entry: DebugEntry, around: Around | undefined) => Around | undefined,
): void {
  const version = unit.u16()
  if (version !== VERSION) throw new ModuleError(`debug information of version ${version}`, unit.at - 2)
  const abbreviations = readAbbreviations(sections.section('.debug_abbrev'), unit.word())
  if (unit.byte() !== ADDRESS_BYTES) throw new ModuleError(`addresses are not of ${ADDRESS_BYTES} bytes`, unit.at - 1)
  const open: (Around | undefined)[] = []
  while (!unit.done) {
    const at = unit.at - offset
    const code = unit.u32()
    if (code === 0) {
      open.pop()
      continue
    }
    const abbreviation = abbreviations.get(code)
    if (abbreviation === undefined) throw new ModuleError(`abbreviation ${code} is missing`, unit.at)
    const inner = visit({ at, tag: abbreviation.tag, attributes: readAttributes(unit, abbreviation, sections) }, open.at(-1))
    if (abbreviation.children) open.push(inner)
    if (open.length > DEEPEST) throw new ModuleError('entries are nested too deeply', unit.at)
  }
}

interface Abbreviation {
  readonly tag: number
  readonly children: boolean
  readonly attributes: readonly (readonly [name: number, form: number])[]
}
function readAbbreviations(section: Uint8Array, offset: number): Map<number, Abbreviation> {
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

function readAttributes(unit: DwarfReader, { attributes }: Abbreviation, sections: Sections): Attributes {
  const found = new Map<number, number | string>()
  for (const [name, form] of attributes) {
    const value = readForm(unit, form, ADDRESS_BYTES, sections)
    if (value === undefined) continue
    found.set(name, name === AT.high && form === ADDRESS ? Number(value) - numberOf(found, AT.low, 0) : value)
  }
  return found
}

export function numberOf(attributes: Attributes, name: number, absent: number): number {
  const value = attributes.get(name)
  return typeof value === 'number' ? value : absent
}
