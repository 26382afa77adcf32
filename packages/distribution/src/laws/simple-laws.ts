// The laws whose distribution functions are elementary or the error function's: uniform, Gauss, exponential, logistic, Laplace, lognormal, bounded Pareto.
import { exp, expm1, log, log1p, pow } from '../special/elementary.ts'
import { normalCdf, normalPdf, normalQuantile } from '../special/error-function.ts'
import { gammaP } from '../special/gamma.ts'
import { integrate } from '../special/quadrature.ts'
import type { LawFunctions } from './law.ts'
import { factorial, meanPowerOverNormal, momentsFromCumulants, pearsonMoments, zeta } from './moments.ts'

export function uniform(): LawFunctions {
  return {
    mean: 0,
    variance: 1 / 3,
    support: [-1, 1],
    symmetric: true,
    pdf: (x) => (Math.abs(x) <= 1 ? 0.5 : 0),
    cdf: (x) => clamp01((1 + x) / 2),
    sf: (x) => clamp01((1 - x) / 2),
    quantile: (p) => (p >= 0 && p <= 1 ? 2 * p - 1 : Number.NaN),
    partialMean: (x) => (Math.abs(x) < 1 ? ((x - 1) * (x + 1)) / 4 : 0),
    upperPartialMean: (x) => (Math.abs(x) < 1 ? ((1 - x) * (1 + x)) / 4 : 0),
    centralMoment: (n) => (n % 2 === 1 ? 0 : 1 / (n + 1)),
  }
}

export function gauss(): LawFunctions {
  return {
    mean: 0,
    variance: 1,
    support: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    symmetric: true,
    pdf: normalPdf,
    cdf: normalCdf,
    sf: (x) => normalCdf(-x),
    quantile: normalQuantile,
    partialMean: (x) => -normalPdf(x),
    upperPartialMean: normalPdf,
    centralMoment: pearsonMoments({ square: 0, slope: 0, constant: 1 }, true),
  }
}

export function exponential(): LawFunctions {
  return {
    mean: 1,
    variance: 1,
    support: [0, Number.POSITIVE_INFINITY],
    symmetric: false,
    pdf: (x) => (x >= 0 ? exp(-x) : 0),
    cdf: (x) => (x > 0 ? -expm1(-x) : 0),
    sf: (x) => (x > 0 ? exp(-x) : 1),
    quantile: (p) => (p >= 0 && p <= 1 ? -log1p(-p) : Number.NaN),
    partialMean: (x) => gammaP(2, x),
    upperPartialMean: (x) => (x > 0 ? (x === Number.POSITIVE_INFINITY ? 0 : (1 + x) * exp(-x)) : 1),
    centralMoment: pearsonMoments({ square: 0, slope: 1, constant: 1 }, false),
  }
}

export function logistic(): LawFunctions {
  const cdf = (x: number) => 1 / (1 + exp(-x))
  // ∫ t f from |x| to ∞; the law is symmetric, so it is also what lies above −|x|.
  const outer = (x: number) => {
    const a = Math.abs(x)
    return a === Number.POSITIVE_INFINITY ? 0 : a * cdf(-a) + log1p(exp(-a))
  }
  return {
    mean: 0,
    variance: (Math.PI * Math.PI) / 3,
    support: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    symmetric: true,
    pdf: (x) => cdf(Math.abs(x)) * cdf(-Math.abs(x)),
    cdf,
    sf: (x) => cdf(-x),
    quantile: (p) => (p >= 0 && p <= 1 ? log(p) - log1p(-p) : Number.NaN),
    partialMean: (x) => -outer(x),
    upperPartialMean: outer,
    centralMoment: momentsFromCumulants((n) => (n % 2 === 1 ? 0 : 2 * factorial(n - 1) * zeta(n))),
  }
}

