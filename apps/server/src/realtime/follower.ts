// Follows the outbox while somebody listens: every event that is committed from then on, once, those of one object in order. Each process of the API
// follows for itself and asks again every few milliseconds, so nothing has to be told between processes, nothing is written, and an outage of the
// database is a pause: the next look begins where the last one ended.
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseAway } from '../database/outage.ts'
import type { Database } from '../database/pool.ts'
import type { Log } from '../log/log.ts'
import type { OutboxRow } from './event-text.ts'
import { Gaps } from './gaps.ts'
import { drawTransaction, idsBetween, lastDrawn, oldestTransaction, readEvents } from './queries.ts'

/** While there is news, between looks, and when there was none for a while. */
const [BUSY_MS, CALM_MS, CALM_AFTER_MS] = [10, 40, 2000]
const AWAY_MS = 250
/** Between looks at whether the database went back in time. */
const CHECK_MS = 1000
/** How long a gap may be the mere order of commits. */
const FENCE_MS = 250
const BATCH = 1000
/** Ids among which those of transactions that are under way at the start are looked for. */
const LOOK_BACK = 20_000

export interface Follower {
  /** Resolves when every event that is committed from now on will be told. @throws DatabaseAway */
  follow(): Promise<void>
  /** Nobody listens. */
  rest(): void
  close(): Promise<void>
}
export interface FollowerOptions {
  /** A connection of its own is enough, and keeps looks from waiting behind requests. */
  readonly database: Database
  readonly log: Log
  readonly onEvents: (rows: readonly OutboxRow[]) => void
  /** The database went back in time, as to a copy: what was missed cannot be told. */
  readonly onLost: () => void
}

export function openFollower(options: FollowerOptions): Follower {
  let closed = false
  let current: Following | undefined
  let last: Promise<void> = Promise.resolve()
  return {
    follow() {
      if (closed) throw new Error('the follower is closed')
      if (!current) {
        const following = begin(options)
        current = following
        const before = last
        last = following.ended.then(() => before)
        following.started.catch(() => {
          if (current === following) current = undefined
        })
      }
      return current.started
    },
    rest() {
      current?.stop()
      current = undefined
    },
    async close() {
      closed = true
      current?.stop()
      await last
    },
  }
}

interface Following {
  readonly started: Promise<void>
  readonly ended: Promise<void>
  stop(): void
}

function begin(options: FollowerOptions): Following {
  const stopped = new AbortController()
  const opening = open(options.database)
  return {
    started: opening.then(() => {}),
    ended: opening.then((gaps) => run(options, gaps, stopped.signal)).catch(() => {}),
    stop: () => stopped.abort(),
  }
}

/** From the id that was drawn last, with those before it that are not there: some belong to transactions that are under way. */
async function open(database: Database): Promise<Gaps> {
  const last = await lastDrawn(database)
  const from = Math.max(0, last - LOOK_BACK)
  const there = new Set(await idsBetween(database, from, last))
  const missing = Array.from({ length: last - from }, (_, at) => from + 1 + at).filter((id) => !there.has(id))
  const gaps = new Gaps(last, missing)
  gaps.fence(await drawTransaction(database))
  return gaps
}

async function run({ database, log, onEvents, onLost }: FollowerOptions, start: Gaps, stopped: AbortSignal): Promise<void> {
  let gaps = start
  let newsAt = performance.now()
  let fencedAt = performance.now()
  let checkedAt = performance.now()
  let away = false
  while (!stopped.aborted) {
    try {
      // After an outage, and from time to time: a connection that broke between two looks is replaced without a word.
      if (away || performance.now() - checkedAt > CHECK_MS) {
        if ((await lastDrawn(database)) < gaps.last) {
          log.error({ event: 'realtime.lost' }, 'the database has fewer events than before: readers are sent away to ask anew')
          onLost()
          gaps = await open(database)
        }
        checkedAt = performance.now()
        away = false
      }
      const settled = gaps.missing.length === 0 ? [] : gaps.settledBy(await oldestTransaction(database))
      const rows = await readEvents(database, gaps.last, gaps.missing, BATCH)
      const given = rows.reduce((sum, { id }) => sum + gaps.see(id), 0)
      if (given > 0) log.error({ event: 'realtime.gaps-given-up', given }, 'too many ids of events are missing to wait for all')
      const end = rows.length < BATCH ? Number.POSITIVE_INFINITY : rows.at(-1)!.id
      gaps.forget(settled.filter((gap) => gap <= end))
      if (stopped.aborted) return
      if (rows.length > 0) {
        newsAt = performance.now()
        onEvents(rows)
      }
      if (gaps.hasUnfenced && performance.now() - fencedAt > FENCE_MS) {
        gaps.fence(await drawTransaction(database))
        fencedAt = performance.now()
      }
      if (rows.length < BATCH) await sleep(performance.now() - newsAt < CALM_AFTER_MS ? BUSY_MS : CALM_MS)
    } catch (cause) {
      if (!(cause instanceof DatabaseAway)) log.error({ event: 'realtime.failed', cause }, 'events could not be read')
      else if (!away) log.warn({ event: 'realtime.away', cause }, 'events cannot be read at the moment')
      away = true
      await sleep(AWAY_MS)
    }
  }
}
