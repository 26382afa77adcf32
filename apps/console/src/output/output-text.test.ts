import { formatUx, mixtureOf, uxValue } from '@credence/distribution'
import { expect, test } from 'vitest'
import { rendered } from './ansi.ts'
import { CHUNK } from './bytes.ts'
import { LINE_CHARACTERS, OutputText, type ShownLine } from './output-text.ts'
import { search } from './search.ts'

const two = (low: number, high: number, decimal: string) =>
  formatUx(uxValue(mixtureOf(Float64Array.of(low, high), Float64Array.of(0.5, 0.5))), decimal)
const encode = (text: string) => new TextEncoder().encode(text)
/** As it arrives in pieces of so many bytes. */
function output(text: string | Uint8Array, piece = Number.POSITIVE_INFINITY): OutputText {
  const bytes = typeof text === 'string' ? encode(text) : text
  const made = new OutputText()
  for (let from = 0; from < bytes.length; from += piece) made.append(bytes.subarray(from, Math.min(from + piece, bytes.length)))
  made.end()
  return made
}
const flat = (lines: readonly ShownLine[]) =>
  lines.map(({ parts }) => parts.map((part) => (part.value === undefined ? part.text : `<${part.piece.stated}>`)).join(''))

const TEXT = `speed: ${two(1, 3, '2.0')} m/s\nplain 7\nx = ${two(4, 6, '5.0')}, y = ${two(0, 2, '1.0')}\n`

