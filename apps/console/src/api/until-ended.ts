// Waits for the end of a build or a task, whoever tells of it.
import type { WaitOptions } from '@credence/client'
import { isTerminal, LIMITS, type Status } from '@credence/contract'

/** Between two questions where changes are heard: an event may be lost with the connection that brings it. */
const BESIDE_MS = 2000

export interface Ear {
  /** Tells each status as it is heard. @returns what ends it */
  listen(listener: (status: Status) => void): () => void
  isLive(): boolean
}
/**
 * Asks as soon as the end is heard; beside that every 2 s, and where nothing can be heard after 0.2 s and then more and more seldom.
 * @returns the job once it has ended
 * @throws what `ask` throws, and the reason of the signal
 */
export async function untilEnded<Job extends { readonly Status: Status }>(
  ask: () => Promise<Job>,
  ear: Ear,
  { signal, onStatus }: WaitOptions = {},
): Promise<Job> {
  const { firstMilliseconds, growth } = LIMITS.client.poll
  let wake = (): void => {}
  let hasHeard = false
  let isOver = false
  const stop = ear.listen((status) => {
    hasHeard = true
    isOver ||= isTerminal(status)
    if (isOver) wake()
    else onStatus?.(status)
  })
  const abort = () => wake()
  signal?.addEventListener('abort', abort)
  try {
    for (let delay: number = firstMilliseconds; ; delay = Math.min(delay * growth, BESIDE_MS)) {
      signal?.throwIfAborted()
      isOver = false
      const job = await ask()
      if (isTerminal(job.Status)) return job
      if (!hasHeard) onStatus?.(job.Status) // else the answer is older than what was heard
      if (isOver || signal?.aborted) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ear.isLive() ? BESIDE_MS : delay)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  } finally {
    stop()
    signal?.removeEventListener('abort', abort)
  }
}
