// What the particle's path read from its clocks, for the other paths to read again: a path starts over from the beginning, and a program that seeds a
// generator with the time, or prints it, must find the same there.
import type { Clock } from '../wasi/context.ts'

export interface Readings {
  readonly recorded: (clock: Clock) => Clock
  /** From the first reading on. Behind the last one time goes on from there. */
  readonly replayed: (clock: Clock) => Clock
  readonly taken: Taken
}
const CLOCKS = ['realtime', 'monotonic', 'processor'] as const
type Name = (typeof CLOCKS)[number]
/** Of each clock; those of a program that waits for the time are more, and nothing hangs on them. */
const MOST = 100_000

/** By clock, in the order in which they were read. */
export type Taken = Readonly<Record<Name, bigint[]>>

/** @param known  readings that another has recorded */
export function createReadings(known: Taken = { realtime: [], monotonic: [], processor: [] }): Readings {
  const reading = (clock: Clock, read: (name: Name) => () => bigint): Clock => ({
    ...clock,
    ...(Object.fromEntries(CLOCKS.map((name) => [name, read(name)])) as Record<Name, () => bigint>),
  })
  return {
    taken: known,
    recorded: (clock) =>
      reading(clock, (name) => () => {
        const now = clock[name]()
        if (known[name].length < MOST) known[name].push(now)
        return now
      }),
    replayed: (clock) =>
      reading(clock, (name) => {
        let next = 0
        let begin: bigint | undefined
        return () => {
          const found = known[name][next++]
          if (found !== undefined) return found
          const now = clock[name]()
          begin ??= now
          return (known[name].at(-1) ?? begin) + now - begin
        }
      }),
  }
}
