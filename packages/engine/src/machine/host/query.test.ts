// Answers to a program's questions against closed forms.
import { type Mixture, mixtureOf, ttrOfSamples } from '@credence/distribution'
import { describe, expect, test } from 'vitest'
import { QUERIES } from '../../abi.ts'
import type { Value } from './described.ts'
import { createQuery } from './query.ts'
import type { Runtime } from './runtime.ts'
import { createShapes } from './shape.ts'

const HANDLE = 1n
/** `ask(question, argument)` of one value; `atoms` are what is printed, and those that the value carries where `value` says so. */
function about(value: Partial<Value>, sorted = new Float64Array(0), atoms: Mixture = ttrOfSamples(sorted, 6)) {
  const none = { positions: new Float64Array(0), masses: new Float64Array(0) }
  const whole: Value = { particle: 0, uncertain: true, mean: 0, atoms: none, ...value }
  const runtime = { value: () => whole, samples: () => sorted, sorted: () => sorted } as unknown as Runtime
  const query = createQuery(
    runtime,
    createShapes(runtime, () => atoms, 64),
  )
  return (question: (typeof QUERIES)[number], argument = 0) => query(QUERIES.indexOf(question), HANDLE, argument)
}
const grid = Float64Array.from({ length: 4096 }, (_, i) => (i + 0.5) / 4096)
const uniformAtoms = ttrOfSamples(grid, 6)

describe('an affine image of a law', () => {
  const law = { family: 'exponential', shape1: 0, shape2: 0 } as const
  const ask = about({ mean: 1, law: { ...law, location: 3, scale: -2 } }, grid, mixtureOf([-1, 0, 1, 2], [0.25, 0.25, 0.25, 0.25]))
  test('answers with the law, mirrored by a negative scale', () => {
    expect(ask('moment', 1)).toBe(1)
    expect(ask('moment', 2)).toBeCloseTo(4, 12)
    expect(ask('moment', 3)).toBeCloseTo(-16, 11)
    expect(ask('supportMax')).toBe(3)
    expect(ask('greater', 1)).toBeCloseTo(1 - Math.exp(-1), 14)
    expect(ask('quantile', 0.25)).toBeCloseTo(3 + 2 * Math.log(0.25), 13)
    expect(ask('density', 1)).toBeCloseTo(Math.exp(-1) / 2, 14)
  })
  test('has a finite end where the law has none: that of its histogram', () => {
    expect(ask('supportMin')).toBeLessThan(-1)
    expect(ask('supportMin')).toBeGreaterThan(-3)
  })
})

describe('a value without a law', () => {
  const ask = about({ mean: 0.5 }, grid, uniformAtoms)
  test('takes central moments from its samples', () => {
    expect(ask('moment', 0)).toBe(1)
    expect(ask('moment', 1)).toBe(0.5)
    expect(ask('moment', 2)).toBeCloseTo((1 - 1 / 4096 ** 2) / 12, 15)
  })
  test('takes quantiles and tails from its samples', () => {
    expect(ask('quantile', 0.3)).toBeCloseTo(0.3, 12)
    expect(ask('quantile', 0)).toBeCloseTo(0, 9)
    expect(ask('quantile', 1)).toBeCloseTo(1, 9)
    expect(ask('quantile', 1 / 16384)).toBeCloseTo(1 / 16384, 9) // half-way between the end and the first sample
    expect(ask('greater', 0.25)).toBe(0.75)
    expect(ask('greater', 0.5 / 4096)).toBe(1 - 0.5 / 4096) // at a sample: half of it lies above
  })
  test('takes the rest from the histogram of its Dirac deltas', () => {
    expect(ask('density', 0.3)).toBeCloseTo(1, 9)
    expect(ask('logLikelihood', 0.3)).toBeCloseTo(0, 9)
    expect(ask('supportMin')).toBeCloseTo(0, 9)
    expect(ask('supportMax')).toBeCloseTo(1, 9)
  })
  test('draws samples from it, a new one each time and the same in every run', () => {
    const draws = Array.from({ length: 2000 }, () => ask('sample'))
    expect(draws.reduce((sum, x) => sum + x, 0) / 2000).toBeCloseTo(0.5, 1)
    expect(new Set(draws).size).toBe(2000)
    const again = about({ mean: 0.5 }, grid, uniformAtoms)
    expect(Array.from({ length: 5 }, () => again('sample'))).toEqual(draws.slice(0, 5))
  })
  test('has as many modes as humps', () => {
    const humps = about({}, grid, mixtureOf([0, 1, 2, 8, 9, 10], [0.05, 0.2, 0.05, 0.05, 0.6, 0.05]))
    expect([humps('mode', 1), humps('mode', 2), humps('mode', 0), humps('mode', 9)]).toEqual([9, 1, 9, Number.NaN])
  })
})

