// The table of families: the standard form of each, which shapes it takes, and the law it makes of them.
import { betaLaw, fLaw, studentst } from './beta-laws.ts'
import { gev, gumbel1, weibull } from './extreme-laws.ts'
import { chisquared, gammaLaw, inversegamma } from './gamma-laws.ts'
import type { LawFunctions } from './law.ts'
import { boundedpareto, exponential, gauss, laplace, logistic, lognormal, uniform } from './simple-laws.ts'

interface Row {
  /** Name and exclusive lower or upper limit of each shape. */
  readonly shapes: readonly { readonly name: string; readonly above?: number; readonly below?: number }[]
  readonly make: (shape1: number, shape2: number) => LawFunctions
}

/** In the order of the runtime's numbers, which programs that were built before know: a new family comes last. */
const TABLE = {
  uniform: { shapes: [], make: uniform }, // on [-1, 1]
  gauss: { shapes: [], make: gauss }, // N(0, 1)
  exponential: { shapes: [], make: exponential }, // mean 1
  gumbel1: { shapes: [], make: gumbel1 }, // location 0, scale 1, for the maximum
  logistic: { shapes: [], make: logistic }, // location 0, scale 1
  laplace: { shapes: [], make: laplace }, // location 0, scale 1
  weibull: { shapes: [{ name: 'k', above: 0 }], make: weibull }, // scale 1
  lognormal: { shapes: [{ name: 'sigma', above: 0 }], make: lognormal }, // mu 0
  boundedpareto: { shapes: [{ name: 'alpha', above: 0 }, { name: 'xMax / xMin', above: 1 }], make: boundedpareto }, // biome-ignore format: one row
  beta: { shapes: [{ name: 'a', above: 0 }, { name: 'b', above: 0 }], make: betaLaw }, // biome-ignore format: one row
  gamma: { shapes: [{ name: 'k', above: 0 }], make: gammaLaw }, // theta 1
  inversegamma: { shapes: [{ name: 'alpha', above: 1 }], make: inversegamma }, // beta 1
  chisquared: { shapes: [{ name: 'k', above: 0 }], make: chisquared },
  f: { shapes: [{ name: 'd1', above: 0 }, { name: 'd2', above: 2 }], make: fLaw }, // biome-ignore format: one row
  studentst: { shapes: [{ name: 'nu', above: 1 }], make: studentst },
  gev: { shapes: [{ name: 'xi', below: 1 }], make: gev },
} as const satisfies Readonly<Record<string, Row>>
export type Family = keyof typeof TABLE
export const FAMILIES = Object.keys(TABLE) as readonly Family[]

export interface Law extends LawFunctions {
  readonly family: Family
  readonly shape1: number
  readonly shape2: number
}

/**
 * The law of a family in standard form; unused shapes are ignored.
 * @throws RangeError  a shape is not finite or outside its range; the range leaves out laws without a mean
 */
export function law(family: Family, shape1: number, shape2: number): Law {
  const row: Row = TABLE[family]
  for (const [i, { name, above, below }] of row.shapes.entries()) {
    const given = i === 0 ? shape1 : shape2
    const fits = Number.isFinite(given) && (above === undefined || given > above) && (below === undefined || given < below)
    if (!fits) throw new RangeError(`${family}: ${name} is ${given}, must be finite and ${above === undefined ? `below ${below}` : `above ${above}`}`)
  }
  return { ...row.make(shape1, shape2), family, shape1, shape2 }
}
