// Who works on what: beginning an attempt, losing one, and asking for an end.
import { isTerminal, type Status } from '@credence/contract'
import { ATTEMPT_MS, throughOutage } from '../database/outage.ts'
import type { Database, Tx } from '../database/pool.ts'
import type { Lease, TaskQueue } from '../queue/task-queue.ts'
import { JOBS, KINDS, type Kind } from './kinds.ts'
import { type Attempt, countEnded, move, standsAt, takeWaiting } from './moves.ts'

/** Workers listen here for ids whose attempt should end. */
export const CANCEL_CHANNEL = 'credence_cancel'

export type Beginning = 'begun' | 'ended'
/**
 * Makes this lease the owner of its build or task, as Initialising; an attempt that was lost before becomes Rescheduled first.
 * 'ended': there is nothing to do, and the job was taken out of the queue. While PostgreSQL is away the job is kept: what is dropped there goes back only
 * when its lease is over, and behind the next outage later still.
 */
export function beginAttempt(
  database: Database,
  queue: TaskQueue,
  lease: Lease<Kind>,
  workerId: string,
  allowedAttempts: number,
): Promise<Beginning> {
  const attempt: Attempt = { kind: lease.queue, id: lease.id, attempt: lease.attempt }
  let unsure = false
  const work = async (): Promise<Beginning> => {
    if (unsure && (await standsAt(database, attempt, 'Initialising'))) return 'begun'
    unsure = true
    return begin(database, queue, { lease, attempt, workerId, allowedAttempts })
  }
  return throughOutage(work, ATTEMPT_MS, lease.signal)
}

interface Begun {
  readonly lease: Lease<Kind>
  readonly attempt: Attempt
  readonly workerId: string
  readonly allowedAttempts: number
}
async function begin(database: Database, queue: TaskQueue, { lease, attempt, workerId, allowedAttempts }: Begun): Promise<Beginning> {
  const { kind } = attempt
  if (lease.attempt <= allowedAttempts && (await takeWaiting(database, attempt, workerId))) return 'begun'
  return database.transaction(async (tx) => {
    const found = await claim(tx, attempt, workerId)
    if (!found) {
      await queue.finish(tx, lease)
      return 'ended'
    }
    if (found.status === 'Initialising' || found.status === 'In Progress') await move(tx, attempt, 'Rescheduled', { reason: 'its worker was lost' })
    const end = async (to: Status, reason?: string): Promise<Beginning> => {
      const owner = await move(tx, attempt, to, reason === undefined ? {} : { reason })
      await queue.finish(tx, lease)
      if (owner !== undefined) countEnded(tx, kind, owner)
      return 'ended'
    }
    if (found.cancel_requested) return end('Cancelled')
    if (lease.attempt > allowedAttempts) return end('Stopped', `interrupted ${allowedAttempts} times`)
    await move(tx, attempt, 'Initialising')
    return 'begun'
  })
}

async function claim(tx: Tx, { kind, id, attempt }: Attempt, workerId: string): Promise<{ status: Status; cancel_requested: boolean } | undefined> {
  const { rows } = await tx.query<{ status: Status; cancel_requested: boolean }>({
    name: `claim_${kind}`,
    text: `update ${kind} set attempt = $2, worker_id = $3 where ${JOBS[kind].key} = $1 and attempt < $2 and finished_at is null returning status, cancel_requested`,
    values: [id, attempt, workerId],
  })
  return rows[0]
}

/** Gives an attempt back to the queue, with Rescheduled in its history, to be taken after `pauseMs`. False: it was no longer this attempt's. */
export async function loseAttempt(database: Database, queue: TaskQueue, attempt: Attempt, reason: string, pauseMs = 0): Promise<boolean> {
  return database.transaction(async (tx) => {
    const owner = await move(tx, attempt, 'Rescheduled', { reason })
    if (owner === undefined) return false
    const isGiven = await queue.abandon(tx, { queue: attempt.kind, id: attempt.id, attempt: attempt.attempt }, pauseMs)
    if (await isUnwanted(tx, attempt)) await endUnwanted(tx, queue, attempt, owner)
    return isGiven
  })
}

