// The outbox of events: how they get in, and how it is kept bounded. Whoever delivers events reads them within seconds of their commit, and catches up after a stop of days; what
// is older than that, or behind a crowd of newer ones, nobody will ask for any more.
import type { PlatformEvent } from '@credence/contract'
import type { Database, Tx } from '../database/pool.ts'
import type { Log } from '../log/log.ts'

/**
 * An event, in the transaction that makes it true. Whoever writes one has changed or locked the row of its object before, so that events of an object
 * have ids in the order in which they happened, and an id is drawn by a transaction that has an id itself (`realtime/gaps.ts` relies on both).
 */
export async function writeEvent(tx: Tx, owner: string, objectId: string, { kind, payload }: PlatformEvent): Promise<void> {
  await tx.query({
    name: 'write_event',
    text: 'insert into outbox (owner, object_id, kind, payload, created_at) values ($1, $2, $3, $4, $5)',
    values: [owner, objectId, kind, JSON.stringify(payload), Date.now()],
  })
}

export interface Retention {
  readonly milliseconds: number
  /** The newest so many, whatever their age. */
  readonly rows: number
  /** Removed by one statement, so that none holds locks for long. */
  readonly batch: number
}
/** Longer than all attempts at one delivery together (`LIMITS.webhooks.retrySeconds`: three days). A row takes about 400 bytes. */
export const RETENTION: Retention = { milliseconds: 7 * 86_400_000, rows: 500_000, batch: 5000 }
const TRIM_MS = 60_000
/** Of the advisory lock. */
const LOCK = 7_433_210_020

export interface OutboxKeeper {
  close(): Promise<void>
}

/** Looks once a minute; any number of processes may do so at once. */
export function keepOutbox(database: Database, log: Log): OutboxKeeper {
  let current: Promise<unknown> = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    current = trimOutbox(database)
      .catch((cause: unknown) => log.warn({ event: 'outbox.untrimmed', cause }, 'old events could not be removed'))
      .finally(() => {
        busy = false
      })
  }, TRIM_MS)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await current
    },
  }
}

/** @returns how many rows were removed */
export async function trimOutbox(database: Database, retention: Retention = RETENTION): Promise<number> {
  for (let removed = 0; ; ) {
    const count = await removeOldest(database, retention)
    removed += count
    if (count < retention.batch) return removed
  }
}

/**
 * One process at a time. Ids grow with time and have next to no gaps, so the primary key finds the oldest rows, and the place where the newest
 * `rows` begin: to find nothing to do is a walk over one batch of it, and the table needs no index more. Clocks of machines that differ only
 * delay a removal.
 */
async function removeOldest(database: Database, { milliseconds, rows, batch }: Retention): Promise<number> {
  return database.transaction(async (tx) => {
    const lock = await tx.query<{ mine: boolean }>({ name: 'lock_outbox_trim', text: 'select pg_try_advisory_xact_lock($1) as mine', values: [LOCK] })
    if (!lock.rows[0]?.mine) return 0
    const { rowCount } = await tx.query({
      name: 'trim_outbox',
      text: `delete from outbox where id = any(array(
               select id from (select id, created_at from outbox order by id limit $3) oldest
                where created_at < $1 or id <= (select max(id) from outbox) - $2))`,
      values: [Date.now() - milliseconds, rows, batch],
    })
    return rowCount ?? 0
  })
}
