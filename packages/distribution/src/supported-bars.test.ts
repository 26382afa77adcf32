import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Histogram, histogramDensity } from './histogram.ts'
import type { Family } from './laws/standard-law.ts'
import { law } from './laws/standard-law.ts'
import { fromSamples, mixtureOf } from './mixture.ts'
import { plotBins } from './plot-bins.ts'
import { generator } from './sampling.ts'
import { supportedBars } from './supported-bars.ts'
import { ttrOfMixture, ttrOfSamples } from './ttr.ts'
import { ttrOfLaw } from './ttr-of-law.ts'
import { parseUx } from './ux-text.ts'

const bars = (...of: Parameters<typeof supportedBars>) => supportedBars(...of) as Histogram
const areas = ({ edges, heights }: Histogram) => heights.map((height, i) => height * (edges[i + 1]! - edges[i]!))
const sum = (values: Iterable<number>) => [...values].reduce((total, x) => total + x, 0)

/** ∫ |bars − density|, by 32 points in each bar; what the bars do not reach counts in full. */
function error({ edges, heights }: Histogram, density: (x: number) => number): number {
  let [off, reached] = [0, 0]
  heights.forEach((height, i) => {
    const step = (edges[i + 1]! - edges[i]!) / 32
    for (let k = 0; k < 32; k++) {
      const exact = density(edges[i]! + (k + 0.5) * step)
      off += Math.abs(height - exact) * step
      reached += exact * step
    }
  })
  return off + Math.max(0, 1 - reached)
}

/** Independent draws, which scatter at least as much as the engine's samples. */
function drawn(quantile: (p: number) => number, seed: number, count = 4096): Float64Array {
  const random = generator(seed)
  return Float64Array.from({ length: count }, () => quantile(random())).sort()
}

const SMOOTH: [Family, number, number][] = [
  ['gauss', 0, 0],
  ['gamma', 3, 0],
  ['lognormal', 0.5, 0],
  ['logistic', 0, 0],
  ['beta', 2, 3],
]

/** The first value that examples/home/braking.c prints on a core of 4096 samples. */
const STOPPING_DISTANCE = readFileSync(join(import.meta.dirname, 'fixtures/stopping-distance.ux'), 'utf8').trim()
/** P(D ≤ x) of D = r v + v²/(2 · 9.81 g): r and v Gaussian, g uniform; D is Gaussian for each v and g. */
function belowStoppingDistance(x: number): number {
  const gauss = law('gauss', 0, 0)
  const [speeds, grips] = [100, 50]
  let mass = 0
  for (let i = 0; i < speeds; i++) {
    const v = (50 + 3 * gauss.quantile((i + 0.5) / speeds)) / 3.6
    for (let j = 0; j < grips; j++) {
      const g = 0.55 + (0.3 * (j + 0.5)) / grips
      mass += gauss.cdf((x - v - (v * v) / (2 * 9.81 * g)) / (0.15 * v))
    }
  }
  return mass / (speeds * grips)
}

describe('samples of a smooth law are drawn smooth', () => {
  test.each(SMOOTH)('%s (%d, %d): less than half of the error, and one mode', (family, shape1, shape2) => {
    const exact = law(family, shape1, shape2)
    for (const seed of [1, 2, 3]) {
      const value = ttrOfSamples(drawn(exact.quantile, seed), 6)
      const [before, after] = [plotBins(value, 64) as Histogram, bars(value, 64)]
      expect(error(after, exact.pdf)).toBeLessThan(0.05)
      expect(error(before, exact.pdf)).toBeGreaterThan(2 * error(after, exact.pdf))
      const top = Math.max(...after.heights)
      const turns = after.heights.filter((h, i) => {
        const [left, right] = [after.heights[i - 1] ?? 0, after.heights[i + 1] ?? 0]
        return (h - left) * (h - right) > 0 && Math.min(Math.abs(h - left), Math.abs(h - right)) > 0.04 * top
      })
      expect(turns.length).toBeLessThanOrEqual(1) // the mode
    }
  })
})

