// Takes jobs of one queue, as many at a time as there are free slots, and keeps the leases of those under way: one statement refreshes them all.
// pg-boss has a loop of its own, which fetches one job for each slot and then waits for a notification or half a second: behind a burst that was
// submitted before, four jobs a second of two slots.
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { ATTEMPT_MS, throughOutage } from '../database/outage.ts'
import type { Sql, Tx } from '../database/pool.ts'
import type { Log } from '../log/log.ts'
import { ableCondition, MOST_MEMORY, type StoredNeeds } from './abilities.ts'
import type { Lease, QueueName, Taker } from './task-queue.ts'

/** A cancelled job's signal aborts within one refresh, unless the worker hears of it first. */
const REFRESH_MS = 1000
/** Notifications may be lost with their connection, and none tells of a pause that is over. */
const POLL_MS = 500

/**
 * Everybody who has a slot free hears of every job, and one gets it: of a hundred that look at once, 99 look in vain. So whoever was woken in vain lets others go
 * first the next time, by up to so much more; whoever got one, by half as much. One worker alone never waits, three some 5 ms, and of a hundred the first looks
 * within some 5 ms too.
 */
const STEP_MS = 4
const MOST_STEPS_MS = POLL_MS

export interface TakeOptions<Queue extends QueueName> {
  readonly boss: PgBoss
  readonly sql: Sql
  readonly log: Log
  readonly queue: Queue
  readonly slots: number
  /** Jobs of one account that run at a time, by plan. */
  readonly running: Readonly<Record<string, number>>
  readonly taker: Taker
  readonly run: (lease: Lease<Queue>) => Promise<void>
}
export interface Taking {
  /** To be called when there may be something to take. */
  wake(): void
  /** Of an attempt whose job was ended or given back in a transaction: nothing is left to do when its handler returns. */
  settled(id: string, attempt: number): void
  /** Takes nothing more, and waits so long for the handlers; what is left then is given back. */
  stop(graceMs: number): Promise<void>
}
/** Of an entry in the queue. */
interface JobData {
  readonly id: string
  readonly needs?: StoredNeeds
  readonly requestId?: string
}
interface Held {
  readonly job: JobWithMetadata<JobData>
  readonly lost: AbortController
  settled: boolean
  /** Its slot is taken: its program runs. */
  busy: boolean
}

