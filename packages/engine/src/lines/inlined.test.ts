// Debug information byte by byte, whole and damaged; real ones are in the integration test beside.
import { expect, test } from 'vitest'
import type { Sections } from './dwarf.ts'
import { readScopes } from './inlined.ts'
import { readPlaces } from './places.ts'

const text = (value: string) => [...new TextEncoder().encode(value), 0]
const word = (value: number) => [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24]
// Per entry: code, tag, children, then pairs of attribute and form.
const ABBREVIATIONS = [
  ...[1, 0x11, 1, 0x10, 0x17, 0x11, 0x01, 0, 0], // unit: line table, low address
  ...[2, 0x2e, 0, 0x03, 0x08, 0, 0], // function that is only inlined: name
  ...[3, 0x2e, 1, 0x11, 0x01, 0x12, 0x06, 0, 0], // function: low address, bytes
  ...[4, 0x1d, 1, 0x31, 0x13, 0x55, 0x17, 0x58, 0x0b, 0x59, 0x0b, 0, 0], // copy: origin, ranges, file and line of the call
  0,
]
const UNIT_HEADER = [...[4, 0], ...word(0), 4]
const INNER_AT = 4 + UNIT_HEADER.length + 9 // behind the length, the header and the unit's own entry
const OUTER_AT = INNER_AT + 1 + text('inner').length
function information(copyOf = OUTER_AT): number[] {
  const copies = [4, ...word(copyOf), ...word(0), 1, 30, 4, ...word(INNER_AT), ...word(24), 1, 20, 0, 0]
  const body = [...UNIT_HEADER, 1, ...word(0), ...word(0), 2, ...text('inner'), 2, ...text('outer'), 3, ...word(10), ...word(40), ...copies, 0, 0]
  return [...word(body.length), ...body]
}
const RANGES = [
  ...word(12),
  ...word(20),
  ...word(30),
  ...word(40),
  ...word(0),
  ...word(0),
  ...word(0xffffffff),
  ...word(10),
  ...word(22),
  ...word(28),
]
const OPERANDS = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]
function lineTable(): number[] {
  const rest = [1, 1, 1, 0xfb, 14, 13, ...OPERANDS, 0, ...text('main.c'), 0, 0, 0, 0]
  const body = [4, 0, ...word(rest.length), ...rest, 0, 5, 2, ...word(10), 3, 6, 1, 2, 40, 0, 1, 1] // line 7 from 10 to 50
  return [...word(body.length), ...body]
}
function sectionsOf(info: number[], ranges: number[] = [...RANGES, ...word(0), ...word(0)], abbreviations = ABBREVIATIONS): Sections {
  const all: Record<string, number[]> = { '.debug_info': info, '.debug_abbrev': abbreviations, '.debug_ranges': ranges, '.debug_line': lineTable() }
  return { codeBytes: 100, section: (name) => Uint8Array.from(all[name] ?? []) }
}
/** What is told of an address: "function:line", from the inside outwards. */
function toldAt(address: number, sections: Sections): string[] {
  const places = readPlaces(sections, (path) => path)!
  const told: string[] = []
  for (let site = places.sites[places.at(address)]; site; site = places.sites[site.outer]) told.push(`${places.names[site.name] ?? ''}:${site.line}`)
  return told
}

test('copies in copies have their names, their ranges and the lines of their calls', () => {
  const sections = sectionsOf(information())
  const [unit] = readScopes(sections)
  const copies = [{ ranges: [32, 38], name: 'inner', file: 1, line: 20, inner: [] }]
  expect(unit!.functions).toMatchObject([
    { ranges: [10, 50], name: undefined, inner: [{ ranges: [12, 20, 30, 40], name: 'outer', file: 1, line: 30, inner: copies }] },
  ])
  expect(toldAt(11, sections)).toEqual([':7'])
  expect(toldAt(15, sections)).toEqual(['outer:7', ':30'])
  expect(toldAt(33, sections)).toEqual(['inner:7', 'outer:20', ':30'])
})

test('cut short anywhere, in any section, it leaves the lines of the table', () => {
  const whole = information()
  for (let length = 0; length < whole.length; length++) expect(toldAt(15, sectionsOf(whole.slice(0, length)))).toEqual([':7'])
  for (let length = 0; length < ABBREVIATIONS.length; length++)
    expect(toldAt(15, sectionsOf(whole, undefined, ABBREVIATIONS.slice(0, length)))).toEqual([':7'])
  for (let length = 0; length < 24; length++) expect(toldAt(15, sectionsOf(whole, RANGES.slice(0, length)))).toEqual([':7'])
})
test('with any byte another, it ends, and something is told of each address', () => {
  const whole = information()
  for (const at of whole.keys()) {
    for (const value of [0, 1, 0x7f, 0x80, 0xff]) {
      const sections = sectionsOf(whole.with(at, value))
      for (const address of [11, 15, 33]) expect(toldAt(address, sections).at(-1), `byte ${at}`).toMatch(/^\w*:\d+$/)
    }
  }
})
test('a name that leads nowhere, or to itself, is none', () => {
  expect(toldAt(15, sectionsOf(information(0x1000)))).toEqual([':7', ':30'])
})
test('of a version that is not read nothing but the lines is told', () => {
  expect(toldAt(15, sectionsOf(information().with(4, 5)))).toEqual([':7'])
})
test('entries nested beyond measure are left out, not followed', () => {
  const nested = [...UNIT_HEADER, 1, ...word(0), ...word(0), ...Array.from({ length: 1000 }, () => [3, ...word(10), ...word(40)]).flat()]
  expect(readScopes(sectionsOf([...word(nested.length), ...nested]))).toEqual([])
})