describe('every bar has the mass of its law', () => {
  test('within 2.5 % from 1 % to 99 % of the stopping distance of a car, of the samples of the engine', () => {
    const { edges, heights } = bars(parseUx(STOPPING_DISTANCE).mixture, 64)
    const below = Array.from(edges, belowStoppingDistance)
    const off = areas({ edges, heights }).map((area, i) => area / (below[i + 1]! - below[i]!) - 1)
    const inner = off.filter((_, i) => below[i]! > 0.01 && below[i + 1]! < 0.99)
    expect(inner.length).toBe(60)
    expect(Math.max(...inner.map(Math.abs))).toBeLessThan(0.025)
  })

  test('within 25 % of independent draws, 2.5 % on average, and one in a hundred stands out by more than 3.5 %', () => {
    const [off, teeth]: [number[], number[]] = [[], []]
    for (const [family, shape1, shape2] of SMOOTH) {
      const { cdf, quantile } = law(family, shape1, shape2)
      for (let seed = 1; seed <= 8; seed++) {
        const { edges, heights } = bars(ttrOfSamples(drawn(quantile, seed), 6), 64)
        const exact = Array.from(heights, (_, i) => cdf(edges[i + 1]!) - cdf(edges[i]!))
        const errors = areas({ edges, heights }).map((area, i) => area / exact[i]! - 1)
        for (let i = 2; i + 2 < errors.length; i++) {
          if (exact[i]! < 1 / 128) continue // half of an average bar: fewer draws
          off.push(Math.abs(errors[i]!))
          const [left, right] = [errors[i]! - errors[i - 1]!, errors[i]! - errors[i + 1]!]
          teeth.push(left * right > 0 ? Math.min(Math.abs(left), Math.abs(right)) : 0)
        }
      }
    }
    teeth.sort((x, y) => x - y)
    expect(Math.max(...off)).toBeLessThan(0.25)
    expect(sum(off) / off.length).toBeLessThan(0.025)
    expect(teeth[Math.floor(0.99 * teeth.length)]).toBeLessThan(0.035)
  })

  test('a light part in the tail is one bar, although the mean of its few draws is not in its middle', () => {
    const { cdf, quantile } = law('gamma', 8, 0)
    const { edges, heights } = bars(ttrOfSamples(drawn(quantile, 28), 6), 64)
    expect(heights.length).toBe(64)
    for (let i = 55; i < 63; i++) expect((heights[i]! * (edges[i + 1]! - edges[i]!)) / (cdf(edges[i + 1]!) - cdf(edges[i]!))).toBeLessThan(1.25)
  })
})

describe('what is sharp stays sharp', () => {
  test('the edges of a uniform law', () => {
    const value = ttrOfSamples(
      drawn((p) => p, 5),
      6,
    )
    const { edges, heights } = bars(value, 64)
    expect([edges[0], edges.at(-1)]).toEqual([expect.closeTo(0, 1), expect.closeTo(1, 1)])
    const half = [...heights].map((height, i) => ({ height, x: edges[i]! })).filter(({ x }) => x > 0.03 && x < 0.93)
    for (const { height } of half) expect(Math.abs(height - 1)).toBeLessThan(0.15)
    expect(error({ edges, heights }, (x) => (x > 0 && x < 1 ? 1 : 0))).toBeLessThan(0.06)
  })

  test('a step within', () => {
    const value = ttrOfSamples(
      drawn((p) => (p < 0.8 ? p / 0.8 : 1 + (p - 0.8) / 0.4), 7),
      6,
    )
    const exact = (x: number) => (x > 0 && x < 1 ? 0.8 : x > 1 && x < 1.5 ? 0.4 : 0)
    const found = bars(value, 64)
    expect(error(found, exact)).toBeLessThan(0.07)
    expect(1.5 * error(found, exact)).toBeLessThan(error(plotBins(value, 64) as Histogram, exact))
    for (const x of [0.9, 0.95, 1.06, 1.1]) expect(Math.abs(histogramDensity(found, x) / exact(x) - 1)).toBeLessThan(0.25)
  })

  test('two modes, and nothing between them', () => {
    const { quantile, pdf } = law('gauss', 0, 0)
    const value = ttrOfSamples(
      drawn((p) => (p < 0.3 ? quantile(p / 0.3) : 20 + 2 * quantile((p - 0.3) / 0.7)), 9),
      6,
    )
    const found = bars(value, 64)
    const between = error(found, (x) => 0.3 * pdf(x) + (0.7 * pdf((x - 20) / 2)) / 2)
    expect(between).toBeLessThan(0.12)
    expect(between).toBeLessThan(error(plotBins(value, 64) as Histogram, (x) => 0.3 * pdf(x) + (0.7 * pdf((x - 20) / 2)) / 2))
    expect(histogramDensity(found, 8)).toBeLessThan(2e-3)
  })

  test('six modes beside each other', () => {
    const { quantile, pdf } = law('gauss', 0, 0)
    const exact = (x: number) => [1, 2, 3, 4, 5, 6].reduce((total, face) => total + pdf((x - face) / 0.15) / 0.9, 0)
    const at = (p: number) => Math.min(5, Math.floor(6 * p))
    const pairs = [1, 2, 3, 4, 5].map((seed) => {
      const value = ttrOfSamples(
        drawn((p) => 1 + at(p) + 0.15 * quantile(6 * p - at(p)), seed),
        6,
      )
      const found = bars(value, 64)
      for (const face of [1, 2, 3, 4, 5]) expect(histogramDensity(found, face + 0.5)).toBeLessThan(histogramDensity(found, face) / 4)
      return [error(plotBins(value, 64) as Histogram, exact), error(found, exact)] as const
    })
    expect(sum(pairs.map(([, after]) => after))).toBeLessThan(sum(pairs.map(([before]) => before)))
  })

  test('an atom keeps its mass, and its neighbours theirs', () => {
    const { quantile } = law('gauss', 0, 0)
    const value = ttrOfSamples(
      drawn((p) => Math.max(0, quantile(p)), 11),
      6,
    )
    const found = bars(value, 64)
    const at = found.heights.indexOf(Math.max(...found.heights))
    expect(areas(found)[at]).toBeCloseTo(0.5, 1)
    expect(found.edges[at + 1]! - found.edges[at]!).toBeLessThan(1e-2)
    for (const x of [0.3, 0.6, 1]) expect(Math.abs(histogramDensity(found, x) / law('gauss', 0, 0).pdf(x) - 1)).toBeLessThan(0.15)
  })

  test('discrete data, and lists that no mean split leaves, are drawn as before', () => {
    const random = generator(3)
    const data = fromSamples(Array.from({ length: 50 }, () => Math.round(30 * random() * random())))
    const weights = mixtureOf(
      Array.from({ length: 60 }, (_, i) => i),
      Array.from({ length: 60 }, () => random() / 30),
    )
    for (const value of [data, weights, mixtureOf([1, 2, 5], [0.2, 0.5, 0.3])]) expect(supportedBars(value, 64)).toEqual(plotBins(value, 64))
  })
})

