import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import examples from './fixtures/worked-examples.json' with { type: 'json' }
import { type Binning, type Histogram, histogramCdf, histogramDensity, histogramOf, histogramQuantile } from './histogram.ts'
import { law } from './laws/standard-law.ts'
import { type Mixture, mixtureOf } from './mixture.ts'
import { plotBins, ttrOfHistogram } from './plot-bins.ts'
import { ttrOfLaw } from './ttr-of-law.ts'
import { parseUx } from './ux-text.ts'

fc.configureGlobal({ seed: 1 })

const gauss16 = ttrOfLaw(law('gauss', 0, 0), 4)
const BOTH: readonly Binning[] = ['pairwise', 'ttr']

describe('published check values', () => {
  test.each(BOTH)('example 3, %s', (binning) => {
    const { edges, heights } = bins(parseUx(examples[3].text).mixture, binning)
    expect([...edges]).toEqual([21, 21.25, 21.5, 21.75, 22])
    expect([...heights]).toEqual([1, 1, 1, 1])
  })

  test.each(BOTH)('example 6, %s', (binning) => {
    const { edges, heights } = bins(parseUx(examples[6].text).mixture, binning)
    expect(edges[0]).toBeCloseTo(105000, 10 - 0.5)
    expect(edges.at(-1)).toBeCloseTo(107000, 10 - 0.5)
    for (const height of heights) expect(height).toBeCloseTo(0.0005, 12)
  })

  test('standard Gaussian, N = 16, pairwise', () => {
    const { edges, heights } = bins(gauss16, 'pairwise')
    expect(edges[0]).toBeCloseTo(-3.3306330845, 9.5)
    expect(heights[0]).toBeCloseTo(0.0080057964, 9.5)
    expect(heights[1]).toBeCloseTo(0.0636417136, 9.5)
    expect(edges[2]).toBeCloseTo(-1.8252859838, 9.5)
    expect(Math.max(...heights)).toBeCloseTo(0.39894497, 8)
  })

  test('standard Gaussian, N = 16, TTR', () => {
    const { edges, heights } = bins(gauss16, 'ttr')
    expect(edges[0]).toBeCloseTo(-3.4651172301, 9.5)
    expect(heights[0]).toBeCloseTo(0.0065558244, 9.5)
    expect(heights[1]).toBeCloseTo(0.0654928787, 9.5)
    expect(edges[2]).toBeCloseTo(-1.8252859838, 9.5)
  })

  test.each(BOTH)('standard Gaussian, N = 32 (example 5), %s', (binning) => {
    const { edges, heights } = bins(parseUx(examples[5].text).mixture, binning)
    expect(edges[0]).toBeCloseTo(-2.9184170318, 9.5)
    expect(heights[0]).toBeCloseTo(0.0189260257, 9.5)
    expect(heights[1]).toBeCloseTo(0.0189260257, 9.5)
    expect(edges[2]).toBeCloseTo(-2.2194097942, 9.5)
    expect(Math.max(...heights)).toBeCloseTo(0.39894245, 8)
  })
})

test('one position is a point, none is nothing', () => {
  expect(histogramOf(mixtureOf([4, Number.NaN], [0.5, 0.5]), 'pairwise')).toEqual({ point: 4 })
  expect(histogramOf(mixtureOf([Number.NaN], [1]), 'pairwise')).toBeUndefined()
})

test('neighbours closer than rounding are merged before binning', () => {
  expect(histogramOf(mixtureOf([1, 1 + 2 ** -52], [0.5, 0.5]), 'pairwise')).toEqual({ point: 1 })
})

const mixtures = fc
  .uniqueArray(fc.tuple(fc.double({ min: -1000, max: 1000, noNaN: true }), fc.double({ min: 0.01, max: 1, noNaN: true })), { minLength: 2, maxLength: 40, selector: ([x]) => Math.round(x * 1e6) + 0 })
  .map((pairs) => mixtureOf(pairs.map(([x]) => x), pairs.map(([, m]) => m))) // biome-ignore format: one thought