export function laplace(): LawFunctions {
  const tail = (x: number) => exp(-Math.abs(x)) / 2
  const outer = (x: number) => (Math.abs(x) === Number.POSITIVE_INFINITY ? 0 : (1 + Math.abs(x)) * tail(x))
  return {
    mean: 0,
    variance: 2,
    support: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    symmetric: true,
    pdf: tail,
    cdf: (x) => (x < 0 ? tail(x) : 1 - tail(x)),
    sf: (x) => (x > 0 ? tail(x) : 1 - tail(x)),
    quantile: (p) => (!(p >= 0 && p <= 1) ? Number.NaN : p <= 0.5 ? log(2 * p) : -log(2 * (1 - p))),
    partialMean: (x) => -outer(x),
    upperPartialMean: outer,
    centralMoment: (n) => (n % 2 === 1 ? 0 : factorial(n)),
  }
}

/** @param sigma  standard deviation of the logarithm, above 0 */
export function lognormal(sigma: number): LawFunctions {
  const mean = exp((sigma * sigma) / 2)
  const z = (x: number) => log(x) / sigma
  const centralMoment = (n: number) => (n < 2 ? 1 - n : meanPowerOverNormal((t) => mean * expm1(sigma * t - (sigma * sigma) / 2), n, n * sigma))
  return {
    mean,
    variance: expm1(sigma * sigma) * mean * mean,
    support: [0, Number.POSITIVE_INFINITY],
    symmetric: false,
    pdf: (x) => (x > 0 && x < Number.POSITIVE_INFINITY ? normalPdf(z(x)) / (x * sigma) : 0),
    cdf: (x) => (x > 0 ? normalCdf(z(x)) : 0),
    sf: (x) => (x > 0 ? normalCdf(-z(x)) : 1),
    quantile: (p) => exp(sigma * normalQuantile(p)),
    partialMean: (x) => (x > 0 ? mean * normalCdf(z(x) - sigma) : 0),
    upperPartialMean: (x) => (x > 0 ? mean * normalCdf(sigma - z(x)) : mean),
    centralMoment,
  }
}

/**
 * On [1, ratio], density ∝ x^(−alpha−1).
 * @param alpha  above 0
 * @param ratio  above 1
 */
export function boundedpareto(alpha: number, ratio: number): LawFunctions {
  const span = log(ratio)
  const norm = -1 / expm1(-alpha * span) // 1 / (1 − ratio^−alpha)
  // ∫ x·f over a stretch of ln x that starts at x: norm·alpha·x^(1−alpha)·∫_0^width e^((1−alpha)w) dw
  const momentBehind = (x: number, width: number) => norm * alpha * pow(x, 1 - alpha) * exponentialIntegral(1 - alpha, width)
  const mean = momentBehind(1, span)
  const centralMoment = (n: number) => {
    if (n < 2) return 1 - n
    const weight = (w: number) => pow(mean * expm1(w - log(mean)), n) * norm * alpha * exp(-alpha * w)
    return integrate(weight, 0, span, Math.ceil(2 + span * (2 + alpha + n)))
  }
  const within = (x: number) => Math.min(Math.max(x, 1), ratio)
  const left = (x: number) => log1p((ratio - within(x)) / within(x)) // ln(ratio / x)
  // ln x^−alpha = ln(1 − p/norm) = ln((1 − p) + p·ratio^−alpha), the one or the other without cancellation
  const logTail = (p: number) => (p < 0.5 ? log1p(-p / norm) : log(1 - p + p * pow(ratio, -alpha)))
  return {
    mean,
    variance: centralMoment(2),
    support: [1, ratio],
    symmetric: false,
    pdf: (x) => (x >= 1 && x <= ratio ? norm * alpha * pow(x, -alpha - 1) : 0),
    cdf: (x) => clamp01(-norm * expm1(-alpha * log(within(x)))),
    sf: (x) => clamp01(-norm * pow(within(x), -alpha) * expm1(-alpha * left(x))),
    quantile: (p) => (p >= 0 && p <= 1 ? within(exp(-logTail(p) / alpha)) : Number.NaN),
    partialMean: (x) => momentBehind(1, log(within(x))),
    upperPartialMean: (x) => momentBehind(within(x), left(x)),
    centralMoment,
  }
}

/** ∫_0^width e^(rate·w) dw. */
function exponentialIntegral(rate: number, width: number): number {
  return rate * width === 0 ? width : expm1(rate * width) / rate
}

function clamp01(p: number): number {
  return Math.min(Math.max(p, 0), 1)
}
