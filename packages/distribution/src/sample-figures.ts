// Figures of samples, each with its standard error, for samples that are independent draws.
import { sumOf } from './mixture.ts'

export interface SampleFigure {
  readonly value: number
  /** Its standard error; NaN where the samples do not tell it. */
  readonly error: number
}
export interface SampleFigures {
  readonly mean: SampleFigure
  readonly deviation: SampleFigure
  readonly skewness: SampleFigure
  /** Beyond that of a Gaussian. */
  readonly kurtosis: SampleFigure
  /** In the order of the probabilities that were asked for. */
  readonly quantiles: readonly SampleFigure[]
}

/**
 * Standard errors by the influence of each sample on the figure (delta method); of a quantile by the quantiles one standard error of its probability below and
 * above it (Woodruff 1952).
 * @param sorted  finite, ascending, at least one
 * @param probabilities  each above 0 and below 1
 */
export function sampleFigures(sorted: Float64Array, probabilities: readonly number[]): SampleFigures {
  const n = sorted.length
  const average = (term: (x: number) => number) => sumOf(Float64Array.from(sorted, term), 0, n) / n
  const origin = sorted[n >> 1]!
  const mean = origin + average((x) => x - origin)
  const deviation = Math.sqrt(average((x) => square(x - mean)))
  const z = (x: number) => (x - mean) / deviation
  const skewness = average((x) => cube(z(x)))
  const fourth = average((x) => square(square(z(x))))
  const error = (influence: (z: number) => number) => Math.sqrt(average((x) => square(influence(z(x)))) / n)
  const quantile = quantileIn(sorted)
  return {
    mean: { value: mean, error: deviation / Math.sqrt(n) },
    deviation: { value: deviation, error: deviation * error((u) => (u * u - 1) / 2) },
    skewness: { value: skewness, error: error((u) => cube(u) - skewness - 3 * u - 1.5 * skewness * (u * u - 1)) },
    kurtosis: { value: fourth - 3, error: error((u) => square(u * u) - fourth - 4 * skewness * u - 2 * fourth * (u * u - 1)) },
    quantiles: probabilities.map((p) => {
      const spread = Math.sqrt((p * (1 - p)) / n)
      return { value: quantile(p), error: (quantile(Math.min(1, p + spread)) - quantile(Math.max(0, p - spread))) / 2 }
    }),
  }
}

/** Between samples that stand at (i + ½)/n, linear. */
function quantileIn(sorted: Float64Array): (p: number) => number {
  const last = sorted.length - 1
  return (p) => {
    const at = Math.min(last, Math.max(0, p * sorted.length - 0.5))
    const below = Math.floor(at)
    return sorted[below]! + (at - below) * (sorted[Math.min(last, below + 1)]! - sorted[below]!)
  }
}
const square = (x: number): number => x * x
const cube = (x: number): number => x * x * x