test.each([1, 7, 100, Number.POSITIVE_INFINITY])('lines and values are the same however the bytes arrive, %s at a time', (piece) => {
  const made = output(TEXT, piece)
  expect(flat(made.lines(0, 9))).toEqual(['speed: <2.0 ± 1.0> m/s', 'plain 7', 'x = <5.0 ± 1.0>, y = <1.0 ± 1.0>'])
  expect(made.rows([0, 1, 2]).map(({ name, line, piece: { mean, deviation } }) => [name, line, mean, deviation])).toEqual([
    ['speed', 1, 2, 1],
    ['x', 3, 5, 1],
    ['y', 3, 1, 1],
  ])
  expect(made.text()).toBe('speed: 2.0 m/s\nplain 7\nx = 5.0, y = 1.0\n')
  expect(new TextDecoder().decode(made.raw())).toBe(TEXT)
})
test('plain numbers stand among the values where they are asked for, by what is before them on their line', () => {
  const text = `n = 40, rate 2.5e-3 Hz\n${TEXT}x2 v1.2.3 main.c:7 2026-11-23 -7\nval_${'0'.repeat(32)} main.c:7 a + b 3\n`
  const made = output(text)
  const shown = (sorting: { by: 'number' | 'mean' | 'name'; descending: boolean; filter: string }) =>
    made.rows(made.order({ ...sorting, hasPlain: true })).map(({ index, name, line, piece }) => [index < 0, name, line, piece.decimal])
  expect(shown({ by: 'number', descending: false, filter: '' })).toEqual([
    [true, 'n', 1, '40'],
    [true, 'rate', 1, '2.5e-3'],
    [false, 'speed', 2, '2.0'],
    [true, 'plain', 3, '7'],
    [false, 'x', 4, '5.0'],
    [false, 'y', 4, '1.0'],
    [true, expect.any(String), 5, '-7'],
  ])
  expect(shown({ by: 'mean', descending: true, filter: '2..8' }).map(([, name]) => name)).toEqual(['plain', 'x', 'speed'])
  expect(made.order({ by: 'number', descending: false, filter: '' })).toEqual(Int32Array.of(0, 1, 2))
})
test('values are ordered and filtered by name, mean and range', () => {
  const made = output(TEXT)
  const order = (by: 'name' | 'mean' | 'number', descending: boolean, filter = '') => [...made.order({ by, descending, filter })]
  expect(order('number', true)).toEqual([2, 1, 0])
  expect(order('name', false)).toEqual([0, 1, 2])
  expect(order('mean', true)).toEqual([1, 0, 2])
  expect(order('mean', false, 'x')).toEqual([1])
  expect(order('mean', false, '1.5..5')).toEqual([0, 1])
  expect(order('mean', false, '..1.5')).toEqual([2])
})
test('a value that a Reference core traced is known by its expression, and keeps its id', () => {
  const id = `val_${'0a'.repeat(16)}`
  const [row, other] = output(`${id} main.c:7 a + b ${two(1, 3, '2.0')}\nsum: ${two(1, 3, '2.0')}\n`).rows([0, 1])
  expect([row?.name, row?.traced, other?.name, other?.traced]).toEqual(['a + b, line 7', id, 'sum', undefined])
})
test('JSON of programs names its values', () => {
  const plots = [{ variableID: 'a', variableSymbol: 'α', variableDescription: 'angle', values: [two(1, 3, '2.0')] }]
  expect(output(JSON.stringify({ plots }, undefined, '\t')).row(0)).toMatchObject({ name: 'α', description: 'angle', line: 8 })
})
test('an output may end within a value, and in a line without an end', () => {
  const cut = output(TEXT.slice(0, 60))
  expect(cut.lineCount).toBe(1)
  expect(flat(cut.lines(0, 1))[0]).toMatch(/^speed: <2\.0>/)
  expect(flat(output('one\ntwo').lines(0, 9))).toEqual(['one', 'two'])
  expect(output('').lineCount).toBe(0)
})
test('long lines are cut and shown whole on request', () => {
  const made = output(`${'a'.repeat(3 * LINE_CHARACTERS)}\nend\n`)
  const [long] = made.lines(0, 1)
  expect([flat([long!])[0]!.length, long!.cutFrom]).toEqual([LINE_CHARACTERS, 3 * LINE_CHARACTERS])
  expect(flat(made.lines(0, 1, 0))[0]!.length).toBe(3 * LINE_CHARACTERS)
})
test('of a line of 50 MB a beginning is shown, whole on request up to what a page can lay out, and what stands behind it is there', () => {
  const made = output(Buffer.concat([Buffer.alloc(50_000_000, 'x'), encode('\nend\n')]), CHUNK)
  const [cut, end] = made.lines(0, 2)
  expect([flat([cut!])[0]!.length, cut!.cutFrom, cut!.isMost]).toEqual([LINE_CHARACTERS, 50_000_000, undefined])
  expect(flat([end!])).toEqual(['end'])
  const [whole] = made.lines(0, 1, 0)
  expect([flat([whole!])[0]!.length, whole!.cutFrom, whole!.isMost]).toEqual([1_000_000, 50_000_000, true])
  expect(search(made, { text: 'END', isExpression: false, matchesCase: false }, 60_000).lines).toEqual(Uint32Array.of(1))
})
test('names that a JSON output gives its values are there once it is whole, also where somebody asked before', () => {
  const text = JSON.stringify({ plots: [{ variableSymbol: 'mass', values: [two(1, 3, '2.0')] }] })
  const made = new OutputText()
  made.append(encode(text))
  made.order({ by: 'name', descending: false, filter: 'm' })
  made.end()
  expect(made.row(0).name).toBe('mass')
})
test('lines and values across chunks are whole', () => {
  const made = output(`${'b'.repeat(CHUNK - 10)} v = ${two(1, 3, '2.0')}\n${'c'.repeat(CHUNK)}\n`, 65_536)
  expect(made.lineCount).toBe(2)
  expect(made.row(0)).toMatchObject({ line: 1, piece: { decimal: '2.0', mean: 2 } })
})
test('odd bytes have a picture or none: colours stay, other escapes are counted, text is never turned around', () => {
  expect(rendered('\u001b[1;31mred\u001b[0m \u001b[2Jon\u001b]0;title\u0007')).toEqual({
    runs: [
      { text: 'red', styles: ['bold', 'red'] },
      { text: ' ', styles: [] },
      { text: 'on', styles: [] },
    ],
    dropped: 2,
  })
  expect(flat(output(Uint8Array.of(0x61, 0, 0xff, 0x62, 0x0d, 0x0a)).lines(0, 1))).toEqual(['a\ufffd\ufffdb'])
  expect(rendered('a\u202eb').runs[0]!.text).toBe('a\ufffdb')
})
test('a search finds numbers by their decimal, and says what is no expression', () => {
  const made = output(TEXT)
  const found = (text: string, isExpression = false, matchesCase = false) => search(made, { text, isExpression, matchesCase }, 1000)
  expect([...found('5.0').lines]).toEqual([2])
  expect([...found('SPEED').lines]).toEqual([0])
  expect([...found('SPEED', false, true).lines]).toEqual([])
  expect([...found('^(speed|plain)', true).lines]).toEqual([0, 1])
  expect(found('(', true).problem).toMatch(/Invalid regular expression/)
  expect(search(made, { text: 'x', isExpression: false, matchesCase: false }, -1).isPartial).toBe(true)
})
test('45,000 values of 64 Dirac deltas are found in about a second, and put in order by their means in less', () => {
  const digits = two(1, 3, '2.0').repeat(1)
  const made = output(Array.from({ length: 45_000 }, (_, index) => `v${index}: ${digits}`).join('\n'), 1 << 16)
  expect(made.valueCount).toBe(45_000)
  expect(made.order({ by: 'mean', descending: true, filter: '' }).length).toBe(45_000)
})
