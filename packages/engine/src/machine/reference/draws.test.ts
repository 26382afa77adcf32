import { law } from '@credence/distribution'
import { expect, test } from 'vitest'
import { normalDeviate } from './deviate.ts'
import { uniform } from './points.ts'
import { tabulated } from './tabulated.ts'

test('the quantile of draws is that of the normal law to rounding, in the middle and in the tails', () => {
  const gauss = law('gauss', 0, 0)
  for (const u of [1e-10, 1e-7, 0.001, 0.02, 0.075, 0.3, 0.4999, 0.5, 0.6, 0.925, 0.98, 1 - 2 ** -33]) {
    const x = gauss.quantile(u)
    expect(Math.abs(normalDeviate(u) - x), String(u)).toBeLessThan(1e-14 * Math.max(1, Math.abs(x)))
  }
})
test('tables of quantiles are as close as draws need', () => {
  for (const standard of [law('gamma', 2.5, 0), law('gamma', 0.3, 0), law('beta', 2, 3), law('beta', 0.4, 0.5), law('studentst', 3, 0)]) {
    const quantile = tabulated(standard)
    const deviation = Math.sqrt(standard.centralMoment(2))
    for (let i = 0; i < 3000; i++) {
      const u = uniform(i, 3)
      expect(Math.abs(quantile(u) - standard.quantile(u)) / deviation, `${standard.family} at ${u}`).toBeLessThan(1e-6)
    }
  }
})
test('each coordinate alone is as even as it can be: one point in every part of a power of two', () => {
  for (const coordinate of [0, 1, 7, 15, 16, 40, 1000]) {
    const parts = new Set(Array.from({ length: 1024 }, (_, point) => Math.floor(1024 * uniform(point, coordinate))))
    expect([coordinate, parts.size]).toEqual([coordinate, 1024])
  }
})
test('two coordinates together are a net, or as good as independent', () => {
  for (const [one, other] of [
    [0, 1],
    [3, 14],
    [2, 18],
    [17, 18],
    [5, 500],
  ] as const) {
    let sum = 0
    for (let point = 0; point < 4096; point++) sum += (uniform(point, one) - 0.5) * (uniform(point, other) - 0.5)
    expect(Math.abs((12 * sum) / 4096), `${one} and ${other}`).toBeLessThan(4 / Math.sqrt(4096))
  }
})
test('numbers are never 0 or 1, and the same each time', () => {
  for (let point = 0; point < 5000; point++) expect(uniform(point, 9)).toBeGreaterThan(0)
  expect(uniform(2 ** 32 - 1, 3)).toBeLessThan(1)
  expect([uniform(0, 0), uniform(12_345, 0), uniform(12_345, 21)]).toEqual([uniform(0, 0), uniform(12_345, 0), uniform(12_345, 21)])
})
