// From the parameters that a constructor takes to a law in standard form, where it lies, and the value that a program gets.
import { type Family, type Law, law, ttrOfLaw, type UxValue, uxValue } from '@credence/distribution'
import { CONSTRUCTORS } from '@credence/engine/constructors'

interface Placing {
  readonly shapes: readonly [number, number]
  readonly location: number
  readonly scale: number
}
const at = (location: number, scale: number, ...shapes: number[]): Placing => ({ shapes: [shapes[0] ?? 0, shapes[1] ?? 0], location, scale })

/** The standard form of each family stands in packages/distribution, standard-law.ts. */
const PLACINGS: Readonly<Record<Family, (...parameters: number[]) => Placing>> = {
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

export interface PlacedLaw {
  readonly law: Law
  readonly location: number
  readonly scale: number
}

/** @throws RangeError  a parameter outside of its range: the message names it */
export function placedLaw(family: Family, parameters: readonly number[]): PlacedLaw {
  const { parameters: names } = CONSTRUCTORS[family]
  const refuse = (index: number, rule: string): never => {
    throw new RangeError(`${family}: ${names[index]} is ${parameters[index]}, must be ${rule}`)
  }
  for (const index of names.keys()) if (!Number.isFinite(parameters[index])) refuse(index, 'finite')
  const { shapes, location, scale } = PLACINGS[family](...parameters)
  if (!(scale > 0)) refuse(family === 'boundedpareto' ? 1 : family === 'uniform' ? 0 : names.length - 1, family === 'uniform' ? 'below b' : 'above 0')
  return { law: law(family, ...shapes), location, scale }
}

const ORDER = 7 // 128 Dirac deltas: as fine as a drawing shows
/** The distribution that a constructor makes, as a run prints it. */
export function valueOfLaw(family: Family, parameters: readonly number[]): UxValue {
  const { law: standard, location, scale } = placedLaw(family, parameters)
  const { positions, masses } = ttrOfLaw(standard, ORDER)
  return uxValue({ positions: positions.map((z) => location + scale * z), masses }, location + scale * standard.mean)
}
