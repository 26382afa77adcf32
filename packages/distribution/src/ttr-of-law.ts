// The mean-split table (TTR) of an analytic law in standard form.
// The table is computed from the law itself: outermost parts from its tails and partial means, parts inside by Gauss-Legendre quadrature
// of the density about the middle of the part, so that positions keep an error relative to the width of their part.
import type { Law } from './laws/standard-law.ts'
import type { Mixture } from './mixture.ts'
import { type MassAndMean, massAndMean } from './special/quadrature.ts'

const CACHED_TABLES = 256
const tables = new Map<string, Mixture>()

/** At most 2^order Dirac deltas; fewer only where a part is too narrow for doubles. Tables are kept: do not write into them. */
export function ttrOfLaw(law: Law, order: number): Mixture {
  const key = [law.family, law.shape1, law.shape2, order].join(' ')
  const known = tables.get(key)
  if (known) return known
  const table =
    law.family === 'uniform'
      ? uniformTable(order)
      : law.symmetric && order > 0
        ? mirrored(splitLaw(law, 0, law.support[1], order - 1))
        : splitLaw(law, ...law.support, order)
  if (tables.size >= CACHED_TABLES) tables.delete(tables.keys().next().value!)
  tables.set(key, table)
  return table
}

/** On [-1, 1]. This form, scaled and shifted, reproduces published output of uniform laws bit for bit. */
function uniformTable(order: number): Mixture {
  const n = 1 << order
  const positions = Float64Array.from({ length: n }, (_, i) => 2 * ((2 * i + 1) / (2 * n)) - 1)
  return { positions, masses: new Float64Array(n).fill(1 / n) }
}

function mirrored(upper: Mixture): Mixture {
  const positions = [...upper.positions].reverse().map((x) => -x)
  const masses = [...upper.masses].reverse()
  return { positions: Float64Array.of(...positions, ...upper.positions), masses: Float64Array.of(...masses, ...upper.masses) }
}

/** TTR of the part of the law in [low, high]. */
function splitLaw(law: Law, low: number, high: number, order: number): Mixture {
  const positions: number[] = []
  const masses: number[] = []
  const visit = (a: number, b: number, level: number): void => {
    const { mass, mean } = partOfLaw(law, a, b)
    if (!(mass > 0)) return // below the smallest double
    if (level > 0 && mean > a && mean < b) {
      visit(a, mean, level - 1)
      visit(mean, b, level - 1)
    } else if (positions.at(-1) === mean) masses[masses.length - 1]! += mass
    else {
      positions.push(mean)
      masses.push(mass)
    }
  }
  visit(low, high, order)
  return { positions: Float64Array.from(positions), masses: Float64Array.from(masses) }
}

/** Mass of the part of the law in [a, b] and the mean of that part. */
export function partOfLaw(law: Law, a: number, b: number): MassAndMean {
  const fromLow = a <= law.support[0]
  const toHigh = b >= law.support[1]
  if (fromLow && toHigh) return { mass: 1, mean: law.mean }
  if (fromLow) return meanWithin(law.cdf(b), law.partialMean(b), a, b)
  if (toHigh) return meanWithin(law.sf(a), law.upperPartialMean(a), a, b)
  if (nearsAnEnd(law, a, b)) {
    const upper = a >= law.mean
    const mass = upper ? law.sf(a) - law.sf(b) : law.cdf(b) - law.cdf(a)
    const moment = upper ? law.upperPartialMean(a) - law.upperPartialMean(b) : law.partialMean(b) - law.partialMean(a)
    return meanWithin(mass, moment, a, b)
  }
  return massAndMean(law.pdf, a, b)
}

/** Whether [a, b] spans more than a factor 8 in the distance from 0 or from an end: there panels would be many, and differences lose nothing. */
function nearsAnEnd({ support: [low, high] }: Law, a: number, b: number): boolean {
  return (a > 0 && b > 8 * a) || b - low > 8 * (a - low) || high - a > 8 * (high - b)
}

function meanWithin(mass: number, moment: number, a: number, b: number): MassAndMean {
  return { mass, mean: Math.min(Math.max(moment / mass, a), b) }
}
