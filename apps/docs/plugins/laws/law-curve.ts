// The density of a parametric law as a path, for the parameters that a constructor takes.
import { type Family, law } from '@credence/distribution'
import { SLIDERS } from './sliders.ts'

export const CURVE = { width: 300, height: 90 } as const
const POINTS = 150

interface Placed {
  readonly shapes: readonly [number, number]
  readonly location: number
  readonly scale: number
}
const at = (location: number, scale: number, ...shapes: number[]): Placed => ({ shapes: [shapes[0] ?? 0, shapes[1] ?? 0], location, scale })

/** From the parameters of a constructor to the standard form of its law (packages/distribution, standard-law.ts). */
const PLACED: Readonly<Record<Family, (...parameters: number[]) => Placed>> = {
  uniform: (a = 0, b = 1) => at((a + b) / 2, (b - a) / 2),
  gauss: (mu = 0, sigma = 1) => at(mu, sigma),
  exponential: (mu = 1) => at(0, mu),
  lognormal: (mu = 0, sigma = 1) => at(0, Math.exp(mu), sigma),
  laplace: (mu = 0, b = 1) => at(mu, b),
  logistic: (location = 0, scale = 1) => at(location, scale),
  gumbel1: (mu = 0, beta = 1) => at(mu, beta),
  gev: (xi = 0) => at(0, 1, xi),
  weibull: (k = 1, lambda = 1) => at(0, lambda, k),
  boundedpareto: (alpha = 1, xMin = 1, xMax = 2) => at(0, xMin, alpha, xMax / xMin),
  beta: (a = 1, b = 1) => at(0, 1, a, b),
  gamma: (k = 1, theta = 1) => at(0, theta, k),
  inversegamma: (alpha = 2, beta = 1) => at(0, beta, alpha),
  chisquared: (k = 1) => at(0, 1, k),
  f: (d1 = 1, d2 = 3) => at(0, 1, d1, d2),
  studentst: (nu = 2) => at(0, 1, nu),
}

export interface LawCurve {
  /** Closed along the foot, in a box of CURVE. */
  readonly d: string
  readonly mean: number
  /** Infinity where the law has none. */
  readonly deviation: number
}

/** @throws RangeError  a parameter outside of its range */
export function lawCurve(family: Family, parameters: readonly number[]): LawCurve {
  const { shapes, location, scale } = PLACED[family](...parameters)
  const found = law(family, ...shapes)
  const [from, to] = SLIDERS[family].axis
  const density = (x: number) => {
    const z = (x - location) / scale
    return z >= found.support[0] && z <= found.support[1] ? found.pdf(z) : 0
  }
  // A density may have no end where its support begins: the drawing is as high as the middle of the law is.
  const inner = Array.from({ length: 97 }, (_, i) => found.pdf(found.quantile((i + 2) / 100)))
  const top = 1.06 * Math.max(...inner.filter(Number.isFinite))
  const places = Array.from({ length: POINTS + 1 }, (_, i) => {
    const y = Math.min(1, density(from + (i / POINTS) * (to - from)) / top)
    return `${rounded((i / POINTS) * CURVE.width)} ${rounded((1 - y) * (CURVE.height - 2) + 1)}`
  })
  const d = `M0 ${CURVE.height}L${places.join('L')}L${CURVE.width} ${CURVE.height}`
  return { d, mean: location + scale * found.mean, deviation: scale * Math.sqrt(found.variance) }
}
const rounded = (x: number): number => Math.round(x * 10) / 10
