// Gives back jobs whose leases ran out. Every process that has the queue open sweeps, so that it happens whoever dies, and each at its own times.
//
// The longest time until another worker has what a machine had that is gone: the lease, one sweep, and the transaction that begins the attempt, since the
// one that gives it back wakes those that wait. Where PostgreSQL went as well: its time away, the grace behind it, and the same. What all slots are taken
// for waits for one.
import type { PgBoss } from 'pg-boss'
import { throughOutage } from '../database/outage.ts'
import type { Database } from '../database/pool.ts'
import type { Log } from '../log/log.ts'
import { statementsOf } from './leases.ts'
import type { QueueName } from './task-queue.ts'

/** Six refreshes. A worker that is so late for all of them is gone, frozen or cut off. */
export const LEASE_MS = 6000
/** With a quarter more or less, so that processes that started together do not look together. */
const SWEEP_MS = 1000
/** While PostgreSQL was away nobody could refresh: workers that are there do so first. */
const GRACE_MS = 3000

export interface SweepOptions {
  readonly boss: PgBoss
  readonly database: Database
  readonly log: Log
  /** Of the queue. */
  readonly schema: string
  /** On which those hear that take. */
  readonly channel: string
}
export interface Sweeps {
  stop(): Promise<void>
}

export function startSweeps({ boss, database, log, schema, channel }: SweepOptions): Sweeps {
  let stopped = false
  let clock: NodeJS.Timeout | undefined
  let sweeping: Promise<void> | undefined
  let isAway = false

  const sweep = async (): Promise<void> => {
    const { rows } = await database.query<{ queue: QueueName; id: string; retryCount: number }>({
      name: 'leases_over',
      text: `select name as queue, id, retry_count as "retryCount" from ${schema}.job
              where name in ('build', 'task') and state = 'active' and heartbeat_on < ${schema}.job_now() - ${LEASE_MS} * interval '1 ms'
                and pg_postmaster_start_time() < clock_timestamp() - ${GRACE_MS} * interval '1 ms'`,
    })
    if (rows.length === 0) return
    await database.transaction(async (tx) => {
      for (const { queue, id, retryCount } of rows) await boss.fail(queue, { id, retryCount }, null, { db: statementsOf(tx) })
      for (const queue of new Set(rows.map((row) => row.queue))) tx.send({ text: 'select pg_notify($1, $2)', values: [channel, queue] })
    })
    log.warn({ event: 'queue.leases-over', count: rows.length }, 'gave back jobs whose workers were silent')
  }
  const next = () => {
    clock = setTimeout(
      () => {
        // The first look behind an outage is made as soon as PostgreSQL answers.
        sweeping = throughOutage(sweep, SWEEP_MS)
          .then(() => {
            isAway = false
          })
          .catch((cause: unknown) => {
            if (!isAway) log.warn({ event: 'queue.error', cause }, 'could not look for leases that are over; looks again')
            isAway = true
          })
          .finally(() => stopped || next())
      },
      SWEEP_MS * (0.75 + Math.random() / 2),
    )
  }
  next()
  return {
    async stop() {
      stopped = true
      clearTimeout(clock)
      await sweeping
    },
  }
}
