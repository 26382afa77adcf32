// The end of an account: what it runs is cancelled, its rows go in one transaction, then its objects.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, LONG_MS, type Sql } from '../database/pool.ts'
import { cancel } from '../jobs/attempts.ts'
import { JOBS, KINDS } from '../jobs/kinds.ts'
import type { Log } from '../log/log.ts'
import type { ObjectStore } from '../objects/store.ts'
import type { TaskQueue } from '../queue/task-queue.ts'

/** Clients wait ten seconds for an answer; what still runs then is fenced: its row is gone. */
const PATIENCE_MS = 4000
const LOOK_MS = 50
const AGAIN_MS = 60_000
/** A worker that lost its row notices within the time of a lease. */
const DONE_MS = 300_000

/** Ends what the account has under way and waits for it a while. */
export async function endJobs(database: Database, queue: TaskQueue, owner: string): Promise<void> {
  for (const kind of KINDS) for (const id of await unfinished(database, kind, owner)) await cancel(database, queue, kind, owner, id)
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(LOOK_MS)) {
    const left = await Promise.all(KINDS.map((kind) => unfinished(database, kind, owner)))
    if (left.flat().length === 0) return
  }
}
async function unfinished(sql: Sql, kind: (typeof KINDS)[number], owner: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>({
    name: `unfinished_${kind}s`,
    text: `select ${JOBS[kind].key} as id from ${kind} where owner = $1 and finished_at is null`,
    values: [owner],
  })
  return rows.map(({ id }) => id)
}

/** Takes the rows, and notes the places of the objects. */
export async function eraseRows(database: Database, owner: string, places: readonly string[]): Promise<void> {
  await database.transaction(async (tx) => {
    const values = [owner, places, Date.now()]
    await tx.query({ name: 'note_erasure', text: 'insert into erasure (owner, places, at) values ($1, $2, $3)', values })
    await tx.query({ name: 'erase_events', text: 'delete from outbox where owner = $1', values: [owner], patienceMs: LONG_MS })
    await tx.query({ name: 'erase_account', text: 'delete from account where user_id = $1', values: [owner], patienceMs: LONG_MS }) // the rest follows
  })
}

export interface Erasures {
  /** Deletes the objects of accounts that are gone. */
  now(): Promise<void>
  close(): Promise<void>
}
/** Any number of processes may do so at once; what a process that died left undone, the next one does. */
export function keepErasures({ database, objects, log }: { database: Database; objects: ObjectStore; log: Log }): Erasures {
  const erase = async (): Promise<void> => {
    const { rows } = await database.query<{ owner: string; places: string[]; at: number }>({ text: 'select owner, places, at from erasure' })
    for (const { owner, places, at } of rows) {
      for (const place of places) await (place.endsWith('/') ? objects.deleteAll(place) : objects.delete(place))
      if (at < Date.now() - DONE_MS) await database.query({ text: 'delete from erasure where owner = $1', values: [owner] })
    }
  }
  let last: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    last = erase().catch((cause: unknown) => log.warn({ event: 'erasure.unfinished', cause }, 'objects of a deleted account could not be deleted'))
  }, AGAIN_MS)
  timer.unref()
  return {
    now: erase,
    async close() {
      clearInterval(timer)
      await last
    },
  }
}
