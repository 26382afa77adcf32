// The regularised incomplete beta function, its prefactor and ln B, for shapes from far below 1 to many thousands.
import { exp, expm1, log, log1p, pow } from './elementary.ts'
import { deviance, gamma, logGamma, stirlingError } from './gamma.ts'
import { integrateTail } from './quadrature.ts'

/** ln B(a, b). */
export function logBeta(a: number, b: number): number {
  const [small, large] = a < b ? [a, b] : [b, a]
  if (large < 10) return logGamma(small) + logGamma(large) - logGamma(small + large)
  // ln Γ(large) − ln Γ(small + large) by Stirling's formula, where the leading terms cancel.
  const sum = small + large
  const difference = stirlingError(large) - stirlingError(sum) + (large - 0.5) * log1p(-small / sum) - small * log(sum) + small
  return logGamma(small) + difference
}

/** x^a·y^b / B(a, b) with y = 1 − x, which the caller knows to its own digits. */
export function betaPrefactor(a: number, b: number, x: number, y: number): number {
  if (x <= 0 || y <= 0) return 0
  if (a + b < 20) return (pow(x, a) * pow(y, b) * gamma(a + b)) / gamma(a) / gamma(b)
  if (a < 1 || b < 1) return exp(a * logOf(x, y) + b * logOf(y, x) - logBeta(a, b))
  const n = a + b
  const exponent = stirlingError(n) - stirlingError(a) - stirlingError(b) - deviance(a, n * x) - deviance(b, n * y)
  return Math.sqrt((a * b) / (2 * Math.PI * n)) * exp(exponent)
}

/** I_x(a, b) with y = 1 − x, for a, b > 0; its upper complement is `betaRegularised(b, a, y, x)`. */
export function betaRegularised(a: number, b: number, x: number, y: number): number {
  if (Number.isNaN(x)) return Number.NaN
  if (x <= 0) return 0
  if (y <= 0) return 1
  const below = x < (a + 1) / (a + b + 2)
  return below ? lowerTail(a, b, x, y) : 1 - lowerTail(b, a, y, x)
}

const LARGE = 400 // above it the continued fraction needs many terms and, for large a, loses digits

/** I_x(a, b) for x below about the mean. */
function lowerTail(a: number, b: number, x: number, y: number): number {
  if (a <= LARGE) return fractionTail(a, b, x, y)
  return b > LARGE ? largeTail(a, b, x, y) : skewTail(a, b, x, y)
}

/** ∫ of the density over ln y' from ln y upwards: for large a alone the mass lies at y' of the order (b + few)/a. */
function skewTail(a: number, b: number, x: number, y: number): number {
  const density = (s: number) => {
    const rise = y * expm1(s) // y' − y
    return rise < x ? betaPrefactor(a, b, x - rise, y + rise) / (x - rise) : 0
  }
  return integrateTail(density, 0, 0.25 / Math.max(1, a * y))
}

/** ∫ of the density from x downwards, in steps of about half a standard deviation. */
function largeTail(a: number, b: number, x: number, y: number): number {
  const mean = a / (a + b)
  const sd = Math.sqrt((mean * (1 - mean)) / (a + b + 1))
  // Measured as a distance below x, so that neither x nor y loses digits.
  const density = (t: number) => (t < x ? betaPrefactor(a, b, x - t, y + t) / ((x - t) * (y + t)) : 0)
  return integrateTail(density, 0, sd / Math.max(1, (mean - x) / sd))
}

/** Prefactor times continued fraction, by Lentz's method; quick for x below the mean. Source: DLMF 8.17.22. */
function fractionTail(a: number, b: number, x: number, y: number): number {
  const tiny = 1e-300
  let c = 1
  let d = 1 - ((a + b) * x) / (a + 1)
  d = 1 / (Math.abs(d) < tiny ? tiny : d)
  let h = d
  for (let m = 1; m < 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / nonZero(1 + even * d, tiny)
    c = nonZero(1 + even / c, tiny)
    h *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / nonZero(1 + odd * d, tiny)
    c = nonZero(1 + odd / c, tiny)
    const factor = d * c
    h *= factor
    if (Math.abs(factor - 1) < 3e-16) break
  }
  return (betaPrefactor(a, b, x, y) * h) / a
}

/** ln x, from its complement 1 − x where that is the smaller. */
function logOf(x: number, complement: number): number {
  return x < 0.5 ? log(x) : log1p(-complement)
}

function nonZero(x: number, tiny: number): number {
  return Math.abs(x) < tiny ? tiny : x
}
