// How far two distributions are apart: the Wasserstein distance W1 = ∫ |F − G| dx, in the unit of the values; and how far apart a distribution and n
// draws of it are by chance alone.

import { histogramOf } from './histogram.ts'
import { finiteCount, type Mixture, sumOf } from './mixture.ts'
import { log } from './special/elementary.ts'
import { integrate } from './special/quadrature.ts'
import { isValidTtr } from './ttr.ts'

/** A distribution function through points, linear between them; where two points have the same x, it jumps. 0 before the first, 1 from the last on. */
export interface Cdf {
  /** Ascending, finite. */
  readonly x: Float64Array
  /** Ascending from 0 to 1. */
  readonly p: Float64Array
}

/**
 * Of the finite mass, between Dirac deltas as a density is drawn between them: by TTR binning where the mixture is a valid TTR, pairwise elsewhere. Steps at
 * the Dirac deltas would measure how a distribution is written down. One position is a jump. Undefined without finite mass.
 */
export function cdfOf(mixture: Mixture): Cdf | undefined {
  const histogram = histogramOf(finitePart(mixture), isValidTtr(mixture) ? 'ttr' : 'pairwise')
  if (!histogram) return undefined
  if ('point' in histogram) return { x: Float64Array.of(histogram.point, histogram.point), p: Float64Array.of(0, 1) }
  const { edges, heights } = histogram
  const areas = heights.map((height, bin) => height * (edges[bin + 1]! - edges[bin]!))
  const total = sumOf(areas, 0, areas.length)
  const p = new Float64Array(edges.length)
  for (let bin = 0; bin < areas.length; bin++) p[bin + 1] = Math.min(1, p[bin]! + areas[bin]! / total)
  p[areas.length] = 1
  return { x: edges, p }
}

/** Each finite sample is a step of the same height; what is not finite is left out. Undefined without a finite sample. */
export function empiricalCdf(samples: ArrayLike<number>): Cdf | undefined {
  const sorted = Float64Array.from(samples).filter(Number.isFinite).sort()
  return sorted.length === 0 ? undefined : stepsAt(sorted)
}

/** W1, exact for functions of this kind but for rounding. */
export function wassersteinDistance(one: Cdf, other: Cdf): number {
  const [first, second] = [new Cursor(one), new Cursor(other)]
  let sum = 0
  for (let at = Math.min(first.next, second.next); ; ) {
    first.enter(at)
    second.enter(at)
    const to = Math.min(first.next, second.next)
    if (to === Number.POSITIVE_INFINITY) break
    sum += areaBetween(first.levelAt(at) - second.levelAt(at), first.levelAt(to) - second.levelAt(to), to - at)
    at = to
  }
  return sum
}

/** ∫ √(F(1 − F)) dx: how much n draws stray from F, times √n. In the unit of the values. */
export function strayOf({ x, p }: Cdf): number {
  let sum = 0
  for (let i = 0; i + 1 < x.length; i++) sum += (x[i + 1]! - x[i]!) * meanRoot(p[i]!, p[i + 1]!)
  return sum
}

/** W1 that n independent draws of a distribution have on average from it, for n that is not very small: √(2/(π n)) ∫ √(F(1 − F)) dx. @param n  draws */
export const expectedDistance = (cdf: Cdf, n: number): number => Math.sqrt(2 / (Math.PI * n)) * strayOf(cdf)

/** So many independent draws come as near to their distribution as `distance` on average. */
export const drawsForDistance = (cdf: Cdf, distance: number): number => (2 / Math.PI) * square(strayOf(cdf) / distance)

/**
 * W1 between a distribution and n independent draws of it, again and again.
 * @param random  uniform numbers in [0, 1), n + 1 a round
 * @returns one for each round, ascending
 */
export function chanceDistances(cdf: Cdf, n: number, rounds: number, random: () => number): Float64Array {
  const quantile = quantileOf(cdf)
  const draws = new Float64Array(n)
  return Float64Array.from({ length: rounds }, () => {
    // Uniform numbers in their order: the sums of exponential ones, divided by the last of them.
    let sum = 0
    for (let i = 0; i < n; i++) {
      sum -= log(1 - random())
      draws[i] = sum
    }
    const whole = sum - log(1 - random())
    for (let i = 0; i < n; i++) draws[i] = quantile(draws[i]! / whole)
    return wassersteinDistance(cdf, stepsAt(draws))
  }).sort()
}

