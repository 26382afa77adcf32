// Clocks. They are real, so that a program that times itself sees plausible numbers, but coarse: readings come in steps of 1 ms, because fine
// clocks are what cache-timing attacks on the host are made of. Within one step each reading is 1 µs above the one before, so that time never
// stands still and a rate computed from two readings has no zero below it.
import type { Calls, Clock, Context } from './context.ts'
import { WasiError } from './errno.ts'

const STEP = 1_000_000n
const WITHIN_STEP = 1_000n

/** A clock that reads `milliseconds` coarsely and never twice the same. */
export function coarse(milliseconds: () => number): () => bigint {
  let last = -1n
  return () => {
    const now = BigInt(Math.floor(milliseconds())) * STEP
    last = now > last ? now : last + WITHIN_STEP
    return last
  }
}

export function createClock(processorMilliseconds: () => number, sleep: (milliseconds: number) => void): Clock {
  return {
    realtime: coarse(() => Date.now()),
    monotonic: coarse(() => performance.now()),
    processor: coarse(processorMilliseconds),
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
      memory.setU64(resolution, STEP)
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
