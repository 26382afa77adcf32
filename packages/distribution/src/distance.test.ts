import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Cdf,
  cdfMoments,
  cdfOf,
  chanceDistances,
  drawsForDistance,
  empiricalCdf,
  expectedDistance,
  quantileOf,
  strayOf,
  wassersteinDistance,
} from './distance.ts'
import { law } from './laws/standard-law.ts'
import { fromSamples, mixtureOf } from './mixture.ts'
import { quantileNodes } from './quantile-nodes.ts'
import { sampleFigures } from './sample-figures.ts'
import { generator } from './sampling.ts'
import { ttrOfLaw } from './ttr-of-law.ts'

fc.configureGlobal({ seed: 1 })

const line = (from: number, to: number): Cdf => ({ x: Float64Array.of(from, to), p: Float64Array.of(0, 1) })
const jump = (at: number): Cdf => ({ x: Float64Array.of(at, at), p: Float64Array.of(0, 1) })
/** Through 20 000 points of the law, as far as its mass is seen. */
const exact = (family: 'gauss' | 'exponential'): Cdf => {
  const { cdf } = law(family, 0, 0)
  const [from, to] = family === 'gauss' ? [-9, 9] : [0, 40]
  const x = Float64Array.from({ length: 20_001 }, (_, i) => from + ((to - from) * i) / 20_000)
  const p = x.map(cdf)
  p[0] = 0
  p[20_000] = 1
  return { x, p }
}
const moved = ({ x, p }: Cdf, by: number, scale = 1): Cdf => ({ x: x.map((each) => scale * each + by), p })

