// The constructors of parametric laws, a row for each: what C programs call, what pages say of it, and where. The law itself stands in the table of
// families of packages/distribution, the function in guest/constructors.c, its manual in uxhw.h.
import type { Family } from '@credence/distribution'

export interface Constructor {
  /** Of the C functions, behind UxHwDouble and UxHwFloat. */
  readonly name: string
  /** As uxhw.h has them. */
  readonly parameters: readonly string[]
  readonly title: string
  /** Below `parametric-distributions/` of the documentation. */
  readonly page: string
  /** What people take it for. */
  readonly use: string
}

/** In the order in which pages list them. */
export const CONSTRUCTORS = {
  uniform: { name: 'UniformDist', parameters: ['a', 'b'], title: 'Uniform', page: 'uniform', use: 'resolutions, tolerances' },
  gauss: { name: 'GaussDist', parameters: ['mu', 'sigma'], title: 'Gauss', page: 'gauss', use: 'certificates, many small effects' },
  exponential: { name: 'ExponentialDist', parameters: ['mu'], title: 'Exponential', page: 'exponential', use: 'waiting times' },
  lognormal: { name: 'LognormalDist', parameters: ['mu', 'sigma'], title: 'Lognormal', page: 'lognormal', use: 'positive quantities, prices' },
  laplace: { name: 'LaplaceDist', parameters: ['mu', 'b'], title: 'Laplace', page: 'laplace', use: 'heavy two-sided errors' },
  logistic: { name: 'LogisticDist', parameters: ['location', 'scale'], title: 'Logistic', page: 'logistic', use: 'dose and response' },
  gumbel1: { name: 'Gumbel1Dist', parameters: ['mu', 'beta'], title: 'Gumbel', page: 'gumbel1', use: 'yearly maxima' },
  gev: { name: 'GEVDist', parameters: ['xi'], title: 'Generalised extreme value', page: 'gev', use: 'maxima with other tails' },
  weibull: { name: 'WeibullDist', parameters: ['k', 'lambda'], title: 'Weibull', page: 'weibull', use: 'lifetimes, wind' },
  boundedpareto: {
    name: 'BoundedparetoDist',
    parameters: ['alpha', 'xMin', 'xMax'],
    title: 'Bounded Pareto',
    page: 'bounded-pareto',
    use: 'sizes over decades',
  },
  beta: { name: 'BetaDist', parameters: ['a', 'b'], title: 'Beta', page: 'beta', use: 'shares' },
  gamma: { name: 'GammaDist', parameters: ['k', 'theta'], title: 'Gamma', page: 'gamma', use: 'sums of waiting times' },
  inversegamma: {
    name: 'InverseGammaDist',
    parameters: ['alpha', 'beta'],
    title: 'Inverse gamma',
    page: 'inverse-gamma',
    use: 'variances from few readings',
  },
  chisquared: { name: 'ChiSquaredDist', parameters: ['k'], title: 'Chi-squared', page: 'chi2', use: 'sample variances' },
  f: { name: 'FDist', parameters: ['d1', 'd2'], title: 'F', page: 'f', use: 'ratios of variances' },
  studentst: { name: 'StudentsTDist', parameters: ['nu'], title: "Student's t", page: 'studentT', use: 'means of few readings' },
} as const satisfies Readonly<Record<Family, Constructor>>