export function takeJobs<Queue extends QueueName>({ boss, sql, log, queue, slots, running, taker, run }: TakeOptions<Queue>): Taking {
  const { ofOne } = taker
  const held = new Map<string, Held>()
  const handlers = new Set<Promise<void>>()
  const closing = new AbortController()
  let stopped = false
  let looking = false
  let again = false
  let tight = false

  /** Bytes for one program more, and for each of `wanted` that are taken together. */
  const roomFor = (busy: readonly Held[], wanted: number): { readonly one: number; readonly each: number } => {
    if (!taker.abilities) return { one: Number.POSITIVE_INFINITY, each: Number.POSITIVE_INFINITY }
    const own = taker.abilities.memory - busy.reduce((sum, { job }) => sum + (job.data.needs?.memory ?? 0), 0)
    const both = Math.min(own, taker.freeMemory?.() ?? Number.POSITIVE_INFINITY)
    // One that is alone is always let run, or nothing ever would where others use the machine's memory.
    return { one: busy.length === 0 ? own : both, each: both / wanted }
  }
  const warn = (what: string) => (cause: unknown) => log.warn({ event: 'queue.error', queue, cause }, what)
  /** @returns jobs that were taken; undefined: none was asked for, since there is no slot or a look is under way, which goes on */
  const look = async (): Promise<number | undefined> => {
    again = true
    if (looking) return undefined
    looking = true
    let taken: number | undefined
    try {
      while (again && !stopped) {
        again = false
        // Those whose programs have ended are few and soon over; never more than as many again.
        const busy = [...held.values()].filter((lease) => lease.busy)
        const wanted = Math.min(slots - busy.length, 2 * slots - held.size)
        if (wanted < 1) break
        const groupConcurrency = { default: 1, tiers: { ...running } }
        const room = roomFor(busy, wanted)
        if (room.one <= 0) break
        // One by one where accounts are bounded here: a batch could hold several of one. So where memory is short: a share of it each may be too little for
        // one that the whole of it holds.
        const isSingle = ofOne !== undefined || tight || room.each <= 0
        const bound = isSingle ? { batchSize: 1, ...(ofOne !== undefined && { ignoreGroups: ownersOf(busy, ofOne) }) } : { batchSize: wanted }
        const db = statementsOf(sql, onlyAble(taker, isSingle ? room.one : room.each))
        const jobs = await boss.fetch<JobData>(queue, { ...bound, includeMetadata: true, groupConcurrency, db })
        for (const job of jobs) handle(job)
        taken = (taken ?? 0) + jobs.length
        const hasRoom = !isSingle && jobs.length < wanted && room.each < MOST_MEMORY
        if (isSingle ? jobs.length > 0 : hasRoom) again = true
        tight = (tight && jobs.length > 0) || hasRoom
      }
    } catch (cause) {
      warn('could not take a job')(cause) // the next poll tries again
    } finally {
      looking = false
    }
    return taken
  }
  let patience = 0
  let woken: NodeJS.Timeout | undefined
  const wake = (): void => {
    if (stopped) return
    woken ??= setTimeout(async () => {
      woken = undefined
      const taken = await look()
      if (taken !== undefined) patience = taken > 0 ? patience / 2 : Math.min(MOST_STEPS_MS, patience + STEP_MS)
    }, Math.random() * patience)
  }
  const handle = (job: Held['job']): void => {
    const attempt = job.retryCount + 1
    const lease: Held = { job, lost: new AbortController(), settled: false, busy: true }
    const release = () => {
      lease.busy = false
      void look()
    }
    held.set(keyOf(job.data.id, attempt), lease)
    const handler = (async () => {
      try {
        await run({ queue, ...job.data, attempt, signal: lease.lost.signal, release })
        if (!lease.settled) await boss.complete(queue, job, null, { db: statementsOf(sql) })
      } catch (cause) {
        warn('a job goes back to the queue')(cause)
        // As soon as PostgreSQL is back: behind an outage leases run out late.
        const give = () => boss.fail(queue, job, null, { db: statementsOf(sql) })
        await throughOutage(give, ATTEMPT_MS, closing.signal).catch(warn('a job could not be given back; its lease will run out'))
      } finally {
        held.delete(keyOf(job.data.id, attempt))
        release()
      }
    })()
    handlers.add(handler)
    void handler.finally(() => handlers.delete(handler))
  }

  const refresh = async (): Promise<void> => {
    const open = [...held.values()].filter((lease) => !lease.settled && !lease.lost.signal.aborted)
    if (open.length === 0) return
    try {
      const { settled } = (await boss.touch(
        queue,
        open.map(({ job }) => job),
        { db: statementsOf(sql) },
      )) as { settled?: string[] }
      const refreshed = new Set(settled)
      for (const lease of open) if (!lease.settled && !refreshed.has(lease.job.id)) lease.lost.abort(new Error('the lease is lost'))
    } catch (cause) {
      warn('could not refresh leases')(cause) // says nothing about them
    }
  }
  const polling = setInterval(look, POLL_MS)
  const refreshing = setInterval(refresh, REFRESH_MS)
  void look()

  return {
    wake,
    settled(id, attempt) {
      const lease = held.get(keyOf(id, attempt))
      if (lease) lease.settled = true
    },
    async stop(graceMs) {
      stopped = true
      closing.abort()
      clearInterval(polling)
      clearTimeout(woken)
      let clock: NodeJS.Timeout | undefined
      const grace = new Promise<void>((resolve) => {
        clock = setTimeout(resolve, graceMs)
      })
      await Promise.race([Promise.all(handlers), grace])
      clearTimeout(clock)
      clearInterval(refreshing)
      for (const { job, lost, settled } of held.values()) {
        if (!settled)
          await boss.fail(queue, job, null, { db: statementsOf(sql) }).catch(warn('a job could not be given back; its lease will run out'))
        lost.abort(new Error('the queue was closed'))
      }
    },
  }
}

/** Accounts that have so many of these jobs. */
function ownersOf(leases: readonly Held[], most: number): string[] {
  const owners = Map.groupBy(leases, ({ job }) => job.groupId)
  return [...owners].flatMap(([owner, own]) => (owner && own.length >= most ? [owner] : []))
}

const keyOf = (id: string, attempt: number): string => `${id} ${attempt}`

/**
 * Statements of pg-boss on a connection of ours, as prepared ones: it writes them anew for each call, always the same few with the values apart, and
 * planning one takes longer than running it.
 */
export const statementsOf = (sql: Sql, rewritten: (text: string) => string = (text) => text) => ({
  executeSql(given: string, values?: unknown[]) {
    const text = rewritten(given)
    return sql.query({ name: nameOf(text), text, ...(values ? { values } : {}) })
  },
})

/** Where pg-boss says which jobs may be taken; what a job needs is a condition more. */
const TAKEABLE = 'AND NOT j.blocked\n'
/** Down to five bits, so that there are few statements to be prepared, and at most a sixteenth of the room stays empty. */
const rounded = (bytes: number): number => {
  const unit = 2 ** Math.max(0, Math.floor(Math.log2(Math.max(1, bytes))) - 4)
  return Math.floor(bytes / unit) * unit
}
const onlyAble =
  ({ abilities }: Taker, free: number) =>
  (text: string): string => {
    if (!abilities) return text
    const parts = text.split(TAKEABLE)
    if (parts.length !== 2) throw new Error('pg-boss takes jobs with another statement than the one that is known here')
    const memory = free < abilities.memory ? rounded(free) : abilities.memory
    return parts.join(`${TAKEABLE}AND ${ableCondition('j.data', abilities, memory)}\n`)
  }
/** Of a command whose answer nobody needs: it travels with what comes after it. */
export const sentBy = (tx: Tx) => ({
  async executeSql(text: string, values?: unknown[]) {
    tx.send({ name: nameOf(text), text, ...(values ? { values } : {}) })
    return { rows: [] }
  },
})
const names = new Map<string, string>()
function nameOf(text: string): string {
  const name = names.get(text) ?? `queue_${names.size}`
  names.set(text, name)
  return name
}
