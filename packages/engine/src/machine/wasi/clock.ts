// Clocks. They are real, so that a program that times itself sees plausible numbers, but coarse: readings come in steps of 1 ms, because fine
// clocks are what cache-timing attacks on the host are made of. Within one step each reading is above the one before, so that time does not
// stand still between two of them and a rate computed from them has no zero below it.
//
//   true time  |        n ms         |      (n + 1) ms     |
//   readings   (n - 1) ms + 0, 1, 2, 3 … µs   n ms + 0, 1 …
//
// Invariant: the readings within a step stay below the step that follows, and lie a step back: no reading is later than the true time.
import type { Calls, Clock, Context } from './context.ts'
import { WasiError } from './errno.ts'

const STEP = 1_000_000
/** So many readings of a step are 1 µs apart, which C's clock() can tell; what is left of it serves readings 1 ns apart. */
const MICROSECONDS = 900

/** A clock in nanoseconds that reads `milliseconds` coarsely, never backwards and never ahead of it. */
export function coarse(milliseconds: () => number): () => bigint {
  let step = 0
  let readings = 0
  return () => {
    const now = Math.max(0, Math.floor(milliseconds()) - 1)
    if (now > step) {
      step = now
      readings = 0
    } else readings++
    return BigInt(step) * BigInt(STEP) + BigInt(within(readings))
  }
}
function within(readings: number): number {
  return Math.min(STEP - 1, 1000 * Math.min(readings, MICROSECONDS) + Math.max(0, readings - MICROSECONDS))
}

/** @param processorMilliseconds  of this process, which may have run other programs before */
export function createClock(processorMilliseconds: () => number, sleep: (milliseconds: number) => void): Clock {
  const begin = processorMilliseconds()
  return {
    realtime: coarse(() => Date.now()),
    monotonic: coarse(() => performance.now()),
    processor: coarse(() => processorMilliseconds() - begin),
    sleep: (nanoseconds) => sleep(Number(nanoseconds / 1_000n) / 1_000),
  }
}

export function clockCalls({ memory, clock }: Context): Calls {
  const read = (id: number): (() => bigint) => {
    if (id === 0) return clock.realtime
    if (id === 1) return clock.monotonic
    if (id === 2 || id === 3) return clock.processor // of the process, of the thread
    throw new WasiError('invalid')
  }
  return {
    /**
     * clock_res_get(id: u32, resolution: address of u64). Writes the step of the clock in nanoseconds.
     * Errors: inval for an unknown clock, fault.
     */
    clock_res_get(id: number, resolution: number) {
      read(id)
      memory.setU64(resolution, BigInt(STEP))
    },
    /**
     * clock_time_get(id: u32, precision: u64, time: address of u64). Writes the reading in nanoseconds; `precision` is a wish and is not needed.
     * Errors: inval for an unknown clock, fault.
     */
    clock_time_get(id: number, _precision: bigint, time: number) {
      memory.setU64(time, read(id)())
    },
  }
}
