import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromSamples, fromWeightedSamples, mixtureOf } from './mixture.ts'
import { centralMoment, mean, rawMoment, stepCdf, stepQuantile, supportRange } from './statistics.ts'

fc.configureGlobal({ seed: 1 })

const INF = Number.POSITIVE_INFINITY
const finite = mixtureOf([3, 1, 2], [0.25, 0.5, 0.25])
const empty = mixtureOf([], [])
const withNaN = mixtureOf([1, Number.NaN], [0.5, 0.5])
const up = mixtureOf([1, INF], [0.5, 0.5])
const down = mixtureOf([1, -INF], [0.5, 0.5])
const both = mixtureOf([1, INF, -INF], [0.5, 0.25, 0.25])

test.each([
  ['mean', mean, [1.75, Number.NaN, Number.NaN, INF, -INF, Number.NaN]],
  ['raw moment of order 0', (m: typeof finite) => rawMoment(m, 0), [1, Number.NaN, 1, 1, 1, 1]],
  ['raw moment of order 2', (m: typeof finite) => rawMoment(m, 2), [3.75, Number.NaN, Number.NaN, INF, INF, INF]],
  ['raw moment of order 3', (m: typeof finite) => rawMoment(m, 3), [9.25, Number.NaN, Number.NaN, INF, -INF, Number.NaN]],
  ['central moment of order 0', (m: typeof finite) => centralMoment(m, 0), [1, Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN]],
  ['central moment of order 2', (m: typeof finite) => centralMoment(m, 2), [0.6875, Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN]],
  ['support range', supportRange, [2, Number.NaN, Number.NaN, INF, INF, INF]],
] as const)('%s of finite, empty, NaN, +Inf, -Inf and two-sided mixtures', (_, statistic, expected) => {
  expect([finite, empty, withNaN, up, down, both].map((mixture) => statistic(mixture))).toEqual(expected)
})

test('one position has range 0', () => {
  expect(supportRange(mixtureOf([5], [0.3]))).toBe(0)
})

test('masses are divided by their sum', () => {
  expect(mean(mixtureOf([1, 3], [2, 6]))).toBe(2.5)
})

test('a large common offset costs no digits', () => {
  expect(centralMoment(mixtureOf([1e9, 1e9 + 1, 1e9 + 2], [0.25, 0.5, 0.25]), 2)).toBe(0.5)
})

describe('step functions', () => {
  test('the distribution function counts the position itself', () => {
    expect([0, 1, 1.5, 2, 3, Number.NaN].map((x) => stepCdf(finite, x))).toEqual([0, 0.5, 0.5, 0.75, 1, Number.NaN])
  })

  test('the quantile is the smallest position that reaches the probability', () => {
    expect([0, 0.5, 0.6, 0.75, 1, Number.NaN].map((t) => stepQuantile(finite, t))).toEqual([1, 1, 2, 2, 3, Number.NaN])
  })

  test('infinities stand at the ends', () => {
    expect([0, 0.2, 0.5, 0.9].map((t) => stepQuantile(both, t))).toEqual([-INF, -INF, 1, INF])
  })

  test('a larger probability never gives a smaller quantile', () => {
    const probability = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true }), { minLength: 1 }), probability, probability, (samples, p, q) => {
        const mixture = fromSamples(samples)
        expect(stepQuantile(mixture, Math.min(p, q)) <= stepQuantile(mixture, Math.max(p, q))).toBe(true)
      }),
    )
  })
})

describe('empirical mixtures', () => {
  test('every sample has mass 1/n and equal ones are merged', () => {
    const mixture = fromSamples([2, 1, 2, Number.NaN])
    expect([...mixture.positions]).toEqual([1, 2, Number.NaN])
    expect([...mixture.masses]).toEqual([0.25, 0.5, 0.25])
  })

  test('weights are divided by their sum', () => {
    expect(fromWeightedSamples([1, 2], [3, 1])).toEqual(mixtureOf([1, 2], [0.75, 0.25]))
  })

  test.each([
    [[1, -1], 'weights[1]: -1 is negative'],
    [[0, 0], 'their sum 0 is not finite and above 0'],
    [[1, INF], 'their sum Infinity is not finite and above 0'],
    [[1, Number.NaN], 'their sum NaN is not finite and above 0'],
  ])('weights %s are refused', (weights, message) => {
    expect(() => fromWeightedSamples([1, 2], weights)).toThrow(message)
  })
})
