// The laws whose distribution function is the incomplete gamma function: gamma, chi-squared, inverse gamma.
import { pow } from '../special/elementary.ts'
import { gammaP, gammaPrefactor, gammaQ } from '../special/gamma.ts'
import { positiveQuantile } from '../special/positive-quantile.ts'
import type { LawFunctions } from './law.ts'
import { pearsonMoments } from './moments.ts'

/** @param k  shape, above 0 */
export function gammaLaw(k: number): LawFunctions {
  const functions = { pdf: gammaDensity(k), cdf: (x: number) => gammaP(k, x), sf: (x: number) => gammaQ(k, x) }
  return {
    ...functions,
    mean: k,
    variance: k,
    support: [0, Number.POSITIVE_INFINITY],
    symmetric: false,
    solvedQuantile: true,
    quantile: (p, near = k) => positiveQuantile(functions, p, 1 - p, near),
    partialMean: (x) => k * gammaP(k + 1, x),
    upperPartialMean: (x) => k * gammaQ(k + 1, x),
    centralMoment: pearsonMoments({ square: 0, slope: 1, constant: k }, false),
  }
}

/** @param k  degrees of freedom, above 0 */
export function chisquared(k: number): LawFunctions {
  const half = gammaLaw(k / 2)
  return {
    mean: k,
    variance: 2 * k,
    support: half.support,
    symmetric: false,
    solvedQuantile: true,
    pdf: (x) => half.pdf(x / 2) / 2,
    cdf: (x) => half.cdf(x / 2),
    sf: (x) => half.sf(x / 2),
    quantile: (p, near = k) => 2 * half.quantile(p, near / 2),
    partialMean: (x) => 2 * half.partialMean(x / 2),
    upperPartialMean: (x) => 2 * half.upperPartialMean(x / 2),
    centralMoment: (n) => pow(2, n) * half.centralMoment(n),
  }
}

/** @param alpha  shape, above 1, so that there is a mean */
export function inversegamma(alpha: number): LawFunctions {
  const reciprocal = gammaDensity(alpha)
  const mean = 1 / (alpha - 1)
  const functions = {
    pdf: (x: number) => (x > 0 ? reciprocal(1 / x) / (x * x) || 0 : 0), // 0/0 next to 0
    cdf: (x: number) => (x > 0 ? gammaQ(alpha, 1 / x) : 0),
    sf: (x: number) => (x > 0 ? gammaP(alpha, 1 / x) : 1),
  }
  const centralMoment = pearsonMoments({ square: mean, slope: 2 * mean * mean, constant: mean * mean * mean }, false)
  return {
    ...functions,
    mean,
    variance: centralMoment(2),
    support: [0, Number.POSITIVE_INFINITY],
    symmetric: false,
    solvedQuantile: true,
    quantile: (p, near = 1 / alpha) => positiveQuantile(functions, p, 1 - p, near),
    partialMean: (x) => (x > 0 ? mean * gammaQ(alpha - 1, 1 / x) : 0),
    upperPartialMean: (x) => (x > 0 ? mean * gammaP(alpha - 1, 1 / x) : mean),
    centralMoment,
  }
}

function gammaDensity(k: number): (x: number) => number {
  return (x) => {
    if (x > 0) return x === Number.POSITIVE_INFINITY ? 0 : (gammaPrefactor(k, x) * k) / x
    return x < 0 || k > 1 ? 0 : k === 1 ? 1 : Number.POSITIVE_INFINITY
  }
}
