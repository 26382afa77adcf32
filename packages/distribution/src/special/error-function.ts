// The error function, its complement, and the normal distribution and quantile functions that rest on them.
// Largest errors seen against 40-digit fixtures: see special.test.ts.

import { chebyshev } from './chebyshev.ts'
import { exp, log } from './elementary.ts'

/** (1 + 2x)·exp(x²)·erfc(x) for x ≥ 0 as Chebyshev series in t = (x − 4)/(x + 4); the method of Shepherd & Laframboise 1981. */
const SCALED_ERFC = [
  1.1774832005374487, -0.007260796620301901, -0.081265123236185, 0.06009212804122225, -0.02875393558027666, 0.01059566336347286,
  -0.003136927294554264, 0.0007456494372536184, -0.0001369696503010054, 1.7183861600300937e-5, -7.158364623450346e-7, -2.4261399442449534e-7,
  5.5765709395703566e-8, -2.1057869513809494e-9, -1.1717889351884957e-9, 1.9098355172456688e-10, 1.408871764208813e-11, -6.901108320480815e-12,
  9.167958364111294e-14, 2.1454508286554553e-13, -1.4716575027010623e-14, -6.668675118770408e-15, 7.504598509880083e-16, 2.22009300666632e-16,
  -3.1704898956330886e-17, -8.193570309884333e-18,
]

/** Relative error below 6e-16. */
export function erf(x: number): number {
  const a = Math.abs(x)
  if (!(a < 1)) return Math.sign(x) * (1 - erfc(a))
  // erf x = 2/√π · exp(−x²) · Σ 2^n x^(2n+1) / (2n+1)!!: every term is positive.
  let term = x
  let sum = x
  for (let n = 1; Math.abs(term) > 1e-17 * Math.abs(sum); n++) {
    term *= (2 * x * x) / (2 * n + 1)
    sum += term
  }
  return (2 / Math.sqrt(Math.PI)) * exp(-x * x) * sum
}

/** Relative error below 2e-15 for x < 26.5, where the result leaves the normal numbers. */
export function erfc(x: number): number {
  if (x < 0) return 2 - erfc(-x)
  if (x < 0.5) return 1 - erf(x)
  if (x > 28) return 0
  return (expMinusSquare(x) * chebyshev(SCALED_ERFC, (x - 4) / (x + 4))) / (1 + 2 * x)
}

/** P(Z ≤ x) of the standard normal distribution. */
export function normalCdf(x: number): number {
  return erfc(-x * Math.SQRT1_2) / 2
}
export function normalPdf(x: number): number {
  return expMinusSquare(x * Math.SQRT1_2) / Math.sqrt(2 * Math.PI)
}

/**
 * The inverse of `normalCdf`; -Infinity at 0, Infinity at 1, NaN outside [0, 1].
 * Start: Abramowitz & Stegun 26.2.23 (error 4.5e-4); then Halley steps, each of which triples the digits.
 */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) return Number.NaN
  if (p === 0 || p === 1) return p === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  if (p > 0.5) return -normalQuantile(1 - p) // 1 − p is exact here (Sterbenz)
  const t = Math.sqrt(-2 * log(p))
  let x = -(t - ((0.010328 * t + 0.802853) * t + 2.515517) / (((0.001308 * t + 0.189269) * t + 1.432788) * t + 1))
  for (let step = 0; step < 3; step++) {
    // Near the median the difference p − Φ(x) is formed from the two distances to ½, which keep their digits.
    const excess = x > -0.6 ? erf(x * Math.SQRT1_2) / 2 - (p - 0.5) : normalCdf(x) - p
    const newton = excess / normalPdf(x)
    const move = newton / (1 + (x * newton) / 2)
    x -= move
    if (Math.abs(move) <= 1e-9 * Math.abs(x)) break // the next error would be its cube
  }
  return x
}

/** exp(−x²) with the rounding error of x² taken out: x is cut to 1/16, so its square is exact. */
function expMinusSquare(x: number): number {
  if (Math.abs(x) > 40) return 0
  const head = Math.round(x * 16) / 16
  return exp(-head * head) * exp(-(x - head) * (x + head))
}