test('of lines and jumps, W1 is what geometry says', () => {
  expect(wassersteinDistance(jump(1), jump(3.5))).toBe(2.5)
  expect(wassersteinDistance(line(0, 1), jump(0.5))).toBe(0.25)
  expect(wassersteinDistance(line(0, 1), jump(0))).toBe(0.5)
  expect(wassersteinDistance(line(0, 1), line(5, 6))).toBe(5)
  expect(wassersteinDistance(line(0, 1), line(-1, 2))).toBeCloseTo(0.5, 15) // ∫|Q − Q'| dp = ∫|2p − 1| dp
})
test('of a uniform value and n evenly spread draws, W1 is a quarter of a step', () => {
  const n = 32
  const samples = Float64Array.from({ length: n }, (_, i) => (i + 0.5) / n)
  expect(wassersteinDistance(line(0, 1), empiricalCdf(samples)!)).toBeCloseTo(1 / (4 * n), 14)
})
test('of two sets of as many samples, W1 is the mean distance of those of the same rank', () => {
  const set = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 7, maxLength: 7 })
  fc.assert(
    fc.property(set, set, (one, other) => {
      const [a, b] = [one.toSorted((x, y) => x - y), other.toSorted((x, y) => x - y)]
      const wanted = a.reduce((sum, x, i) => sum + Math.abs(x - b[i]!), 0) / 7
      expect(wassersteinDistance(empiricalCdf(one)!, empiricalCdf(other)!)).toBeCloseTo(wanted, 9)
    }),
  )
})
test('W1 is a distance: symmetric, and a scale changes it by as much', () => {
  const [tracked, samples] = [cdfOf(ttrOfLaw(law('gauss', 0, 0), 6))!, empiricalCdf([-1, 0.3, 0.9, 2])!]
  expect(wassersteinDistance(tracked, samples)).toBeCloseTo(wassersteinDistance(samples, tracked), 14)
  expect(wassersteinDistance(tracked, tracked)).toBe(0)
  expect(wassersteinDistance(moved(tracked, 3, 5), moved(samples, 3, 5))).toBeCloseTo(5 * wassersteinDistance(tracked, samples), 12)
})
test('between Dirac deltas it measures the program and not the encoding: published distances of a Gaussian from itself', () => {
  const gauss = exact('gauss')
  for (const [order, histogram, steps] of [
    [4, 5.5e-3, 7.7e-2],
    [6, 1.1e-3, 2.0e-2],
    [9, 5.1e-5, 2.6e-3],
  ] as const) {
    const mixture = ttrOfLaw(law('gauss', 0, 0), order)
    expect(wassersteinDistance(cdfOf(mixture)!, gauss) / histogram).toBeCloseTo(1, 1)
    const atDiracs = { x: new Float64Array(2 * mixture.positions.length), p: new Float64Array(2 * mixture.positions.length) }
    let sum = 0
    for (let i = 0; i < mixture.positions.length; i++) {
      atDiracs.x[2 * i] = atDiracs.x[2 * i + 1] = mixture.positions[i]!
      atDiracs.p[2 * i] = sum
      atDiracs.p[2 * i + 1] = sum += mixture.masses[i]!
    }
    expect(wassersteinDistance(atDiracs, gauss) / steps).toBeCloseTo(1, 1)
  }
})
test('another scale of a Gaussian by 5 % is 0.05 · E|Z| away', () => {
  const gauss = exact('gauss')
  expect(wassersteinDistance(gauss, moved(gauss, 0, 1.05))).toBeCloseTo(0.05 * Math.sqrt(2 / Math.PI), 4)
})
test('chance: published means of W1 for n draws, in standard deviations', () => {
  expect(expectedDistance(exact('gauss'), 1)).toBeCloseTo(1.288, 2)
  expect(expectedDistance(exact('gauss'), 32)).toBeCloseTo(0.228, 3)
  expect(expectedDistance(exact('gauss'), 32_000)).toBeCloseTo(0.0072, 4)
  expect(expectedDistance(line(0, 1), 1) * Math.sqrt(12)).toBeCloseTo(1.085, 3)
  expect(strayOf(line(0, 1))).toBeCloseTo(Math.PI / 8, 12)
  expect(expectedDistance(exact('exponential'), 1)).toBeCloseTo(1.253, 2)
  expect(drawsForDistance(line(0, 1), expectedDistance(line(0, 1), 777))).toBeCloseTo(777, 9)
})
test('simulated distances lie around the mean that the formula gives, the same for the same key', () => {
  const gauss = cdfOf(ttrOfLaw(law('gauss', 0, 0), 6))!
  const simulated = chanceDistances(gauss, 2000, 400, generator(7))
  const mean = simulated.reduce((sum, each) => sum + each, 0) / simulated.length
  expect(mean / expectedDistance(gauss, 2000)).toBeGreaterThan(0.95)
  expect(mean / expectedDistance(gauss, 2000)).toBeLessThan(1.05)
  expect([...simulated]).toEqual([...simulated].sort((a, b) => a - b))
  expect(chanceDistances(gauss, 50, 3, generator(7))).toEqual(chanceDistances(gauss, 50, 3, generator(7)))
})
test('mass that is not finite is left out, a single position is a jump, and nothing is nothing', () => {
  expect(cdfOf(mixtureOf([2, Number.NaN], [0.5, 0.5]))).toEqual(jump(2))
  expect(cdfOf(mixtureOf([Number.NaN], [1]))).toBeUndefined()
  expect(empiricalCdf([Number.NaN, Number.POSITIVE_INFINITY])).toBeUndefined()
  expect(wassersteinDistance(cdfOf(mixtureOf([2, Number.POSITIVE_INFINITY], [0.5, 0.5]))!, empiricalCdf([2, Number.NaN])!)).toBe(0)
})
test('moments of a density are those of its law, nearer than those of its Dirac deltas', () => {
  const moments = cdfMoments(line(-1, 3))
  expect(moments.mean).toBeCloseTo(1, 12)
  expect(moments.deviation).toBeCloseTo(4 / Math.sqrt(12), 12)
  expect(moments.skewness).toBeCloseTo(0, 12)
  expect(moments.kurtosis).toBeCloseTo(-1.2, 12)
  expect(cdfMoments(cdfOf(ttrOfLaw(law('gauss', 0, 0), 8))!).deviation).toBeCloseTo(1, 3)
})
test('quantiles of lines and jumps', () => {
  expect([0, 0.25, 1].map(quantileOf(line(2, 6)))).toEqual([2, 3, 6])
  const steps = quantileOf(empiricalCdf([1, 2, 4])!)
  expect([0.1, 0.34, 0.99].map(steps)).toEqual([1, 2, 4])
})
test('figures of samples have the standard errors that theory gives for a Gaussian', () => {
  const n = 10_000
  const samples = Float64Array.from([...quantileNodes(law('gauss', 0, 0), n)]).sort()
  const { mean, deviation, skewness, kurtosis, quantiles } = sampleFigures(samples, [0.05, 0.5])
  expect([mean.value, deviation.value, skewness.value]).toEqual([expect.closeTo(0, 6), expect.closeTo(1, 2), expect.closeTo(0, 6)])
  expect(kurtosis.value).toBeCloseTo(0, 1)
  expect(mean.error * Math.sqrt(n)).toBeCloseTo(1, 2)
  expect(deviation.error * Math.sqrt(n)).toBeCloseTo(Math.SQRT1_2, 2)
  expect((skewness.error * Math.sqrt(n)) / Math.sqrt(6)).toBeCloseTo(1, 1)
  expect((kurtosis.error * Math.sqrt(n)) / Math.sqrt(24)).toBeCloseTo(1, 0)
  expect(quantiles[0]!.value).toBeCloseTo(-1.6449, 3)
  expect(quantiles[1]!.error * Math.sqrt(n)).toBeCloseTo(Math.sqrt(Math.PI / 2), 2)
})
test('samples that all are one number have it, and no spread', () => {
  const { mean, deviation, quantiles } = sampleFigures(Float64Array.of(3, 3, 3), [0.5])
  expect([mean, deviation.value, quantiles[0]]).toEqual([{ value: 3, error: 0 }, 0, { value: 3, error: 0 }])
  expect(fromSamples([3, 3]).positions).toHaveLength(1)
})
