// The queue over pg-boss. Its settings decide how fast a lost worker is noticed; each says what it was measured to do.
import { PgBoss } from 'pg-boss'
import type { Database, Tx } from '../database/pool.ts'
import type { Log } from '../log/log.ts'
import { QUEUES, type TaskQueue } from './task-queue.ts'

/** pg-boss takes no less. A worker that is gone is noticed this long after its last refresh. */
const HEARTBEAT_SECONDS = 10
/** A cancelled job's signal aborts within one refresh, unless the worker hears of it first. */
const REFRESH_SECONDS = 2
/** Retries are not notified: with the default of 30 s a takeover took 30 s. */
const POLL_SECONDS = 0.5
const DAY = 86_400

export interface QueueOptions {
  readonly database: Database
  readonly log: Log
  /** Seconds that one attempt may take, the longest limit of builds and tasks included. */
  readonly attemptSeconds: number
  /** Jobs of one account that run at a time, by plan. */
  readonly running: Readonly<Record<string, number>>
}
export interface BossQueue extends TaskQueue {
  /** Stops taking, lets handlers end for `graceMs`, then gives their jobs back. */
  close(graceMs: number): Promise<void>
  /** Sends a job through the queue and takes it out again. */
  probe(): Promise<void>
}

export async function openQueue({ database, log, attemptSeconds, running }: QueueOptions): Promise<BossQueue> {
  const boss = new PgBoss({
    connectionString: database.url,
    schema: `${database.schema}_queue`,
    application_name: 'credence queue',
    max: 4,
    useListenNotify: true, // 4 ms from commit to start; by polling alone it was seconds
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
  })
  boss.on('error', (cause) => log.warn({ event: 'queue.error', cause }, 'the queue met an error and goes on'))
  boss.on('warning', (warning) => log.warn({ event: 'queue.warning', message: warning.message }, 'the queue warns'))
  await boss.start()
  for (const queue of QUEUES)
    await boss.createQueue(queue, {
      notify: queue !== 'probe',
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: attemptSeconds + 120,
      retryLimit: 1_000_000, // our own attempts limit decides, since only we can write the status that ends a job
      retryDelay: 0,
      retentionSeconds: 3650 * DAY, // an acknowledged job never disappears from the queue
      deleteAfterSeconds: DAY,
    })

  return {
    async enqueue(tx, { queue, id, owner, plan }) {
      await boss.send(queue, { id }, { id: uuidOf(id), group: { id: owner, tier: plan }, db: statementsOf(tx) })
    },
    async take(queue, slots, run) {
      const options = {
        localConcurrency: slots,
        includeMetadata: true,
        heartbeatRefreshSeconds: REFRESH_SECONDS,
        pollingIntervalSeconds: POLL_SECONDS,
        notifyPollingIntervalSeconds: POLL_SECONDS,
        groupConcurrency: { default: 1, tiers: { ...running } },
      } as const
      await boss.work<{ id: string }>(queue, options, async ([job]) => {
        if (job) await run({ queue, id: job.data.id, attempt: job.retryCount + 1, signal: job.signal })
      })
    },
    async finish(tx, { queue, id, attempt }) {
      const done = await boss.complete(queue, { id: uuidOf(id), retryCount: attempt - 1 }, null, { db: statementsOf(tx) })
      return settled(done) === 1
    },
    async cancel(tx, queue, id) {
      await boss.cancel(queue, uuidOf(id), { db: statementsOf(tx) })
    },
    async abandon(tx, { queue, id, attempt }) {
      const given = await boss.fail(queue, { id: uuidOf(id), retryCount: attempt - 1 }, null, { db: statementsOf(tx) })
      return settled(given) === 1
    },
    async close(graceMs) {
      await boss.stop({ graceful: graceMs > 0, timeout: Math.max(1000, graceMs), close: true })
    },
    async probe() {
      const id = await boss.send('probe', { id: 'probe' })
      const [job] = await boss.fetch('probe')
      if (!id || !job) throw new Error('a job that was sent did not come out of the queue')
      await boss.complete('probe', job)
    },
  }
}

/** Jobs have the 32 digits of the object's id as their UUID, so no table maps one to the other. */
function uuidOf(id: string): string {
  const digits = id.slice(id.indexOf('_') + 1)
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Rows that a command changed; pg-boss answers it, its types leave it out. */
const settled = (response: object): number => (response as { affected?: number }).affected ?? 0

const statementsOf = (tx: Tx) => ({ executeSql: (text: string, values?: unknown[]) => tx.query({ text, ...(values ? { values } : {}) }) })
