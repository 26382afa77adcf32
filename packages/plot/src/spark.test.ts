import { formatUx, mixtureOf, type Piece, piecesOf, plainValue, ttrOfSamples, uxValue } from '@credence/distribution'
import { expect, test } from 'vitest'
import { SPARK, sparkPath, withSparks } from './spark.ts'
import { EXAMPLES, table } from './testing/examples.ts'

const gauss = uxValue(table('gauss', 6))

test.each(Object.keys(EXAMPLES))('%s: a spark stays inside of its box, from foot to foot', (name) => {
  const path = sparkPath(EXAMPLES[name]!.value)
  if (path === undefined) return expect(['point', 'only-nan']).toContain(name)
  expect(path).toMatch(/^M[\d.]+ 16([VH][\d.]+)+V16$/)
  const heights = [...path.matchAll(/V([\d.]+)/g)].map(([, y]) => Number(y))
  const places = [...path.matchAll(/[MH]([\d.]+)/g)].map(([, x]) => Number(x))
  expect(Math.min(...heights)).toBe(1)
  expect(Math.max(...places)).toBeLessThanOrEqual(SPARK.width)
  expect(places).toEqual([...places].sort((a, b) => a - b))
})
test('a point has none', () => {
  expect(sparkPath(plainValue(3))).toBeUndefined()
})
test('pieces of output keep their order; only uncertain ones get a spark', () => {
  const pieces = withSparks(piecesOf(`a ${formatUx(gauss, '0.0')} b 3\n`)) as Piece[]
  expect(pieces.map((piece) => (typeof piece === 'string' ? piece : piece.spark !== undefined))).toEqual(['a ', true, ' b 3\n'])
})
test('atoms are spikes as high as they are heavy', () => {
  const path = sparkPath(uxValue(mixtureOf([0, 5, 8], [0.1, 0.6, 0.3])))
  expect(path).toBe('M0 16V13.5H2V16H36.5V1H38.5V16H58V8.5H60V16')
})
test('a density beside an atom keeps its height, and the atom is a spike', () => {
  const samples = Float64Array.from({ length: 4096 }, (_, i) => Math.max(0, (i - 1024) / 2048)) // a quarter at 0, the rest even up to 1.5
  const path = sparkPath(uxValue(ttrOfSamples(samples, 6)))!
  const bars = [...path.matchAll(/V([\d.]+)H([\d.]+)/g)].map(([, top, right]) => ({ top: Number(top), right: Number(right) }))
  expect(bars[0]!.top).toBe(1)
  expect(bars[0]!.right).toBeLessThan(4)
  for (const { top } of bars.slice(1)) expect((16 - top) / 15).toBeCloseTo(0.7, 0.5)
})
