// Waiting for a build or task to end: by asking again with growing delay, and soon also by hearing of its changes, where the platform tells them.
import { isTerminal, LIMITS, type Status } from '@credence/contract'
import { pause } from './pause.ts'

export interface WaitOptions {
  readonly signal?: AbortSignal
  /** Told of each status as it is first seen. */
  readonly onStatus?: (status: Status) => void
}
/** What hears of changes of a thing. */
export type Listen<Thing> = (thing: Thing, heard: { readonly onChange: () => void; readonly onLive: (isLive: boolean) => void }) => { close(): void }

/** What ends sooner is not worth a connection. */
const LISTEN_AFTER_MILLISECONDS = 1000

/**
 * Asks until the status is final; after the first answer it waits 0.2 s, then half as long again each time, at most 5 s. What lasts longer than a second is
 * listened to as well: each change is asked for at once, and beside them only every 10 s.
 * @throws what `ask` throws, and the reason of the signal
 */
export async function wait<Thing extends { readonly Status: Status }>(
  ask: () => Promise<Thing>,
  { signal, onStatus }: WaitOptions = {},
  listen?: Listen<Thing>,
): Promise<Thing> {
  const { firstMilliseconds, growth, maxMilliseconds } = LIMITS.client.poll
  const began = performance.now()
  let delay: number = firstMilliseconds
  let seen: Status | undefined
  let isLive = false
  let woken = new AbortController()
  let listening: { close(): void } | undefined
  const wake = (): void => woken.abort()
  try {
    for (;;) {
      signal?.throwIfAborted()
      woken = new AbortController()
      const thing = await ask()
      if (thing.Status !== seen) onStatus?.(thing.Status)
      seen = thing.Status
      if (isTerminal(thing.Status)) return thing
      if (performance.now() - began > LISTEN_AFTER_MILLISECONDS)
        listening ??= listen?.(thing, {
          onChange: wake,
          onLive(live) {
            isLive = live
            wake()
          },
        })
      await pause(isLive ? LIMITS.client.safetyPollMilliseconds : delay, signal ? AbortSignal.any([signal, woken.signal]) : woken.signal).catch(
        () => {},
      )
      delay = Math.min(delay * growth, maxMilliseconds)
    }
  } finally {
    listening?.close()
  }
}
