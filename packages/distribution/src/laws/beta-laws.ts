// The laws whose distribution function is the incomplete beta function: beta, F, Student's t.

import { betaPrefactor, betaRegularised, logBeta } from '../special/beta.ts'
import { exp, log1p } from '../special/elementary.ts'
import { positiveQuantile } from '../special/positive-quantile.ts'
import type { LawFunctions } from './law.ts'
import { pearsonMoments } from './moments.ts'

/** @param a  @param b  shapes, above 0 */
export function betaLaw(a: number, b: number): LawFunctions {
  const mean = a / (a + b)
  const pdf = (x: number) => {
    if (x > 0 && x < 1) return betaPrefactor(a, b, x, 1 - x) / (x * (1 - x))
    const shape = x === 0 ? a : x === 1 ? b : 2
    return shape > 1 ? 0 : shape === 1 ? a * b : Number.POSITIVE_INFINITY // Beta(1, b) has density b at 0
  }
  const cdf = (x: number) => betaRegularised(a, b, x, 1 - x)
  const sf = (x: number) => betaRegularised(b, a, 1 - x, x)
  const half = cdf(0.5)
  // Above one half the equation is solved for 1 − x, which keeps its digits next to 1.
  const mirrored = { pdf: (y: number) => pdf(1 - y), cdf: (y: number) => betaRegularised(b, a, y, 1 - y), sf: (y: number) => cdf(1 - y) }
  const centralMoment = pearsonMoments({ square: -1 / (a + b), slope: (1 - 2 * mean) / (a + b), constant: (mean * (1 - mean)) / (a + b) }, false)
  return {
    mean,
    variance: centralMoment(2),
    support: [0, 1],
    symmetric: false,
    solvedQuantile: true,
    pdf,
    cdf,
    sf,
    quantile: (p, near = mean) => {
      if (!(p >= 0 && p <= 1)) return Number.NaN
      if (p === 0 || p === 1) return p
      return p <= half ? Math.min(1, positiveQuantile({ pdf, cdf, sf }, p, 1 - p, near)) : 1 - positiveQuantile(mirrored, 1 - p, p, 1 - near)
    },
    partialMean: (x) => mean * betaRegularised(a + 1, b, x, 1 - x),
    upperPartialMean: (x) => mean * betaRegularised(b, a + 1, 1 - x, x),
    centralMoment,
  }
}

/** @param d1  above 0  @param d2  above 2, so that there is a mean */
export function fLaw(d1: number, d2: number): LawFunctions {
  const [a, b] = [d1 / 2, d2 / 2]
  const mean = d2 / (d2 - 2)
  // x = d2·w / (d1·(1 − w)) with w from Beta(a, b); both w and 1 − w with their own digits.
  const w = (x: number) => (x === Number.POSITIVE_INFINITY ? 1 : (d1 * x) / (d1 * x + d2))
  const v = (x: number) => d2 / (d1 * x + d2)
  const functions = {
    pdf: (x: number) => {
      if (x > 0) return x === Number.POSITIVE_INFINITY ? 0 : betaPrefactor(a, b, w(x), v(x)) / x
      return x < 0 || a > 1 ? 0 : a === 1 ? 1 : Number.POSITIVE_INFINITY
    },
    cdf: (x: number) => (x > 0 ? betaRegularised(a, b, w(x), v(x)) : 0),
    sf: (x: number) => (x > 0 ? betaRegularised(b, a, v(x), w(x)) : 1),
  }
  const square = 1 / (b - 1)
  const scale = d2 / d1
  const centralMoment = pearsonMoments({ square, slope: (2 * mean + scale) * square, constant: mean * (mean + scale) * square }, false)
  return {
    ...functions,
    mean,
    variance: centralMoment(2),
    support: [0, Number.POSITIVE_INFINITY],
    symmetric: false,
    solvedQuantile: true,
    quantile: (p, near = 1) => positiveQuantile(functions, p, 1 - p, near),
    partialMean: (x) => (x > 0 ? mean * betaRegularised(a + 1, b - 1, w(x), v(x)) : 0),
    upperPartialMean: (x) => (x > 0 ? mean * betaRegularised(b - 1, a + 1, v(x), w(x)) : mean),
    centralMoment,
  }
}

/** @param nu  degrees of freedom, above 1, so that there is a mean */
export function studentst(nu: number): LawFunctions {
  const peak = exp(-logBeta(nu / 2, 0.5)) / Math.sqrt(nu)
  const kernel = (x: number, power: number) => exp(-power * log1p((x * x) / nu))
  const pdf = (x: number) => peak * kernel(x, (nu + 1) / 2)
  // |T| on the positive numbers
  const inner = (x: number) => betaRegularised(0.5, nu / 2, x === Number.POSITIVE_INFINITY ? 1 : (x * x) / (nu + x * x), nu / (nu + x * x))
  const outer = (x: number) => betaRegularised(nu / 2, 0.5, nu / (nu + x * x), x === Number.POSITIVE_INFINITY ? 1 : (x * x) / (nu + x * x))
  const absolute = { pdf: (x: number) => 2 * pdf(x), cdf: inner, sf: outer }
  const sf = (x: number) => (x > 0 ? outer(x) / 2 : 1 - outer(-x) / 2)
  const outerMean = (x: number) => ((peak * nu) / (nu - 1)) * kernel(x, (nu - 1) / 2)
  const centralMoment = pearsonMoments({ square: 1 / (nu - 1), slope: 0, constant: nu / (nu - 1) }, true)
  return {
    mean: 0,
    variance: centralMoment(2),
    support: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    symmetric: true,
    solvedQuantile: true,
    pdf,
    cdf: (x) => sf(-x),
    sf,
    quantile: (p, near = 1) => {
      const tail = Math.min(p, 1 - p)
      return (p < 0.5 ? -1 : 1) * positiveQuantile(absolute, 1 - 2 * tail, 2 * tail, Math.abs(near))
    },
    partialMean: (x) => -outerMean(x),
    upperPartialMean: outerMean,
    centralMoment,
  }
}
