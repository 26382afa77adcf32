// What is known of a parametric law in standard form: density, tails, partial means, quantiles and moments.

export interface LawFunctions {
  readonly mean: number
  /** Infinity where it does not exist. */
  readonly variance: number
  readonly support: readonly [number, number]
  /** f(−x) = f(x). */
  readonly symmetric: boolean
  /** `quantile` solves an equation, which costs a few evaluations of an incomplete gamma or beta function. */
  readonly solvedQuantile?: true
  pdf(x: number): number
  cdf(x: number): number
  /** P(X > x), with its own digits where it is small. */
  sf(x: number): number
  /** The inverse of `cdf`; NaN outside [0, 1]. `near`: a neighbouring quantile, where one is known, saves steps. */
  quantile(p: number, near?: number): number
  /** ∫ t f(t) dt from the lower end of the support to x. */
  partialMean(x: number): number
  /** ∫ t f(t) dt from x to the upper end of the support. */
  upperPartialMean(x: number): number
  /** E (X − mean)^n for whole n ≥ 0. Where the integral diverges: Infinity, or NaN when both tails do and n is odd. */
  centralMoment(n: number): number
}
