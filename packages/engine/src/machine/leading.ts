// The particle's path of a program that asks for laws on it. With all samples it was told of all; it is followed once more with those that take it, and gives
// the text, files and ending of the run.
import { withTailsOf } from '../notices.ts'
import type { RunRequest } from '../types.ts'
import type { Attempt, Attempts } from './attempts.ts'
import { createStage, type Parts, type Program, samplesOf } from './once.ts'
import type { Budget } from './paths/follow.ts'
import type { Path } from './paths/path.ts'
import { seekPath } from './seek-path.ts'

export interface Leading {
  readonly attempt: Attempt
  /** All paths as far as they are known; absent: nobody looked. */
  readonly begun?: readonly Path[]
  /** Of what was run for it. */
  readonly dynamicInstructions: number
  /** That are left for all paths. */
  readonly budget: Budget
}

/** Of the time for all paths, for those on the way. */
const SEEKING = 0.3

/** @param first  the path with all samples */
export function leadingOf(program: Program, request: RunRequest, parts: Parts, attempts: Attempts, first: Attempt, budget: Budget): Leading {
  if (!first.once.asksLaws) return { attempt: first, dynamicInstructions: 0, budget }
  const begin = performance.now()
  const seeking = { samples: samplesOf(request), first: first.once, clock: first.readings.replayed, milliseconds: SEEKING * budget.milliseconds }
  const { path, begun, cancelled, ...sought } = seekPath(createStage(program, request, parts), seeking)
  const led = cancelled ? { ...first, once: { ...first.once, ending: { kind: 'cancelled' } as const } } : attempts.led(path, first)
  const left = budget.milliseconds - (performance.now() - begin)
  const notices = withTailsOf(first.once.notices, led.once.notices)
  return {
    attempt: { ...led, once: { ...led.once, notices } },
    begun,
    dynamicInstructions: sought.dynamicInstructions + (cancelled ? 0 : led.once.dynamicInstructions),
    budget: { ...budget, milliseconds: Math.max(0, left) },
  }
}
