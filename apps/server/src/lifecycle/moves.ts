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
 * Moves a build or task on, if this attempt still owns it and the move is allowed: row, history, event and count in one statement.
 * @returns the owner, or undefined: another attempt has it, it ended, or it was deleted; the caller must discard its result
 */
export async function move(sql: Sql, attempt: Attempt, to: Status, why: Why = {}): Promise<string | undefined> {
  const { rows } = await sql.query<{ owner: string }>({
    name: `move_${attempt.kind}`,
    text: moveText(attempt.kind, 'attempt = $2'),
    values: moveValues(attempt, to, mayPrecede(to), why),
  })
  return rows[0]?.owner
}

/**
 * Makes this attempt the owner of one that nobody works on, as Initialising.
 * @returns false: it is not so simple, and nothing was changed
 */
export async function takeWaiting(sql: Sql, attempt: Attempt, workerId: string): Promise<boolean> {
  const waiting = mayPrecede('Initialising')
  const { rowCount } = await sql.query({
    name: `take_waiting_${attempt.kind}`,
    text: moveText(attempt.kind, 'attempt < $2 and finished_at is null and not cancel_requested', 'attempt = $2, worker_id = $10, '),
    values: [...moveValues(attempt, 'Initialising', waiting, {}), workerId],
  })
  return rowCount === 1
}

function moveText(kind: Kind, where: string, set = ''): string {
  return `with moved as (
            update ${kind}
               set ${set}status = $3, transitions = transitions || $4::jsonb, updated_at = $5,
                   started_at = case when $3 = 'Initialising' then coalesce(started_at, $5) else started_at end,
                   finished_at = case when $6 then $5 else null end${set === '' ? ", worker_id = case when $6 or $3 = 'Rescheduled' then null else worker_id end" : ''}
             where ${kind}_id = $1 and ${where} and status = any($7)
         returning owner
          ), told as (
            insert into outbox (owner, object_id, kind, payload, created_at) select owner, $1, $8, $9::jsonb, $5 from moved
          ), counted as (
            update usage set concurrent_${kind}_count = concurrent_${kind}_count - 1, updated_at = $5 from moved where usage.owner = moved.owner and $6
          ) select owner from moved`
}
function moveValues({ kind, id, attempt }: Attempt, to: Status, from: readonly Status[], why: Why): unknown[] {
  const at = Date.now()
  const entry: StatusEntry = { Status: to, Timestamp: at, Message: transitionMessage(NOUN[kind], id, to, why.reason) }
  return [id, attempt, to, JSON.stringify([entry]), at, isTerminal(to), from, `${kind}-status`, JSON.stringify(statusEvent(kind, id, to, at, why))]
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
  await writeEvent(tx, subject.owner, subject.id, `${subject.kind}-status`, statusEvent(subject.kind, subject.id, 'Accepted', at))
  await announceCount(tx, subject, 1)
}

/** Adds a build to what its owner has under way. False: the plan does not allow one more. */
export async function reservePlace(tx: Tx, owner: string, allowed: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'reserve_build',
    text: `update usage set concurrent_build_count = concurrent_build_count + 1, updated_at = $3
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
  await writeEvent(tx, owner, id, `${kind}-stats`, statsEvent(kind, owner, totals))
}
export const statsEvent = (kind: Kind, owner: string, totals: Readonly<Record<string, number>>): object => ({
  UserID: owner,
  Object: NOUN[kind],
  ResourceUsage: { IncrementCount: 0, DecrementCount: 0, ...totals },
})

export function statusEvent(kind: Kind, id: string, to: Status, at: number, why: Why = {}): object {
  const status = why.failed ? 'Failed' : FEED_SPELLING[to]
  return { [`${kind}Id`]: id, status, message: feedMessage(NOUN[kind], status, why.reason), updatedAt: at }
}

async function announceCount(tx: Tx, { kind, id, owner }: { kind: Kind; id: string; owner: string }, by: 1 | -1): Promise<void> {
  await writeEvent(tx, owner, id, `${kind}-count`, countEvent(kind, owner, by))
}
export const countEvent = (kind: Kind, owner: string, by: 1 | -1): object => ({
  UserID: owner,
  Object: NOUN[kind],
  ResourceUsage: { IncrementCount: by > 0 ? 1 : 0, DecrementCount: by < 0 ? 1 : 0 },
})

async function writeEvent(tx: Sql, owner: string, objectId: string, kind: string, payload: object): Promise<void> {
  await tx.query({
    name: 'write_event',
    text: 'insert into outbox (owner, object_id, kind, payload, created_at) values ($1, $2, $3, $4, $5)',
    values: [owner, objectId, kind, JSON.stringify(payload), Date.now()],
  })
}
