import type { ValuePiece } from '@credence/distribution'
import { expect, test } from 'vitest'
import { isApart } from './apart.ts'

const piece = (decimal: string, mean: number, deviation: number): ValuePiece => ({
  decimal,
  ux: 'Ux',
  stated: '',
  mean,
  deviation,
  quantiles: [0, 0, 0],
})

test('a particle a fifth of the deviation off is apart; one as near as a tenth is not', () => {
  expect(isApart(piece('5.000000', 5.2, 1))).toBe(true)
  expect(isApart(piece('5.000000', 5.09, 1))).toBe(false)
})
test('what rounding of the printed decimal explains is not apart', () => {
  expect(isApart(piece('5.8', 5.84, 0.1))).toBe(false)
  expect(isApart(piece('5.8', 5.86, 0.1))).toBe(true)
  expect(isApart(piece('6e+02', 640, 10))).toBe(false)
  expect(isApart(piece('6', 6.4, 1))).toBe(false)
})
test('points, and what is not finite, are never apart', () => {
  expect(isApart(piece('5', 7, 0))).toBe(false)
  expect(isApart(piece('nan', 7, 1))).toBe(false)
  expect(isApart(piece('5', Number.NaN, Number.NaN))).toBe(false)
})
