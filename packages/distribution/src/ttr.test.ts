import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { law } from './laws/standard-law.ts'
import { fromSamples, mixtureOf } from './mixture.ts'
import { mean } from './statistics.ts'
import { isFullTtr, isValidTtr, ttrOfMixture, ttrOfSamples } from './ttr.ts'
import { ttrOfLaw } from './ttr-of-law.ts'

fc.configureGlobal({ seed: 1 })

const samples = fc.array(fc.oneof(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.integer({ min: -5, max: 5 })), { minLength: 1, maxLength: 200 })
const order = fc.integer({ min: 0, max: 7 })

describe('a list of Dirac deltas', () => {
  test('order 0 is the mean with the whole mass', () => {
    expect(ttrOfMixture(mixtureOf([1, 2, 6], [0.25, 0.25, 0.5]), 0)).toEqual(mixtureOf([3.75], [1]))
  })

  test('is split at its mean: below to one side, above to the other', () => {
    expect(ttrOfMixture(mixtureOf([0, 1, 10, 11], [0.25, 0.25, 0.25, 0.25]), 1)).toEqual(mixtureOf([0.5, 10.5], [0.5, 0.5]))
  })

  test('gives half of a Dirac delta exactly on the mean to each side', () => {
    expect(ttrOfMixture(mixtureOf([-1, 0, 1], [0.25, 0.5, 0.25]), 1)).toEqual(mixtureOf([-0.5, 0.5], [0.5, 0.5]))
  })

  test('keeps single positions as they are, so fewer than 2^order remain', () => {
    expect(ttrOfMixture(mixtureOf([1, 2], [0.3, 0.7]), 5)).toEqual(mixtureOf([1, 2], [0.3, 0.7]))
  })

  test('carries non-finite Dirac deltas along, in their order', () => {
    const result = ttrOfMixture(mixtureOf([Number.POSITIVE_INFINITY, 3, Number.NaN, 1], [0.1, 0.4, 0.2, 0.3]), 0)
    expect([...result.positions.subarray(1)]).toEqual([Number.NaN, Number.POSITIVE_INFINITY])
    expect([...result.masses]).toEqual([0.7, 0.2, 0.1])
  })

  test('survives positions as far apart as doubles go', () => {
    const result = ttrOfMixture(mixtureOf([-1.7e308, 0, 1, 1.7e308], [0.25, 0.25, 0.25, 0.25]), 2)
    expect([...result.positions].every(Number.isFinite)).toBe(true)
  })

  test('the table of a law is its own TTR', () => {
    for (const family of ['gauss', 'exponential', 'gumbel1'] as const) {
      const table = ttrOfLaw(law(family, 0, 0), 6)
      const again = ttrOfMixture(table, 6)
      expect(again.positions).toEqual(table.positions)
      expect(again.masses).toEqual(table.masses)
    }
  })
})

describe('samples', () => {
  test('have the TTR of the mixture of equal masses', () => {
    fc.assert(
      fc.property(samples, order, (values, k) => {
        const sorted = Float64Array.from(values).sort()
        const direct = ttrOfSamples(sorted, k)
        const throughMixture = ttrOfMixture(fromSamples(sorted), k)
        const scale = Math.max(...values.map(Math.abs), 1e-300)
        expect(Math.abs(mean(direct) - mean(throughMixture))).toBeLessThanOrEqual(1e-12 * scale)
      }),
    )
  })

  test('keep mean and mass, ascend strictly, and stay inside their range', () => {
    fc.assert(
      fc.property(samples, order, (values, k) => {
        const sorted = Float64Array.from(values).sort()
        const { positions, masses } = ttrOfSamples(sorted, k)
        expect(positions.length).toBeLessThanOrEqual(2 ** k)
        expect(Math.abs(masses.reduce((sum, mass) => sum + mass) - 1)).toBeLessThanOrEqual(1e-14)
        const exact = sorted.reduce((sum, x) => sum + x / sorted.length, 0)
        expect(Math.abs(mean({ positions, masses }) - exact)).toBeLessThanOrEqual(1e-12 * Math.max(...values.map(Math.abs), 1e-300))
        for (let i = 1; i < positions.length; i++) expect(positions[i]! > positions[i - 1]!).toBe(true)
        expect(positions[0]! >= sorted[0]! && positions.at(-1)! <= sorted.at(-1)!).toBe(true)
      }),
    )
  })

  test('non-finite ones keep their shares behind the finite ones', () => {
    const sorted = Float64Array.of(1, 3, Number.NEGATIVE_INFINITY, Number.NaN, Number.POSITIVE_INFINITY, Number.NaN, 1, 1).subarray(0, 6)
    const result = ttrOfSamples(sorted, 3)
    expect([...result.positions]).toEqual([1, 3, Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])
    expect([...result.masses]).toEqual([1, 1, 2, 1, 1].map((count) => count / 6))
  })

  test('tens of thousands of a normal law come near its own table', () => {
    const subject = law('gauss', 0, 0)
    const nodes = Float64Array.from({ length: 65536 }, (_, i) => subject.quantile((i + 0.5) / 65536))
    const fromNodes = ttrOfSamples(nodes, 6)
    const exact = ttrOfLaw(subject, 6)
    for (let i = 0; i < 64; i++) expect(fromNodes.positions[i]).toBeCloseTo(exact.positions[i]!, 2)
  })
})

test('full means a power of two of finite Dirac deltas; valid means that the recursive means lie between the positions', () => {
  expect(isFullTtr(mixtureOf([1, 2], [0.5, 0.5]))).toBe(true)
  expect(isFullTtr(mixtureOf([1, 2, 3], [0.5, 0.25, 0.25]))).toBe(false)
  expect(isFullTtr(mixtureOf([1, Number.NaN], [0.5, 0.5]))).toBe(false)
  expect(isValidTtr(mixtureOf([7], [1]))).toBe(true)
  expect(isValidTtr(mixtureOf([0, 1, 2, 3], [0.25, 0.25, 0.25, 0.25]))).toBe(true)
  expect(isValidTtr(mixtureOf([0, 1, 2, 3], [0.97, 0.01, 0.01, 0.01]))).toBe(false) // the mean lies below the second
  expect(isValidTtr(mixtureOf([0, Number.POSITIVE_INFINITY], [0.5, 0.5]))).toBe(false)
})