describe('an exact law', () => {
  test('has a bar for each Dirac delta, with its very mass', () => {
    for (const family of ['gauss', 'exponential', 'laplace', 'gumbel1'] as const) {
      const value = ttrOfLaw(law(family, 0, 0), 6)
      expect(bars(value, 64).heights.length).toBe(64)
      areas(bars(value, 64)).forEach((area, i) => {
        expect(area).toBeCloseTo(value.masses[i]!, 14)
      })
      expect(error(bars(value, 64), law(family, 0, 0).pdf)).toBeLessThan(0.035)
    }
  })

  test('rises and falls once', () => {
    const { heights } = bars(ttrOfLaw(law('gauss', 0, 0), 6), 64)
    for (let i = 1; i < 32; i++) expect(heights[i]!).toBeGreaterThanOrEqual(heights[i - 1]! * (1 - 1e-12))
  })

  test('has 64 bars where it has more Dirac deltas, and those of plotBins where it has fewer', () => {
    expect(bars(ttrOfLaw(law('gauss', 0, 0), 9), 64).heights.length).toBe(64)
    expect(bars(ttrOfLaw(law('gauss', 0, 0), 9), 16).heights.length).toBe(16)
    const few = ttrOfLaw(law('gauss', 0, 0), 5)
    expect(supportedBars(few, 64)).toEqual(plotBins(few, 64))
  })
})

test('any finite mixture has bars that ascend and hold its mass; points and nothing stay what they are', () => {
  const mixtures = fc
    .uniqueArray(fc.tuple(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.double({ min: 1e-6, max: 1, noNaN: true })), {
      minLength: 2,
      maxLength: 200,
      selector: ([x]) => Math.round(x * 1e3) + 0,
    })
    .map((pairs) =>
      mixtureOf(
        pairs.map(([x]) => x),
        pairs.map(([, m]) => m),
      ),
    )
  fc.assert(
    fc.property(mixtures, fc.constantFrom(2, 16, 64), fc.boolean(), (mixture, most, encoded) => {
      const value = encoded ? ttrOfMixture(mixture, 6) : mixture
      const found = bars(value, most)
      expect(sum(areas(found))).toBeCloseTo(sum(value.masses), 9)
      expect(found.heights.every((height) => height > 0 && Number.isFinite(height))).toBe(true)
      expect(found.edges.every((edge, i) => i === 0 || edge > found.edges[i - 1]!)).toBe(true)
    }),
  )
  expect(supportedBars(mixtureOf([3], [1]), 64)).toEqual({ point: 3 })
  expect(supportedBars(mixtureOf([Number.NaN], [1]), 64)).toBeUndefined()
  expect(() => supportedBars(mixtureOf([1, 2], [0.5, 0.5]), 1)).toThrow(RangeError)
})
