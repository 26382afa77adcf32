import { parseUx, plainValue, type UxValue, uxValue } from '@credence/distribution'
import { expect, test } from 'vitest'
import { constructorOf, hexadecimalOf, latexOf } from './copies.ts'

const of = (positions: readonly number[], masses: readonly number[]): UxValue =>
  uxValue({ positions: Float64Array.from(positions), masses: Float64Array.from(masses) })
const value = of([1, 2, 4.125], [0.25, 0.5, 0.25])

test('Ux bytes read back as the same value', () => {
  const { positions, masses } = parseUx(hexadecimalOf(value)).mixture
  expect({ positions, masses }).toEqual(value.mixture)
})
test('the lines of C have every position with its mass', () => {
  const text = constructorOf(value)
  expect([...text.matchAll(/\{([\d.]+), ([\d.]+)\}/g)].map(([, x, mass]) => [Number(x), Number(mass)])).toEqual([
    [1, 0.25],
    [2, 0.5],
    [4.125, 0.25],
  ])
  expect(text).toMatch(/^WeightedDoubleSample xSamples\[\] = .*;\ndouble x = UxHwDoubleDistFromWeightedSamples\(xSamples, 3\);\n$/)
  expect(constructorOf(plainValue(2.5))).toBe('double x = 2.5;\n')
})
test('LaTeX states what the page states', () => {
  expect([value, of([9e-11, 11e-11], [0.5, 0.5]), of([2.5e9, 3.5e9], [0.5, 0.5]), of([1, 3, Number.NaN], [0.45, 0.45, 0.1])].map(latexOf)).toEqual([
    '$2.3 \\pm 1.1$',
    '$(1.00 \\pm 0.10) \\times 10^{-10}$',
    '$(3.00 \\pm 0.50) \\times 10^{9}$',
    '$2.0 \\pm 1.0 (10 \\% \\mathrm{nan})$',
  ])
})
