// Whether this process takes submissions now. What was accepted is kept whatever comes, and reads go on; so when there is more work than can be
// taken, new work is what is refused, before it costs anything. Three signs: the queue is full, this process is late, or too many submissions are
// being written at once.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { errors } from '@credence/contract'
import type { Log } from '../log/log.ts'
import type { Backlog } from '../queue/backlog.ts'

export interface PressureOptions {
  readonly backlog: () => Promise<readonly Backlog[]>
  /** Builds and tasks that may wait. */
  readonly waitingJobs: number
  readonly log: Log
  /** Milliseconds that this process is behind, on average since the last call. Default: as measured. */
  readonly lateness?: () => number
}
export type Reason = 'the queue is full' | 'this process is busy'
export interface Pressure {
  /** Of a submission that begins; what it returns is called at its end. @throws ApiError 503 */
  admit(): () => void
  /** Why a submission was refused in the last seconds; undefined: none was. */
  refusing(): Reason | undefined
  /** Looks at the queue now. */
  look(): Promise<void>
  close(): Promise<void>
}

/** At 1,300 submissions a second, what one process writes on an idle machine, the last of so many waits 50 ms. */
const MOST_AT_ONCE = 64
/** Later than this on average, for two looks, answers to reads are late as well. Taken again below half of it. One late look is a machine that is busy elsewhere. */
const LATE_MS = 200
const LATE_LOOKS = 2
const LATENESS_MS = 500
const QUEUE_MS = 2000
/** So long /health says so. */
const SAID_MS = 10_000

export function openPressure({ backlog, waitingJobs, log, lateness = measuredLateness() }: PressureOptions): Pressure {
  let atOnce = 0
  let lateLooks = 0
  let full = false
  let last: { readonly reason: Reason; readonly at: number } | undefined

  const isLate = () => lateLooks >= LATE_LOOKS
  const refuse = (reason: Reason): never => {
    if (last === undefined || Date.now() - last.at > SAID_MS) log.warn({ event: 'pressure.refusing', reason }, 'submissions are refused')
    last = { reason, at: Date.now() }
    throw errors.overloaded()
  }
  const look = async (): Promise<void> => {
    const waiting = (await backlog()).reduce((sum, queue) => sum + queue.waiting + queue.paused, 0)
    full = waiting >= waitingJobs
  }
  let looking: Promise<void> | undefined
  const queueTimer = setInterval(() => {
    looking ??= look()
      .catch(() => {}) // the database is away: submissions fail by themselves
      .finally(() => {
        looking = undefined
      })
  }, QUEUE_MS)
  const latenessTimer = setInterval(() => {
    lateLooks = lateness() > (isLate() ? LATE_MS / 2 : LATE_MS) ? lateLooks + 1 : 0
  }, LATENESS_MS)
  for (const timer of [queueTimer, latenessTimer]) timer.unref()

  return {
    admit() {
      if (full) refuse('the queue is full')
      if (isLate() || atOnce >= MOST_AT_ONCE) refuse('this process is busy')
      atOnce++
      let ended = false
      return () => {
        if (!ended) atOnce--
        ended = true
      }
    },
    refusing: () => (last !== undefined && Date.now() - last.at < SAID_MS ? last.reason : undefined),
    look,
    async close() {
      for (const timer of [queueTimer, latenessTimer]) clearInterval(timer)
      await looking
    },
  }
}

const RESOLUTION_MS = 20
function measuredLateness(): () => number {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  return () => {
    const mean = histogram.count === 0 ? 0 : histogram.mean / 1e6 - RESOLUTION_MS
    histogram.reset()
    return Math.max(0, mean)
  }
}
