// A value as programs print and store it: the ordinary number (particle) and the distribution next to it.
import { fromFixed, type Mixture, mixtureOf } from './mixture.ts'
import { mean } from './statistics.ts'

export interface UxValue {
  readonly particle: number
  /** Representation type, 0 … 255; 4 is Athens. */
  readonly type: number
  /** 0 with one Dirac delta marks a plain number; readers use it for nothing else. */
  readonly sampleCount: number
  /** The mean as the text says it; of a mixture made here, the mixture's mean. */
  readonly mean: number
  readonly mixture: Mixture
}

/** The most Dirac deltas that readers take. */
export const MAX_DIRACS = 10_000
/** Representation type of Athens cores. */
export const ATHENS = 4

export function isPlain(value: UxValue): boolean {
  return value.sampleCount === 0 && value.mixture.positions.length === 1
}

export function plainValue(x: number): UxValue {
  return { particle: x, type: ATHENS, sampleCount: 0, mean: x, mixture: mixtureOf([x], [1]) }
}

/** A distributional value of type Athens; the particle is the mean unless given. */
export function uxValue(mixture: Mixture, particle?: number): UxValue {
  const m = mean(mixture)
  return { particle: particle ?? m, type: ATHENS, sampleCount: 1, mean: m, mixture }
}

/** Far more than masses that were rounded to 2^-63 miss of 1, far less than those of a value that was cut short or misread. */
const MASS_TOLERANCE = 1e-3
/** Whether fixed-point masses (units of 2^-63) are those of a whole distribution: together 1. */
export function isWhole(fixed: BigUint64Array): boolean {
  const total = fixed.reduce((sum, mass) => sum + fromFixed(mass), 0)
  return Math.abs(total - 1) <= MASS_TOLERANCE
}
