// The gamma function family: Stirling's error, Γ, ln Γ, the regularised incomplete gamma functions and the exponential integral.
// Prefactors such as x^a e^(−x) / Γ(a + 1) are formed in saddle-point form (Loader 2000), which keeps their digits for large a.

import { chebyshev } from './chebyshev.ts'
import { exp, log, log1p, pow } from './elementary.ts'
import { integrateTail } from './quadrature.ts'

export const EULER_GAMMA = 0.5772156649015329

/** Coefficients of Stirling's series in 1/a³, 1/a⁵, …: B_2k / (2k (2k − 1)). */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156, -3617 / 122400, 43867 / 244188]

/** ln Γ(a + 1) − (a + ½)·ln a + a − ½·ln 2π for a > 0; absolute error below 1e-15 for a > 0.01. */
export function stirlingError(a: number): number {
  let sum = 0
  let shifted = a
  for (; shifted < 12; shifted++) sum += (shifted + 0.5) * log1p(1 / shifted) - 1
  const square = shifted * shifted
  let tail = 0
  for (let k = STIRLING.length - 1; k >= 0; k--) tail = tail / square + STIRLING[k]!
  return sum + tail / shifted
}

/** ln Γ(a) for a > 0, absolute error below 1e-15·max(1, |result|). */
export function logGamma(a: number): number {
  if (a < 12) return -log(reciprocalGamma(a))
  return (a - 0.5) * log(a) - a + 0.5 * log(2 * Math.PI) + stirlingError(a)
}

/** Γ(a) for a > 0; relative error below 3e-15 up to 20. */
export function gamma(a: number): number {
  return a < 20 ? 1 / reciprocalGamma(a) : exp(logGamma(a))
}

/** 1/Γ(1.5 + t/2) on −1 ≤ t ≤ 1 as a Chebyshev series. */
const RECIPROCAL_GAMMA = [
  1.063773007805262, -0.004985587286840036, -0.06419254361091582, 0.005065798640286087, 0.0004166091387096889, -8.048141249784711e-5,
  2.960011775188017e-6, 2.6897599644059546e-7, -3.3396463068683694e-8, 1.0896538645441867e-9, 5.13850186324227e-11, -6.600741004112952e-12,
  2.4769163034825414e-13, 2.2003907817225954e-15, -6.707186064779082e-16, 3.1317345823123396e-17, -3.9466113257658343e-19,
]

/** 1/Γ(a) for 0 < a < 20, by the recurrence from [1, 2]. */
function reciprocalGamma(a: number): number {
  let factor = 1
  let x = a
  for (; x > 2; x--) factor *= x - 1
  if (x < 1) return x * chebyshev(RECIPROCAL_GAMMA, 2 * x - 1)
  return chebyshev(RECIPROCAL_GAMMA, 2 * (x - 1) - 1) / factor
}

/** x·ln(x/m) + m − x ≥ 0, without cancellation near x = m. Source: Loader 2000, section 4. */
export function deviance(x: number, m: number): number {
  if (x === 0) return m
  if (Math.abs(x - m) >= 0.1 * (x + m)) return x * log(x / m) + m - x
  const v = (x - m) / (x + m)
  let sum = (x - m) * v
  let term = 2 * x * v
  for (let k = 3; ; k += 2) {
    term *= v * v
    const next = sum + term / k
    if (next === sum) return sum
    sum = next
  }
}

/** x^a·e^(−x) / Γ(a + 1), for a > 0 and x ≥ 0. */
export function gammaPrefactor(a: number, x: number): number {
  if (x === 0) return 0
  if (a < 12 && x < 600) return pow(x, a) * exp(-x) * reciprocalGamma(a + 1)
  return exp(-stirlingError(a) - deviance(a, x)) / Math.sqrt(2 * Math.PI * a)
}

/** P(a, x) = γ(a, x)/Γ(a), for a > 0. */
export function gammaP(a: number, x: number): number {
  if (!(x > 0)) return Number.isNaN(x) ? Number.NaN : 0
  if (x === Number.POSITIVE_INFINITY) return 1
  if (a > LARGE) return x < a ? largeTail(a, x, -1) : 1 - largeTail(a, x, 1)
  return x < a + 1 ? gammaPrefactor(a, x) * risingSeries(a, x) : 1 - upperFraction(a, x)
}

/** Q(a, x) = 1 − P(a, x), with its own digits where it is small. */
export function gammaQ(a: number, x: number): number {
  if (!(x > 0)) return Number.isNaN(x) ? Number.NaN : 1
  if (x === Number.POSITIVE_INFINITY) return 0
  if (a > LARGE) return x < a ? 1 - largeTail(a, x, -1) : largeTail(a, x, 1)
  return x < a + 1 ? 1 - gammaPrefactor(a, x) * risingSeries(a, x) : upperFraction(a, x)
}

/** E1(y) = ∫_y^∞ e^(−s)/s ds, for y > 0. */
export function expIntegral(y: number): number {
  if (y > 1) return exp(-y) * continuedFraction(0, y)
  return entireExpIntegral(y) - log(y) - EULER_GAMMA
}

/** Ein(y) = ∫_0^y (1 − e^(−s))/s ds, for y ≥ 0; it is E1(y) + ln y + γ. */
export function entireExpIntegral(y: number): number {
  if (y > 1) return expIntegral(y) + log(y) + EULER_GAMMA
  let term = y
  let sum = y
  for (let n = 2; Math.abs(term) > 1e-18 * sum; n++) {
    term *= -y / n
    sum += term / n
  }
  return sum
}

const LARGE = 400 // above it the series need hundreds of terms near x = a, and the density is smooth on the scale √a

/** P (sign −1) or Q (sign 1) by integrating the density outwards from x in steps of about half a standard deviation. */
function largeTail(a: number, x: number, sign: 1 | -1): number {
  const density = (t: number) => (t > 0 ? (gammaPrefactor(a, t) * a) / t : 0)
  const sd = Math.sqrt(a)
  const distance = Math.max(1, Math.abs(x - a) / sd) // so far out the density falls e-fold in sd / distance
  return integrateTail(density, x, (sign * sd) / distance)
}

/** Σ x^n / ((a + 1)…(a + n)), n ≥ 0. */
function risingSeries(a: number, x: number): number {
  let term = 1
  let sum = 1
  for (let n = 1; term > 1e-17 * sum; n++) {
    term *= x / (a + n)
    sum += term
  }
  return sum
}

function upperFraction(a: number, x: number): number {
  return gammaPrefactor(a, x) * a * continuedFraction(a, x)
}

/** Γ(a, x)·e^x·x^(−a), by Lentz's method. Source: DLMF 8.9.2 in its even form. */
function continuedFraction(a: number, x: number): number {
  let b = x + 1 - a
  let c = 1e300
  let d = 1 / b
  let h = d
  for (let i = 1; i < 10_000; i++) {
    const numerator = -i * (i - a)
    b += 2
    d = 1 / (numerator * d + b)
    c = b + numerator / c
    const factor = c * d
    h *= factor
    if (Math.abs(factor - 1) < 2e-16) break
  }
  return h
}
