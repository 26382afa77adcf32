// Watches what a process uses while it works on a request.
import { type Allowance, passedLimit, type Spent } from '../limits.ts'
import type { Usage } from './usage.ts'

const WATCH_MILLISECONDS = 50
const LONGEST_TIMER = 2 ** 31 - 1

export interface Watchdog {
  /** Since the begin, as far as it is known. Times of the process stay as they were once it is stopped. */
  readonly spent: () => Spent
  /** A process that is being ended is not looked at any more: of a box whose inside was killed, little is left to count. */
  readonly stop: () => void
}

/**
 * @param usage   of the process now, all its life; undefined where nobody tells
 * @param passed  is called at most once, and not before this has returned
 */
export function watch(allowance: Allowance, usage: () => Usage | undefined, passed: (limit: keyof Allowance, spent: Spent) => void): Watchdog {
  const before = usage()?.processorMilliseconds ?? 0
  const begin = performance.now()
  let seen: Pick<Spent, 'processorMilliseconds' | 'memoryBytes'> = { processorMilliseconds: 0, memoryBytes: 0 }
  const spent = (): Spent => ({ wallMilliseconds: performance.now() - begin, ...seen })
  const stop = () => {
    clearInterval(interval)
    clearTimeout(clock)
  }
  const look = (limitOf: (now: Spent) => keyof Allowance | undefined) => {
    const now = usage()
    if (now) seen = { processorMilliseconds: Math.max(0, now.processorMilliseconds - before), memoryBytes: now.residentBytes }
    const limit = limitOf(spent())
    if (!limit) return
    stop()
    passed(limit, spent())
  }
  const interval = setInterval(() => look((now) => passedLimit(allowance, now)), WATCH_MILLISECONDS)
  const clock = setTimeout(() => look(() => 'wallMilliseconds'), Math.min(allowance.wallMilliseconds, LONGEST_TIMER))
  return { spent, stop }
}
