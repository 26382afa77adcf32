// Laws of a unit exponential Y: Weibull Y^(1/k), Gumbel −ln Y, and the generalised extreme value law (Y^(−xi) − 1)/xi between and beyond them.
import { exp, expm1, log, log1p, pow } from '../special/elementary.ts'
import { EULER_GAMMA, entireExpIntegral, expIntegral, gamma, gammaP, gammaQ } from '../special/gamma.ts'
import { integrateTail } from '../special/quadrature.ts'
import type { LawFunctions } from './law.ts'
import { factorial, meanOverLogExponential, momentsFromCumulants, zeta } from './moments.ts'

/** @param k  shape, above 0 */
export function weibull(k: number): LawFunctions {
  const mean = gamma(1 + 1 / k)
  const y = (x: number) => pow(x, k)
  const centralMoment = (n: number) => (n < 2 ? 1 - n : meanOverLogExponential((s) => pow(exp(s / k) - mean, n), 1))
  return {
    mean,
    variance: centralMoment(2),
    support: [0, Number.POSITIVE_INFINITY],
    symmetric: false,
    pdf: (x) => {
      if (x > 0) return x === Number.POSITIVE_INFINITY ? 0 : k * pow(x, k - 1) * exp(-y(x))
      return x < 0 || k > 1 ? 0 : k === 1 ? 1 : Number.POSITIVE_INFINITY
    },
    cdf: (x) => (x > 0 ? -expm1(-y(x)) : 0),
    sf: (x) => (x > 0 ? exp(-y(x)) : 1),
    quantile: (p) => (p >= 0 && p <= 1 ? pow(-log1p(-p), 1 / k) : Number.NaN),
    partialMean: (x) => (x > 0 ? mean * gammaP(1 + 1 / k, y(x)) : 0),
    upperPartialMean: (x) => (x > 0 ? mean * gammaQ(1 + 1 / k, y(x)) : mean),
    centralMoment,
  }
}

export function gumbel1(): LawFunctions {
  return {
    mean: EULER_GAMMA,
    variance: (Math.PI * Math.PI) / 6,
    support: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    symmetric: false,
    pdf: (x) => (x === Number.NEGATIVE_INFINITY ? 0 : exp(-x - exp(-x))),
    cdf: (x) => exp(-exp(-x)),
    sf: (x) => -expm1(-exp(-x)),
    quantile: (p) => (p >= 0 && p <= 1 ? -log(-log(p)) : Number.NaN),
    partialMean: (x) =>
      x === Number.NEGATIVE_INFINITY ? 0 : x === Number.POSITIVE_INFINITY ? EULER_GAMMA : x * exp(-exp(-x)) - tailIntegral(exp(-x)),
    upperPartialMean: (x) => (x === Number.POSITIVE_INFINITY ? 0 : x === Number.NEGATIVE_INFINITY ? EULER_GAMMA : gumbelUpperMean(x)),
    centralMoment: momentsFromCumulants((n) => factorial(n - 1) * zeta(n)),
  }
}

/** E1, and 0 where e^(−y) is. */
function tailIntegral(y: number): number {
  return y > 700 ? 0 : expIntegral(y)
}
/** ∫_x^∞ t f(t) dt = x·sf(x) + Ein(e^(−x)). */
function gumbelUpperMean(x: number): number {
  return -x * expm1(-exp(-x)) + entireExpIntegral(exp(-x))
}

/** Below it (Y^(−xi) − 1)/xi loses digits as a difference, and the partial means are integrated numerically. */
const SMALL_XI = 0.3

/** @param xi  shape, below 1, so that there is a mean; within 1e-12 of 0 it counts as 0 */
export function gev(xi: number): LawFunctions {
  if (Math.abs(xi) < 1e-12) return gumbel1()
  const end = -1 / xi
  const support: readonly [number, number] = xi > 0 ? [end, Number.POSITIVE_INFINITY] : [Number.NEGATIVE_INFINITY, end]
  // s = ln y; x = (e^(−xi·s) − 1)/xi. At and beyond the ends of the support ±Infinity.
  const logY = (x: number) => (xi * x <= -1 ? (xi > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY) : -log1p(xi * x) / xi)
  const xOf = (s: number) => expm1(-xi * s) / xi
  const weighted = (s: number) => {
    const weight = exp(s - exp(s))
    return weight > 0 ? xOf(s) * weight : 0
  }
  const closed = Math.abs(xi) >= SMALL_XI
  const mean = closed ? (gamma(1 - xi) - 1) / xi : meanOverLogExponential(xOf, Math.min(1, 1 - xi))
  const centralMoment = (n: number) => {
    if (n < 2) return 1 - n
    if (n * xi >= 1) return Number.POSITIVE_INFINITY
    return meanOverLogExponential((s) => pow(xOf(s) - mean, n), Math.min(1, 1 - n * xi))
  }
  return {
    mean,
    variance: centralMoment(2),
    support,
    symmetric: false,
    pdf: (x) => {
      const s = logY(x)
      return Number.isFinite(s) ? exp((1 + xi) * s - exp(s)) : 0
    },
    cdf: (x) => exp(-exp(logY(x))),
    sf: (x) => -expm1(-exp(logY(x))),
    quantile: (p) => (p >= 0 && p <= 1 ? xOf(log(-log(p))) : Number.NaN),
    partialMean: (x) => {
      const s = logY(x)
      if (!Number.isFinite(s)) return s > 0 ? 0 : mean
      const y = exp(s)
      return closed ? (gamma(1 - xi) * gammaQ(1 - xi, y) - exp(-y)) / xi : integrateTail(weighted, s, 0.25)
    },
    upperPartialMean: (x) => {
      const s = logY(x)
      if (!Number.isFinite(s)) return s > 0 ? mean : 0
      const y = exp(s)
      return closed ? (gamma(1 - xi) * gammaP(1 - xi, y) + expm1(-y)) / xi : integrateTail(weighted, s, -0.5)
    },
    centralMoment,
  }
}
