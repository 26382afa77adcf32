// Who works on what: beginning an attempt, losing one, and asking for an end.
import { isTerminal, type Status } from '@credence/contract'
import type { Database, Tx } from '../database/pool.ts'
import type { Lease, TaskQueue } from '../queue/task-queue.ts'
import { JOBS, KINDS, type Kind } from './kinds.ts'
import { type Attempt, countEnded, move, takeWaiting } from './moves.ts'

/** Workers listen here for ids whose attempt should end. */
export const CANCEL_CHANNEL = 'credence_cancel'

export type Beginning = 'begun' | 'ended'
/**
 * Makes this lease the owner of its build or task, as Initialising; an attempt that was lost before becomes Rescheduled first.
 * 'ended': there is nothing to do, and the job was taken out of the queue.
 */
export async function beginAttempt(
  database: Database,
  queue: TaskQueue,
  lease: Lease<Kind>,
  workerId: string,
  allowedAttempts: number,
): Promise<Beginning> {
  const { queue: kind } = lease
  const attempt: Attempt = { kind, id: lease.id, attempt: lease.attempt }
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
    if ((await move(tx, attempt, 'Rescheduled', { reason })) === undefined) return false
    return queue.abandon(tx, { queue: attempt.kind, id: attempt.id, attempt: attempt.attempt }, pauseMs)
  })
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
/** A waiting one is Cancelled here and now; of a running one its worker is told, and if that dies, the next attempt sees the wish. */
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
    if (found.status === 'Accepted' || found.status === 'Rescheduled') {
      const moved = await move(tx, { kind, id, attempt: found.attempt }, 'Cancelled')
      await queue.cancel(tx, kind, id)
      if (moved !== undefined) countEnded(tx, kind, owner)
    } else {
      await tx.query({ text: 'select pg_notify($1, $2)', values: [CANCEL_CHANNEL, id] })
    }
    return 'sent'
  })
}

/** Ids among a worker's own whose end was asked for. Behind the notification, which may be lost with its connection. */
export async function cancelledOf(database: Database, workerId: string): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: 'cancelled_of_worker',
    text: KINDS.map((kind) => `select ${JOBS[kind].key} as id from ${kind} where worker_id = $1 and cancel_requested and finished_at is null`).join(
      ' union all ',
    ),
    values: [workerId],
  })
  return rows.map((row) => row.id)
}
