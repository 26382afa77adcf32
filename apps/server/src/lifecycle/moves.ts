// How builds and tasks move from status to status. A move is one transaction: status row, history entry, counters and outbox event; whoever
// enqueues or ends the job does so in the same one. Every move names the attempt that makes it and starts from an allowed predecessor.
import { FEED_SPELLING, feedMessage, isTerminal, mayPrecede, type Noun, type Status, transitionMessage } from '@credence/contract'
import type { Sql, Tx } from '../database/pool.ts'

export const KINDS = ['build', 'task'] as const
export type Kind = (typeof KINDS)[number]
export const NOUN = { build: 'Build', task: 'Task' } as const satisfies Record<Kind, Noun>

/** One try of one worker at one build or task. */
export interface Attempt {
  readonly kind: Kind
  readonly id: string
  /** 0 before the first worker took it. */
  readonly attempt: number
}
export interface Why {
  /** For the Message: exit code, signal, limit. */
  readonly reason?: string
  /** The program or the build failed by itself: event feeds then say Failed where REST says Stopped. */
  readonly failed?: boolean
}
export interface StatusEntry {
  readonly Status: Status
  readonly Timestamp: number
  readonly Message: string
}

/** The first entry of a history. */
export const acceptedEntry = (kind: Kind, id: string, at: number): StatusEntry => ({
  Status: 'Accepted',
  Timestamp: at,
  Message: transitionMessage(NOUN[kind], id, 'Accepted'),
})

/**
 * Moves a build or task on, if this attempt still owns it and the move is allowed.
 * @returns the owner, or undefined: another attempt has it, it ended, or it was deleted; the caller must discard its result
 */
export async function move(tx: Tx, { kind, id, attempt }: Attempt, to: Status, why: Why = {}): Promise<string | undefined> {
  const at = Date.now()
  const entry: StatusEntry = { Status: to, Timestamp: at, Message: transitionMessage(NOUN[kind], id, to, why.reason) }
  const { rows } = await tx.query<{ owner: string }>({
    name: `move_${kind}`,
    text: `update ${kind}
              set status = $3, transitions = transitions || $4::jsonb, updated_at = $5,
                  started_at = case when $3 = 'Initialising' then coalesce(started_at, $5) else started_at end,
                  finished_at = case when $6 then $5 else null end,
                  worker_id = case when $6 or $3 = 'Rescheduled' then null else worker_id end
            where ${kind}_id = $1 and attempt = $2 and status = any($7)
        returning owner`,
    values: [id, attempt, to, JSON.stringify([entry]), at, isTerminal(to), mayPrecede(to)],
  })
  const owner = rows[0]?.owner
  if (owner === undefined) return undefined
  await announceStatus(tx, { kind, id, owner }, to, at, why)
  if (isTerminal(to)) await countUnfinished(tx, kind, owner, -1)
  return owner
}

/** Whether this attempt's move to `to` is in force: how one that lost its connection at the commit learns what became of it. */
export async function standsAt(sql: Sql, { kind, id, attempt }: Attempt, to: Status): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: `stands_at_${kind}`,
    text: `select 1 from ${kind} where ${kind}_id = $1 and attempt = $2 and status = $3`,
    values: [id, attempt, to],
  })
  return rowCount === 1
}

/** Events of a build or task that was just accepted, and its place among the unfinished ones. The row itself is the caller's. */
export async function announceAccepted(tx: Tx, subject: { kind: Kind; id: string; owner: string }, at: number): Promise<void> {
  await announceStatus(tx, subject, 'Accepted', at, {})
  await announceCount(tx, subject, 1)
}

/** Adds a build or task to what its owner has under way. False: the plan does not allow one more. */
export async function reservePlace(tx: Tx, kind: Kind, owner: string, allowed: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: `reserve_${kind}`,
    text: `update usage set concurrent_${kind}_count = concurrent_${kind}_count + 1, updated_at = $3${kind === 'task' ? ', task_count = task_count + 1' : ''}
            where owner = $1 and concurrent_build_count + concurrent_task_count < $2`,
    values: [owner, allowed, Date.now()],
  })
  return rowCount === 1
}

export async function countUnfinished(tx: Tx, kind: Kind, owner: string, by: 1 | -1): Promise<void> {
  await tx.query({
    name: `count_unfinished_${kind}`,
    text: `update usage set concurrent_${kind}_count = concurrent_${kind}_count + $2, updated_at = $3 where owner = $1`,
    values: [owner, by, Date.now()],
  })
}

/** Events of a build or task that was deleted. */
export const announceDeleted = (tx: Tx, subject: { kind: Kind; id: string; owner: string }): Promise<void> => announceCount(tx, subject, -1)

/** Events with the figures of one that ended. */
export async function announceStats(
  tx: Tx,
  { kind, id, owner }: { kind: Kind; id: string; owner: string },
  totals: Readonly<Record<string, number>>,
): Promise<void> {
  const usage = { IncrementCount: 0, DecrementCount: 0, ...totals }
  await writeEvent(tx, owner, id, `${kind}-stats`, { UserID: owner, Object: NOUN[kind], ResourceUsage: usage })
}

async function announceStatus(
  tx: Tx,
  { kind, id, owner }: { kind: Kind; id: string; owner: string },
  to: Status,
  at: number,
  why: Why,
): Promise<void> {
  const status = why.failed ? 'Failed' : FEED_SPELLING[to]
  const message = feedMessage(NOUN[kind], status, why.reason)
  await writeEvent(tx, owner, id, `${kind}-status`, { [`${kind}Id`]: id, status, message, updatedAt: at })
}

async function announceCount(tx: Tx, { kind, id, owner }: { kind: Kind; id: string; owner: string }, by: 1 | -1): Promise<void> {
  const usage = { IncrementCount: by > 0 ? 1 : 0, DecrementCount: by < 0 ? 1 : 0 }
  await writeEvent(tx, owner, id, `${kind}-count`, { UserID: owner, Object: NOUN[kind], ResourceUsage: usage })
}

async function writeEvent(tx: Sql, owner: string, objectId: string, kind: string, payload: object): Promise<void> {
  await tx.query({
    name: 'write_event',
    text: 'insert into outbox (owner, object_id, kind, payload, created_at) values ($1, $2, $3, $4, $5)',
    values: [owner, objectId, kind, JSON.stringify(payload), Date.now()],
  })
}
