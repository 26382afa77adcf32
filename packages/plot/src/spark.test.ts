import { formatUx, type Piece, piecesOf, plainValue, uxValue } from '@credence/distribution'
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
