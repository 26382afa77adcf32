// Whether this process takes submissions now. What was accepted is kept whatever comes, and reads go on; so when there is more work than can be
// taken, new work is what is refused, before it costs anything. Three signs: the queue is full, this process is late, or too many submissions are
// being written at once.
//
// Nobody is refused in the moment of asking: clients that ask again at once would keep this process busy with refusals, and reads would wait behind them. A
// submission for which there is no place now waits for one a while, and is refused then.
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
  /** Of a submission that begins, once there is a place for it; what it gives is called at its end. @throws ApiError 503 */
  admit(): Promise<() => void>
  /** Why a submission was refused in the last seconds; undefined: none was. */
  refusing(): Reason | undefined
  /** Looks at the queue now. */
  look(): Promise<void>
  close(): Promise<void>
}

/** At 1,300 submissions a second, what one process writes on an idle machine, the last of so many waits 25 ms, and so do reads that come with them. */
const MOST_AT_ONCE = 32
/** One transaction ends many submissions at once, and as many begin: a read that comes in that moment waits for so many of them, not for all. */
const MOST_IN_A_ROW = 4
/** Later than this on average, for two looks, answers to reads are late as well. Taken again below half of it. One late look is a machine that is busy elsewhere. */
const LATE_MS = 200
const LATE_LOOKS = 2
const LATENESS_MS = 500
/** For a place. Of so many clients that ask without a pause, this many seconds' share is refused in a second. */
const WAIT_MS = 4000
/** Whoever finds so many before him is refused at once: what waits has a connection and some 20 KB. */
const MOST_WAITING = 2000
const QUEUE_MS = 2000
/** So long /health says so. */
const SAID_MS = 10_000

export function openPressure({ backlog, waitingJobs, log, lateness = measuredLateness() }: PressureOptions): Pressure {
  let atOnce = 0
  let lateLooks = 0
  let full = false
  let last: { readonly reason: Reason; readonly at: number } | undefined

  const isLate = () => lateLooks >= LATE_LOOKS
  const reasonNow = (): Reason | undefined => {
    if (full) return 'the queue is full'
    return isLate() || atOnce >= MOST_AT_ONCE ? 'this process is busy' : undefined
  }
  const refusal = (reason: Reason): Error => {
    if (last === undefined || performance.now() - last.at > SAID_MS) log.warn({ event: 'pressure.refusing', reason }, 'submissions are refused')
    last = { reason, at: performance.now() }
    return errors.overloaded()
  }
  const waiting = new Set<() => void>()
  const enter = (): (() => void) => {
    atOnce++
    let ended = false
    return () => {
      if (ended) return
      ended = true
      atOnce--
      letIn()
    }
  }
  let entering: NodeJS.Immediate | undefined
  /** In the order in which they came; a few, then whatever else has come meanwhile, then the next. */
  const letIn = (): void => {
    if (entering !== undefined) return
    let some = MOST_IN_A_ROW
    for (const begin of waiting) {
      if (reasonNow() !== undefined) return
      if (some-- === 0) {
        entering = setImmediate(() => {
          entering = undefined
          letIn()
        })
        return
      }
      begin()
    }
  }
  const look = async (): Promise<void> => {
    const jobs = (await backlog()).reduce((sum, queue) => sum + queue.waiting + queue.paused, 0)
    full = jobs >= waitingJobs
    letIn()
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
    letIn()
  }, LATENESS_MS)
  for (const timer of [queueTimer, latenessTimer]) timer.unref()

  return {
    async admit() {
      const reason = reasonNow()
      if (reason === undefined && waiting.size === 0) return enter()
      if (waiting.size >= MOST_WAITING) throw refusal(reason ?? 'this process is busy')
      return new Promise((resolve, reject) => {
        const begin = () => {
          clearTimeout(clock)
          waiting.delete(begin)
          resolve(enter())
        }
        const clock = setTimeout(() => {
          waiting.delete(begin)
          reject(refusal(reasonNow() ?? 'this process is busy'))
        }, WAIT_MS)
        waiting.add(begin)
      })
    },
    refusing: () => (last !== undefined && performance.now() - last.at < SAID_MS ? last.reason : undefined),
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
