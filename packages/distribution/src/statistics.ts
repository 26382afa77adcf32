// Statistics of a Dirac mixture, with the rules for NaN, infinities and empty mixtures. "Mass" is positive mass.

import { finiteCount, type Mixture, nonFiniteMasses, sumOf, totalMass } from './mixture.ts'
import { pow } from './special/elementary.ts'

/** NaN: a NaN mass, both infinities, or no mass. One infinity with mass: that infinity. */
export function mean(mixture: Mixture): number {
  return rawMoment(mixture, 1)
}

/**
 * Σ m·x^n / Σ m. A NaN mass: NaN. Infinite masses: +Infinity for even n, their sign for odd n, NaN when both signs have mass.
 * @param n  a whole number of at least 0
 * @throws RangeError  n is something else
 */
export function rawMoment(mixture: Mixture, n: number): number {
  requireOrder(n)
  if (mixture.positions.length === 0) return Number.NaN
  if (n === 0) return 1
  const { nan, negative, positive } = nonFiniteMasses(mixture)
  if (nan > 0) return Number.NaN
  const even = n % 2 === 0
  if (negative > 0 && positive > 0) return even ? Number.POSITIVE_INFINITY : Number.NaN
  if (positive > 0) return Number.POSITIVE_INFINITY
  if (negative > 0) return even ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
  return n === 1 ? finiteMean(mixture) : finiteMoment(mixture, n, 0)
}

/** Σ m·(x − mean)^n / Σ m; NaN with any non-finite mass and for an empty mixture. Order 0 gives 1 otherwise. */
export function centralMoment(mixture: Mixture, n: number): number {
  requireOrder(n)
  const count = finiteCount(mixture)
  if (count === 0 || count < mixture.positions.length) return Number.NaN
  if (n === 0) return 1
  if (n === 1) return 0
  return finiteMoment(mixture, n, finiteMean(mixture))
}

/** Last minus first finite position. A NaN mass, or no mass at all: NaN. An infinite mass: +Infinity. */
export function supportRange(mixture: Mixture): number {
  const { nan, negative, positive } = nonFiniteMasses(mixture)
  if (nan > 0 || mixture.positions.length === 0) return Number.NaN
  if (negative > 0 || positive > 0) return Number.POSITIVE_INFINITY
  return mixture.positions[finiteCount(mixture) - 1]! - mixture.positions[0]!
}

/** P(X ≤ x) of the mixture itself; -Infinity counts as below everything, NaN as never below. x = NaN gives NaN. */
export function stepCdf(mixture: Mixture, x: number): number {
  if (Number.isNaN(x) || mixture.positions.length === 0) return Number.NaN
  let below = 0
  for (let i = 0; i < mixture.positions.length; i++) if (mixture.positions[i]! <= x) below += mixture.masses[i]!
  return below / totalMass(mixture)
}

/**
 * The smallest position whose cumulative mass, divided by the total, is at least t: -Infinity first, then the finite ones,
 * +Infinity, and NaN last. t = NaN and an empty mixture give NaN.
 */
export function stepQuantile(mixture: Mixture, t: number): number {
  const { positions, masses } = mixture
  if (Number.isNaN(t) || positions.length === 0) return Number.NaN
  const { negative, positive } = nonFiniteMasses(mixture)
  const target = t * totalMass(mixture)
  let cumulative = negative
  if (negative > 0 && cumulative >= target) return Number.NEGATIVE_INFINITY
  const count = finiteCount(mixture)
  for (let i = 0; i < count; i++) {
    cumulative += masses[i]!
    if (cumulative >= target) return positions[i]!
  }
  if (positive > 0) return Number.POSITIVE_INFINITY
  return count === positions.length ? positions[count - 1]! : Number.NaN
}

/** Mass-weighted mean of the finite positions, measured from the middle one, so that a large common offset costs no digits. */
export function finiteMean(mixture: Mixture): number {
  const { positions, masses } = mixture
  const count = finiteCount(mixture)
  const origin = positions[count >> 1]!
  const mass = sumOf(masses, 0, count)
  const offset = weightedSum(mixture, count, (x) => x - origin) / mass
  if (Number.isFinite(offset)) return Math.min(Math.max(origin + offset, positions[0]!), positions[count - 1]!)
  return weightedSum(mixture, count, (x) => x / mass)
}

function finiteMoment(mixture: Mixture, n: number, origin: number): number {
  const count = finiteCount(mixture)
  return weightedSum(mixture, count, (x) => pow(x - origin, n)) / sumOf(mixture.masses, 0, count)
}

function weightedSum({ positions, masses }: Mixture, count: number, term: (x: number) => number): number {
  const terms = new Float64Array(count)
  for (let i = 0; i < count; i++) terms[i] = masses[i]! * term(positions[i]!)
  return sumOf(terms, 0, count)
}

function requireOrder(n: number): void {
  if (!(Number.isInteger(n) && n >= 0)) throw new RangeError(`n: ${n} is not a whole number of at least 0`)
}