test('outside of [0, 1] there is no quantile', () => {
  const ask = about({}, grid, uniformAtoms)
  expect([ask('quantile', -0.1), ask('quantile', 1.1), ask('quantile', Number.NaN)]).toEqual([Number.NaN, Number.NaN, Number.NaN])
})

describe('data', () => {
  const scenarios = mixtureOf([1.2, 2, 3.1], [0.125, 0.625, 0.25])
  test('answer with their masses: three weighted scenarios', () => {
    const ask = about({ atoms: scenarios, mean: 2.175 }, grid, scenarios)
    expect([ask('greater', 2.5), ask('greater', 2), ask('greater', 1.9), ask('greater', 3.1)]).toEqual([0.25, 0.25, 0.875, 0])
    expect([0, 0.125, 0.126, 0.75, 0.751, 1].map((p) => ask('quantile', p))).toEqual([1.2, 1.2, 2, 2, 3.1, 3.1])
    expect([ask('logLikelihood', 2), ask('logLikelihood', 2.1)]).toEqual([Math.log(0.625), Number.NEGATIVE_INFINITY])
  })
  test('that fill the core and could be the Dirac deltas of a law count as one', () => {
    const read = about({ atoms: uniformAtoms, mean: 0.5 }, grid, uniformAtoms)
    expect(read('quantile', 0.3)).toBeCloseTo(0.3, 12)
    expect(read('greater', 0.3)).toBeCloseTo(0.7, 12)
  })
  test('behind an operation are told by ties among the samples', () => {
    const sums = Float64Array.from({ length: 4096 }, (_, i) => (i < 1024 ? 0 : i < 3072 ? 1 : 2)) // two coins
    const ask = about({ mean: 1 }, sums)
    expect([ask('greater', 0), ask('greater', 0.5), ask('greater', 1)]).toEqual([0.75, 0.75, 0.25])
    expect([0.25, 0.3, 0.75, 0.76].map((p) => ask('quantile', p))).toEqual([0, 1, 1, 2])
    expect([ask('logLikelihood', 1), ask('logLikelihood', 0.5)]).toEqual([Math.log(0.5), Number.NEGATIVE_INFINITY])
  })
  test('in one part of a law are an atom there, and the rest is continuous', () => {
    const clipped = grid.map((x) => Math.max(0, x - 0.5)) // half of the mass at 0
    const ask = about({ mean: 0.125 }, clipped)
    expect([ask('greater', 0), ask('quantile', 0.4), ask('quantile', 0.5)]).toEqual([0.5, 0, 0])
    expect(ask('quantile', 0.75)).toBeCloseTo(0.25, 12)
  })
})

test('the joint outcome with the least value is found, and its instances', () => {
  const ask = about({}, Float64Array.of(Number.NaN, 3, -1, 2, -1), uniformAtoms)
  expect([ask('least'), ask('instance', 2), ask('instance', 3), ask('instance', 9)]).toEqual([2, -1, 2, Number.NaN])
  const plain = about({ uncertain: false, particle: 3 })
  expect([plain('least'), plain('instance', 7)]).toEqual([0, 3])
})

test('infinities keep their share of the mass', () => {
  const mixture = mixtureOf([1, 2, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY], [0.3, 0.3, 0.2, 0.2])
  const samples = Float64Array.from({ length: 10 }, (_, i) => (i < 6 ? 1 + i / 5 : i < 8 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY))
  const sampled = about({}, samples, mixture)
  expect([sampled('quantile', 0.1), sampled('quantile', 0.5), sampled('quantile', 0.9)]).toEqual([
    Number.NEGATIVE_INFINITY,
    1.5,
    Number.POSITIVE_INFINITY,
  ])
  expect([sampled('greater', 100), sampled('greater', -100), sampled('greater', 1.9)]).toEqual([0.2, 0.8, 0.3])
  const ask = about({ atoms: mixture }, grid, mixture)
  expect([ask('quantile', 0.1), ask('quantile', 0.9)]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])
  expect(ask('greater', 100)).toBeCloseTo(0.2, 15)
  expect(ask('greater', -100)).toBeCloseTo(0.8, 15)
})

test('a plain number is a point', () => {
  const ask = about({ uncertain: false, particle: 3 })
  expect([ask('moment', 2), ask('quantile', 0.2), ask('greater', 2), ask('greater', 3), ask('density', 3), ask('sample')]).toEqual([
    0,
    3,
    1,
    0,
    Number.POSITIVE_INFINITY,
    3,
  ])
})
