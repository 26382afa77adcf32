// Waiting for a build or task to end, by asking again with growing delay.
import { isTerminal, LIMITS, type Status } from '@credence/contract'
import { pause } from './pause.ts'

export interface WaitOptions {
  readonly signal?: AbortSignal
  /** Told of each status as it is first seen. */
  readonly onStatus?: (status: Status) => void
}

/**
 * Asks until the status is final; after the first answer it waits 0.2 s, then half as long again each time, at most 5 s.
 * @throws what `ask` throws, and the reason of the signal
 */
export async function wait<Thing extends { readonly Status: Status }>(
  ask: () => Promise<Thing>,
  { signal, onStatus }: WaitOptions = {},
): Promise<Thing> {
  const { firstMilliseconds, growth, maxMilliseconds } = LIMITS.client.poll
  let delay: number = firstMilliseconds
  let seen: Status | undefined
  for (;;) {
    signal?.throwIfAborted()
    const thing = await ask()
    if (thing.Status !== seen) onStatus?.(thing.Status)
    seen = thing.Status
    if (isTerminal(thing.Status)) return thing
    await pause(delay, signal)
    delay = Math.min(delay * growth, maxMilliseconds)
  }
}
