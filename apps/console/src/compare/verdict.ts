// What a comparison with Monte Carlo says: whether its distance is one that chance gives, and whether so few executions could tell.
import type { ReferenceComparison } from './distances.ts'

export type Verdict = 'within' | 'larger' | 'too small'

/** Chance that gives more than this share of the standard deviation hides what people would want to see: 5 % more spread is W1 of 4 %. */
export const TELLING = 0.05
/** Below so many executions a note says that they are few. */
export const FEW = 1000

export function verdictOf({
  w1,
  chance: [, high],
  expected,
  deviation,
}: Pick<ReferenceComparison, 'w1' | 'chance' | 'expected' | 'deviation'>): Verdict {
  if (w1 > high) return 'larger'
  return expected > TELLING * deviation ? 'too small' : 'within'
}

/** Runs that Monte Carlo needs for the same distance, times the time of one, in units of the tracked run: how often faster tracking is at equal error. */
export const timeAtEqualError = (drawsForW1: number, referenceMilliseconds: number, executions: number, trackedMilliseconds: number): number =>
  (drawsForW1 * (referenceMilliseconds / executions)) / trackedMilliseconds