test('the two bins beside a Dirac delta hold its mass and have their mean at its position', () => {
  fc.assert(
    fc.property(mixtures, fc.constantFrom(...BOTH), (mixture, binning) => {
      const { edges, heights } = bins(mixture, binning)
      const range = edges.at(-1)! - edges[0]!
      for (let i = 0; i < mixture.positions.length; i++) {
        const [a, x, b] = edges.subarray(2 * i, 2 * i + 3)
        const [left, right] = [heights[2 * i]! * (x! - a!), heights[2 * i + 1]! * (b! - x!)]
        expect(left + right).toBeCloseTo(mixture.masses[i]!, 9)
        expect(Math.abs((left * (a! + x!)) / 2 + (right * (x! + b!)) / 2 - mixture.masses[i]! * mixture.positions[i]!)).toBeLessThanOrEqual(
          1e-9 * Math.max(range, 1),
        )
      }
    }),
  )
})

test('the TTR of the histogram of a valid TTR is that TTR again', () => {
  for (const family of ['gauss', 'exponential', 'laplace', 'gumbel1'] as const) {
    const table = ttrOfLaw(law(family, 0, 0), 5)
    const again = ttrOfHistogram(bins(table, 'ttr'), 5)
    for (let i = 0; i < 32; i++) {
      expect(again.positions[i]).toBeCloseTo(table.positions[i]!, 12)
      expect(again.masses[i]).toBeCloseTo(table.masses[i]!, 13)
    }
  }
})

test('the quantile function inverts the distribution function', () => {
  fc.assert(
    fc.property(mixtures, fc.double({ min: 0.001, max: 0.999, noNaN: true }), (mixture, p) => {
      const histogram = bins(mixture, 'pairwise')
      expect(histogramCdf(histogram, histogramQuantile(histogram, p))).toBeCloseTo(p, 6)
    }),
  )
})

test('the ends, and what lies outside', () => {
  const histogram = bins(parseUx(examples[3].text).mixture, 'pairwise')
  expect([0, 0.5, 1, 1.5, -0.5].map((p) => histogramQuantile(histogram, p))).toEqual([21, 21.5, 22, Number.NaN, Number.NaN])
  expect([20, 21, 21.25, 22, 23].map((x) => histogramCdf(histogram, x))).toEqual([0, 0, 0.25, 1, 1])
  expect([20.9, 21, 21.6, 22, 22.1].map((x) => histogramDensity(histogram, x))).toEqual([0, 1, 1, 1, 0])
})

describe('bars of a plot', () => {
  test('have at most 2·2^floor(log2 N), the wanted number and 1024', () => {
    expect(count(ttrOfLaw(law('gauss', 0, 0), 4), 64)).toBe(32)
    expect(count(ttrOfLaw(law('gauss', 0, 0), 8), 64)).toBe(64)
    expect(count(ttrOfLaw(law('gauss', 0, 0), 10), 5000)).toBe(1024)
    expect(count(mixtureOf([1, 2, 5], [0.2, 0.5, 0.3]), 64)).toBe(4)
    expect(count(ttrOfLaw(law('gauss', 0, 0), 8), 100)).toBe(64)
  })

  test('hold the finite mass and the mean', () => {
    fc.assert(
      fc.property(mixtures, (mixture) => {
        const { edges, heights } = plotBins(mixture, 64) as Histogram
        let mass = 0
        for (let i = 0; i < heights.length; i++) mass += heights[i]! * (edges[i + 1]! - edges[i]!)
        expect(mass).toBeCloseTo(
          mixture.masses.reduce((sum, m) => sum + m),
          9,
        )
        for (let i = 1; i < edges.length; i++) expect(edges[i]! > edges[i - 1]!).toBe(true)
      }),
    )
  })

  function count(mixture: Mixture, wanted: number): number {
    return (plotBins(mixture, wanted) as Histogram).heights.length
  }
})

function bins(mixture: Mixture, binning: Binning): Histogram {
  return histogramOf(mixture, binning) as Histogram
}