async function isUnwanted(tx: Tx, { kind, id }: Attempt): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: `is_unwanted_${kind}`,
    text: `select 1 from ${kind} where ${JOBS[kind].key} = $1 and cancel_requested`,
    values: [id],
  })
  return rowCount === 1
}

/** Of one that nobody works on: it need not wait for a worker. */
async function endUnwanted(tx: Tx, queue: TaskQueue, attempt: Attempt, owner: string): Promise<void> {
  const moved = await move(tx, attempt, 'Cancelled')
  await queue.cancel(tx, attempt.kind, attempt.id)
  if (moved !== undefined) countEnded(tx, attempt.kind, owner)
}

/** Gives back everything a worker had when it died, so that the others need not wait for its leases to run out. */
export async function loseWorker(database: Database, queue: TaskQueue, workerId: string): Promise<number> {
  let lost = 0
  for (const kind of KINDS) {
    const { rows } = await database.query<{ id: string; attempt: number }>({
      name: `of_worker_${kind}`,
      text: `select ${JOBS[kind].key} as id, attempt from ${kind} where worker_id = $1 and finished_at is null`,
      values: [workerId],
    })
    for (const { id, attempt } of rows) if (await loseAttempt(database, queue, { kind, id, attempt }, 'its worker was lost')) lost++
  }
  return lost
}

export type CancelVerdict = 'sent' | 'unknown' | 'terminated'
/**
 * One that nobody works on is Cancelled here and now, also where its worker was lost and no other has taken it; of a running one its worker is told, and if
 * that dies, `endLost` sees the wish.
 */
export async function cancel(database: Database, queue: TaskQueue, kind: Kind, owner: string, id: string): Promise<CancelVerdict> {
  return database.transaction(async (tx) => {
    const { rows } = await tx.query<{ status: Status; attempt: number }>({
      name: `cancel_${kind}`,
      text: `update ${kind} set cancel_requested = true where ${JOBS[kind].key} = $1 and owner = $2 returning status, attempt`,
      values: [id, owner],
    })
    const [found] = rows
    if (!found) return 'unknown'
    if (isTerminal(found.status)) return 'terminated'
    const isTaken = found.status === 'Initialising' || found.status === 'In Progress'
    if (isTaken && !(await queue.isWaiting(tx, kind, id))) await tx.query({ text: 'select pg_notify($1, $2)', values: [CANCEL_CHANNEL, id] })
    else await endUnwanted(tx, queue, { kind, id, attempt: found.attempt }, owner)
    return 'sent'
  })
}

export interface Unwanted {
  readonly kind: Kind
  readonly id: string
  readonly workerId: string
}
/** What was begun and whose end was asked for. Behind the notification, which may be lost with its connection. */
export async function unwanted(database: Database): Promise<Unwanted[]> {
  const { rows } = await database.query<Unwanted>({
    name: 'unwanted',
    text: KINDS.map(
      (kind) =>
        `select '${kind}' as kind, ${JOBS[kind].key} as id, worker_id as "workerId" from ${kind} where worker_id is not null and cancel_requested and finished_at is null`,
    ).join(' union all '),
  })
  return rows
}

/** Ends one that was asked to end and whose lease was lost: behind others in the queue it would wait for a slot, only to be told that it is over. */
export async function endLost(database: Database, queue: TaskQueue, { kind, id }: Unwanted): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { rows } = await tx.query<{ owner: string; attempt: number }>({
      name: `unwanted_${kind}_for_update`,
      text: `select owner, attempt from ${kind} where ${JOBS[kind].key} = $1 and cancel_requested and finished_at is null for update`,
      values: [id],
    })
    const [found] = rows
    if (!found || !(await queue.isWaiting(tx, kind, id))) return false
    await endUnwanted(tx, queue, { kind, id, attempt: found.attempt }, found.owner)
    return true
  })
}
