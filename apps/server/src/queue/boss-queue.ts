// The queue over pg-boss. Its settings decide how fast a lost worker is noticed; each says what it was measured to do.
import { createHash } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { ATTEMPT_MS, throughOutage, whileThere } from '../database/outage.ts'
import { type Database, LONG_MS, WATCHED } from '../database/pool.ts'
import type { Log } from '../log/log.ts'
import { storedNeeds } from './abilities.ts'
import { type Backlog, backlogOf, needsOfWaiting, type WaitingNeeds } from './backlog.ts'
import { sentBy, statementsOf, type Taking, takeJobs } from './leases.ts'
import { startSweeps } from './sweep.ts'
import { QUEUES, type QueueName, type TaskQueue } from './task-queue.ts'

/** pg-boss takes no less; our own sweeps come first. */
const HEARTBEAT_SECONDS = 10
/** Of what pg-boss looks after by itself: attempts that take longer than any may, and figures that nobody here reads. */
const SUPERVISE_SECONDS = 5
const DAY = 86_400
/** pg-boss hands it on to its connections. It changes its tables when it starts. */
const LINK = { ...WATCHED, query_timeout: LONG_MS }

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
  /** What waits and what is under way. */
  backlog(): Promise<Backlog[]>
  /** Of what waits, each kind of need once. */
  needs(): Promise<WaitingNeeds[]>
}

export async function openQueue({ database, log, attemptSeconds, running }: QueueOptions): Promise<BossQueue> {
  const schema = `${database.schema}_queue`
  const takings = new Map<QueueName, Taking>()
  let notified: { close(): Promise<void> } | undefined
  const boss = new PgBoss({
    connectionString: database.url,
    schema,
    application_name: 'credence queue',
    max: 2,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    ...LINK,
  })
  boss.on('error', (cause) => log.warn({ event: 'queue.error', cause }, 'the queue met an error and goes on'))
  boss.on('warning', (warning) => log.warn({ event: 'queue.warning', message: warning.message }, 'the queue warns'))
  const create = (queue: QueueName) =>
    boss.createQueue(queue, {
      notify: queue !== 'probe',
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: attemptSeconds + 120,
      retryLimit: 1_000_000, // our own attempts limit decides, since only we can write the status that ends a job
      retryDelay: 0,
      retentionSeconds: 3650 * DAY, // an acknowledged job never disappears from the queue
      deleteAfterSeconds: DAY,
    })
  try {
    await boss.start()
    for (const queue of QUEUES) await create(queue)
  } catch (cause) {
    await boss.stop({ graceful: false, close: true }).catch(() => {})
    throw cause
  }
  const channel = channelOf(schema)
  const sweeps = startSweeps({ boss, database, log, schema, channel })

  // Beside statements of the transaction pg-boss asks for its queues now and then, on connections of its own: their failures are the database being away, too.
  return {
    async enqueue(tx, jobs) {
      for (const [queue, some] of Map.groupBy(jobs, (job) => job.queue)) {
        const entries = some.map(({ id, owner, plan, requestId, needs }) => ({
          id: uuidOf(id),
          data: { id, requestId, ...(needs && { needs: storedNeeds(needs) }) },
          group: { id: owner, tier: plan },
        }))
        await whileThere(boss.insert(queue, entries, { db: sentBy(tx) }))
      }
    },
    async take(queue, slots, run, taker = {}) {
      takings.set(queue, takeJobs({ boss, sql: database, log, queue, slots, running, taker, run }))
      const hear = () => whileThere(database.listen(channel, (name) => takings.get(name as QueueName)?.wake()))
      notified ??= await throughOutage(hear, ATTEMPT_MS)
    },
    async finish(tx, { queue, id, attempt }) {
      const done = await whileThere(boss.complete(queue, { id: uuidOf(id), retryCount: attempt - 1 }, null, { db: statementsOf(tx) }))
      takings.get(queue)?.settled(id, attempt) // should the transaction fail, the handler throws
      return affected(done) === 1
    },
    async isWaiting(tx, queue, id) {
      const { rowCount } = await tx.query({
        name: 'is_waiting',
        text: `select 1 from ${schema}.job where name = $1 and id = $2 and state < 'active' for update`,
        values: [queue, uuidOf(id)],
      })
      return rowCount === 1
    },
    async cancel(tx, queue, id) {
      await whileThere(boss.cancel(queue, uuidOf(id), { db: statementsOf(tx) }))
    },
    async abandon(tx, { queue, id, attempt }, pauseMs = 0) {
      const given = await whileThere(boss.fail(queue, { id: uuidOf(id), retryCount: attempt - 1 }, null, { db: statementsOf(tx) }))
      takings.get(queue)?.settled(id, attempt)
      if (affected(given) !== 1) return false
      if (pauseMs === 0) tx.send({ text: 'select pg_notify($1, $2)', values: [channel, queue] })
      else
        await tx.query({
          text: `update ${schema}.job set start_after = ${schema}.job_now() + $3 * interval '1 ms' where name = $1 and id = $2 and state = 'retry'`,
          values: [queue, uuidOf(id), pauseMs],
        })
      return true
    },
    async close(graceMs) {
      const stopped = [...takings.values()].map((taking) => taking.stop(graceMs))
      await Promise.all([...stopped, notified?.close(), sweeps.stop()])
      await boss.stop({ graceful: graceMs > 0, timeout: Math.max(1000, graceMs), close: true })
    },
    backlog: () => backlogOf(database, schema),
    needs: () => needsOfWaiting(database, schema),
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
const affected = (response: object): number => (response as { affected?: number }).affected ?? 0

/** On which pg-boss tells, with the queue's name, of jobs that may start: `notifyChannelSql` of its plans. */
const channelOf = (schema: string): string => `pgboss_${createHash('sha224').update(schema).digest('hex').slice(0, 24)}`
