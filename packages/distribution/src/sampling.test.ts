import { describe, expect, test } from 'vitest'
import { type Histogram, histogramCdf, histogramOf } from './histogram.ts'
import { law } from './laws/standard-law.ts'
import { mixtureOf } from './mixture.ts'
import { drawSamples, generator, sampler } from './sampling.ts'
import { ttrOfLaw } from './ttr-of-law.ts'

const gauss = ttrOfLaw(law('gauss', 0, 0), 5)

describe('the keyed generator', () => {
  test('gives the published sequence of xoshiro128** seeded by splitmix64', () => {
    // splitmix64 from key 0 begins e220a8397b1dcdaf 6e789e6aa1b965f4 (its reference implementation), low word first: the state of the reference xoshiro128**.
    const state = [0x7b1dcdaf, 0xe220a839, 0xa1b965f4, 0x6e789e6a]
    const rotl = (x: bigint, k: bigint) => BigInt.asUintN(32, (x << k) | (x >> (32n - k)))
    const s = state.map(BigInt)
    const reference = () => {
      const result = BigInt.asUintN(32, rotl(BigInt.asUintN(32, s[1]! * 5n), 7n) * 9n)
      const t = BigInt.asUintN(32, s[1]! << 9n)
      s[2]! ^= s[0]!
      s[3]! ^= s[1]!
      s[1]! ^= s[2]!
      s[0]! ^= s[3]!
      s[2]! ^= t
      s[3] = rotl(s[3]!, 11n)
      return result
    }
    const random = generator(0)
    for (let i = 0; i < 100; i++) {
      const [high, low] = [reference(), reference()]
      expect(random()).toBe(Number(((high >> 5n) << 26n) | (low >> 6n)) / 2 ** 53)
    }
  })

  test('repeats with its key and differs without', () => {
    const [a, b, c] = [generator(7), generator(7n), generator(8)]
    const first = Array.from({ length: 20 }, a)
    expect(Array.from({ length: 20 }, b)).toEqual(first)
    expect(Array.from({ length: 20 }, c)).not.toEqual(first)
  })
})

test('samples follow the pairwise histogram: the largest gap between distribution functions is below the 0.1 % bound of Kolmogorov', () => {
  const histogram = histogramOf(gauss, 'pairwise') as Histogram
  const n = 20_000
  const samples = drawSamples(gauss, n, generator(1)).sort()
  const gap = Math.max(...samples.map((x, i) => Math.abs(histogramCdf(histogram, x) - (i + 0.5) / n)))
  expect(gap).toBeLessThan(1.95 / Math.sqrt(n))
})

test('a point is drawn as itself', () => {
  expect([...drawSamples(mixtureOf([4], [0.5]), 3, generator(1))]).toEqual([4, 4, 4])
})

test('non-finite masses are drawn by their shares', () => {
  const sample = sampler(mixtureOf([1, Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY], [0.2, 0.1, 0.05, 0.05]))
  expect([0, 0.49, 0.51, 0.74, 0.76, 0.86, 0.89, 0.999].map(sample)).toEqual([1, 1, Number.NaN, Number.NaN, -Infinity, -Infinity, Infinity, Infinity])
})

test('nothing is drawn as NaN', () => {
  expect(sampler(mixtureOf([], []))(0.3)).toBeNaN()
})