/** Moments of a distribution function as its density is drawn, not of the Dirac deltas that it came from. */
export function cdfMoments({ x, p }: Cdf): {
  readonly mean: number
  readonly deviation: number
  readonly skewness: number
  readonly kurtosis: number
} {
  const count = x.length - 1
  const over = (term: (middle: number, half: number) => number): number => {
    const terms = new Float64Array(count)
    for (let i = 0; i < count; i++) terms[i] = (p[i + 1]! - p[i]!) * term(x[i]! + (x[i + 1]! - x[i]!) / 2, (x[i + 1]! - x[i]!) / 2)
    return sumOf(terms, 0, count)
  }
  const origin = x[count >> 1]!
  const mean = origin + over((middle) => middle - origin)
  const about = (order: (c: number, h2: number) => number) => over((middle, half) => order(middle - mean, half * half))
  const variance = about((c, h2) => c * c + h2 / 3)
  const deviation = Math.sqrt(variance)
  return {
    mean,
    deviation,
    skewness: about((c, h2) => c * c * c + c * h2) / (variance * deviation),
    kurtosis: about((c, h2) => square(c * c) + 2 * c * c * h2 + (h2 * h2) / 5) / square(variance) - 3,
  }
}

/** The smallest x with F(x) ≥ p. @returns a function of 0 ≤ p ≤ 1 */
export function quantileOf({ x, p }: Cdf): (probability: number) => number {
  const last = x.length - 1
  return (probability) => {
    let low = 0
    let high = last
    while (low < high) {
      const middle = (low + high) >> 1
      if (p[middle]! < probability) low = middle + 1
      else high = middle
    }
    if (low === 0) return x[0]!
    const rise = p[low]! - p[low - 1]!
    return rise > 0 ? x[low - 1]! + (x[low]! - x[low - 1]!) * Math.min(1, (probability - p[low - 1]!) / rise) : x[low]!
  }
}

/** A place that moves along a distribution function. */
class Cursor {
  readonly #cdf: Cdf
  #index = -1
  constructor(cdf: Cdf) {
    this.#cdf = cdf
  }
  /** Of the points behind this place, the nearest; Infinity behind the last. */
  get next(): number {
    return this.#cdf.x[this.#index + 1] ?? Number.POSITIVE_INFINITY
  }
  enter(at: number): void {
    const { x } = this.#cdf
    while (this.#index + 1 < x.length && x[this.#index + 1]! <= at) this.#index++
  }
  /** Between this place and the next point, both included. */
  levelAt(at: number): number {
    const { x, p } = this.#cdf
    const i = this.#index
    if (i < 0) return 0
    if (i + 1 === x.length) return 1
    return p[i]! + ((at - x[i]!) / (x[i + 1]! - x[i]!)) * (p[i + 1]! - p[i]!)
  }
}

function stepsAt(sorted: Float64Array): Cdf {
  const n = sorted.length
  const [x, p] = [new Float64Array(2 * n), new Float64Array(2 * n)]
  for (let i = 0; i < n; i++) {
    x[2 * i] = x[2 * i + 1] = sorted[i]!
    p[2 * i] = i / n
    p[2 * i + 1] = (i + 1) / n
  }
  return { x, p }
}

/** ∫ of the absolute value of a line from a to b over a width. */
function areaBetween(a: number, b: number, width: number): number {
  const [from, to] = [Math.abs(a), Math.abs(b)]
  return a * b >= 0 ? (width * (from + to)) / 2 : (width * (from * from + to * to)) / (2 * (from + to))
}

/** The mean of √(u(1 − u)) for u from a to b. */
function meanRoot(a: number, b: number): number {
  if (b - a < NARROW) return (root(a) + 4 * root((a + b) / 2) + root(b)) / 6
  return (rootUpTo(Math.min(b, 0.5)) - rootUpTo(Math.min(a, 0.5)) + rootUpTo(Math.min(1 - a, 0.5)) - rootUpTo(Math.min(1 - b, 0.5))) / (b - a)
}
const root = (u: number): number => Math.sqrt(Math.max(0, u * (1 - u)))
/** ∫ √(u(1 − u)) from 0 to at most ½, over the root s of u: 2 s² √(1 − s²) is smooth there, so a panel is exact to rounding. */
const rootUpTo = (u: number): number => integrate((s) => 2 * s * s * Math.sqrt(1 - s * s), 0, Math.sqrt(Math.max(0, u)), 1)
/** Below it the difference of two areas has fewer digits than a parabola. */
const NARROW = 1e-6
const square = (x: number): number => x * x

function finitePart(mixture: Mixture): Mixture {
  const count = finiteCount(mixture)
  return count === mixture.positions.length ? mixture : { positions: mixture.positions.subarray(0, count), masses: mixture.masses.subarray(0, count) }
}
