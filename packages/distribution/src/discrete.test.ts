import { expect, test } from 'vitest'
import { isDiscrete } from './discrete.ts'
import { law } from './laws/standard-law.ts'
import { mixtureOf } from './mixture.ts'
import { ttrOfSamples } from './ttr.ts'
import { ttrOfLaw } from './ttr-of-law.ts'

test.each([
  ['two prices', [4.5673214563217, 9.1], [0.3, 0.7]],
  ['three prices', [0, 5, 8], [0.1, 0.6, 0.3]],
  ['four, one of which is no round number', [0, 5, 8, 9.5], [0.1, 0.5, 0.3, 0.1]],
  ['a die', [1, 2, 3, 4, 5, 6], Array.from({ length: 6 }, () => 1 / 6)],
  ['one with eight faces', [1, 2, 3, 4, 5, 6, 7, 8], Array.from({ length: 8 }, () => 1 / 8)],
  ['counts up to 40', Array.from({ length: 41 }, (_, i) => i), Array.from({ length: 41 }, (_, i) => (i + 1) / 861)],
  ['pay-offs of a tree', [0, 1.2345678901, 2.3456789012, 3.4567890123, 7.891234567], [0.3, 0.3, 0.2, 0.1, 0.1]],
])('%s are atoms', (_what, positions, masses) => {
  expect(isDiscrete(mixtureOf(positions, masses))).toBe(true)
})
test.each([2, 3, 4, 5, 6, 8])('the parts of a density are none, 2^%i of them', (order) => {
  for (const [family, shapes] of [
    ['gauss', []],
    ['uniform', []],
    ['lognormal', [0.5]],
    ['exponential', []],
  ] as const)
    expect(isDiscrete(ttrOfLaw(law(family, shapes[0] ?? 0, 0), order)), `${family} ${order}`).toBe(false)
})
test('nor are those of samples, of a density with an atom, or of one number', () => {
  const samples = Float64Array.from({ length: 4096 }, (_, i) => Math.max(0, Math.sin(i) + 0.2)).sort()
  for (const order of [4, 5, 6]) expect(isDiscrete(ttrOfSamples(samples, order))).toBe(false)
  expect(isDiscrete(mixtureOf([3], [1]))).toBe(false)
})
