// Questions that sorted samples answer: equally likely, ascending, the non-finite ones last in any order.
// The rules are in docs/engine/ensemble.md.
import { pow } from '@credence/distribution'

/** E((X - mean)^n), summed in pairs; NaN with a non-finite sample, as `ux-data` rules. */
export function centralMomentOfSamples(samples: Float64Array, n: number): number {
  const mean = pairwiseSum(samples.length, (i) => samples[i]!) / samples.length
  return pairwiseSum(samples.length, (i) => pow(samples[i]! - mean, n)) / samples.length
}

/** P(X > x), by counting. A lone sample at x is a node of a continuous law, and half of it lies above; several there are an atom, none of it above. */
export function greaterOfSamples(sorted: Float64Array, x: number): number {
  if (Number.isNaN(x)) return Number.NaN
  const { finite, positive } = counts(sorted)
  const from = firstAtLeast(sorted, finite, x)
  let to = from
  while (to < finite && sorted[to] === x) to++
  return (finite - to + (to - from === 1 ? 0.5 : 0) + (x < Number.POSITIVE_INFINITY ? positive : 0)) / sorted.length
}

/**
 * Linear between the samples, which are the quantiles (i + ½)/N; a step beside samples that are tied, as an atom has no inside.
 * Beyond the outermost samples, linear to the ends of the support, which answer for 0 and 1.
 */
export function quantileOfSamples(sorted: Float64Array, p: number, ends: readonly [number, number]): number {
  const { finite, negative, positive } = counts(sorted)
  const rank = p * (negative + finite + positive)
  if (negative > 0 && rank < negative) return Number.NEGATIVE_INFINITY
  if (positive > 0 && rank > negative + finite) return Number.POSITIVE_INFINITY
  if (finite === 0) return Number.NaN
  const at = rank - negative - 0.5
  const [first, last] = [sorted[0]!, sorted[finite - 1]!]
  if (at < 0) return isTied(sorted, finite, 0) ? first : first + 2 * at * Math.max(0, first - ends[0])
  if (at > finite - 1) return isTied(sorted, finite, finite - 1) ? last : last + 2 * (at - finite + 1) * Math.max(0, ends[1] - last)
  const i = Math.min(Math.floor(at), finite - 1)
  const j = Math.min(i + 1, finite - 1)
  const [below, above] = [sorted[i]!, sorted[j]!]
  if (below === above) return below
  if (isTied(sorted, finite, i) || isTied(sorted, finite, j)) return at <= i + 0.5 ? below : above
  return below + (at - i) * (above - below)
}

/** Whether a quarter of the samples or more equal their neighbour: data, or a law with atoms. */
export function isMostlyTied(sorted: Float64Array): boolean {
  let ties = 0
  for (let i = 1; i < sorted.length; i++) if (sorted[i] === sorted[i - 1]) ties++
  return ties >= sorted.length / 4
}

function isTied(sorted: Float64Array, finite: number, i: number): boolean {
  return (i > 0 && sorted[i - 1] === sorted[i]) || (i + 1 < finite && sorted[i + 1] === sorted[i])
}

function counts(sorted: Float64Array): { finite: number; negative: number; positive: number } {
  let finite = sorted.length
  let [negative, positive] = [0, 0]
  for (; finite > 0 && !Number.isFinite(sorted[finite - 1]!); finite--) {
    if (sorted[finite - 1]! < 0) negative++
    else if (sorted[finite - 1]! > 0) positive++
  }
  return { finite, negative, positive }
}

/** The number of finite samples below x. */
function firstAtLeast(sorted: Float64Array, finite: number, x: number): number {
  let low = 0
  let high = finite
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < x) low = middle + 1
    else high = middle
  }
  return low
}

export function pairwiseSum(count: number, term: (index: number) => number): number {
  const sum = (from: number, to: number): number => {
    if (to - from > 64) {
      const middle = (from + to) >> 1
      return sum(from, middle) + sum(middle, to)
    }
    let total = 0
    for (let i = from; i < to; i++) total += term(i)
    return total
  }
  return sum(0, count)
}
