// How builds and tasks move from status to status. A move is one transaction: status row, history entry, counters and outbox event; whoever
// enqueues or ends the job does so in the same one. Every move names the attempt that makes it and starts from an allowed predecessor.
// A transaction locks the job's row, then its entry in the queue, then the owner's usage: in this order always, so that none waits in a circle.
import {
  FEED_SPELLING,
  type FeedStatus,
  feedMessage,
  isTerminal,
  mayPrecede,
  type PlatformEvent,
  type Status,
  transitionMessage,
  type WebhookEvent,
} from '@credence/contract'
import type { Sql, Tx } from '../database/pool.ts'
import { JOBS, type Kind, type Made, type StatusEntry } from './kinds.ts'
import { writeEvent } from './outbox.ts'

/** One try of one worker at one build or task. */
export interface Attempt<K extends Kind = Kind> {
  readonly kind: K
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
/** The first entry of a history. */
export const acceptedEntry = (kind: Kind, id: string, at: number): StatusEntry => ({
  Status: 'Accepted',
  Timestamp: at,
  Message: transitionMessage(JOBS[kind].noun, id, 'Accepted'),
})

/**
 * Moves a build or task on, if this attempt still owns it and the move is allowed: row, history and events in one statement.
 * Who ends it with this counts it as ended, too.
 * @param made  published with a final status
 * @returns the owner, or undefined: another attempt has it, it ended, or it was deleted; the caller must discard its result
 */
export async function move<K extends Kind>(sql: Sql, attempt: Attempt<K>, to: Status, why: Why = {}, made?: Made<K>): Promise<string | undefined> {
  const { kind } = attempt
  const published: readonly [field: string, column: string][] = made ? Object.entries(JOBS[kind].published) : []
  const values: Readonly<Record<string, unknown>> = { ...made?.published }
  const { rows } = await sql.query<{ owner: string }>({
    name: `${made ? 'end' : 'move'}_${kind}`,
    text: moveText(kind, 'attempt = $2', [
      "worker_id = case when $6 or $3 = 'Rescheduled' then null else worker_id end",
      ...published.map(([, column], i) => `${column} = $${i + 9}`),
    ]),
    values: [...moveValues(attempt, to, mayPrecede(to), why, made), ...published.map(([field]) => values[field])],
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
    text: moveText(attempt.kind, 'attempt < $2 and finished_at is null and not cancel_requested', ['attempt = $2', 'worker_id = $9']),
    values: [...moveValues(attempt, 'Initialising', waiting, {}), workerId],
  })
  return rowCount === 1
}

/** Clocks are put back, and differ between machines: nothing in a history is earlier than what was before it. */
const NOT_BEFORE = 'greatest(updated_at, $5)'

function moveText(kind: Kind, where: string, set: readonly string[]): string {
  return `with moved as (
            update ${kind}
               set ${set.join(', ')}, status = $3, updated_at = ${NOT_BEFORE},
                   transitions = transitions || jsonb_set($4::jsonb, '{0,Timestamp}', to_jsonb(${NOT_BEFORE})),
                   started_at = case when $3 = 'Initialising' then coalesce(started_at, ${NOT_BEFORE}) else started_at end,
                   finished_at = case when $6 then ${NOT_BEFORE} else null end
             where ${JOBS[kind].key} = $1 and ${where} and status = any($7)
         returning owner
          ), told as (
            insert into outbox (owner, object_id, kind, payload, created_at)
            select moved.owner, $1, event.kind, event.payload, $5
              from moved, jsonb_to_recordset($8::jsonb) as event (kind text, payload jsonb)
          ) select owner from moved`
}
function moveValues<K extends Kind>({ kind, id, attempt }: Attempt<K>, to: Status, from: readonly Status[], why: Why, made?: Made<K>): unknown[] {
  const at = Date.now()
  const entry: StatusEntry = { Status: to, Timestamp: at, Message: transitionMessage(JOBS[kind].noun, id, to, why.reason) }
  const events = [statusEvent(kind, id, to, at, why), ...(made ? [statsEvent(kind, made.owner, made.totals)] : [])]
  return [id, attempt, to, JSON.stringify([entry]), at, isTerminal(to), from, JSON.stringify(events)]
}

/** Whether this attempt's move to `to` is in force: how one that lost its connection at the commit learns what became of it. */
export async function standsAt(sql: Sql, { kind, id, attempt }: Attempt, to: Status): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: `stands_at_${kind}`,
    text: `select 1 from ${kind} where ${JOBS[kind].key} = $1 and attempt = $2 and status = $3`,
    values: [id, attempt, to],
  })
  return rowCount === 1
}

/**
 * Takes a job that ended, or that was deleted before it began, from what its owner has under way. Every submission of the owner needs the row that
 * this locks: it is to be the last statement of its transaction, and is not waited for.
 */
export function countEnded(tx: Tx, kind: Kind, owner: string, took: readonly number[] = []): void {
  const { underWay, took: counters } = JOBS[kind].counters
  tx.send({
    name: `count_ended_${kind}`,
    text: `update usage set ${[`${underWay} = ${underWay} - 1`, ...counters.map((counter, i) => `${counter} = ${counter} + $${i + 3}`)].join(', ')},
                  updated_at = $2
            where owner = $1`,
    values: [owner, Date.now(), ...counters.map((_, i) => took[i] ?? 0)],
  })
}

/** The event of a job that was deleted. */
export async function announceDeleted(tx: Tx, { kind, id, owner }: { kind: Kind; id: string; owner: string }): Promise<void> {
  await writeEvent(tx, owner, id, countEvent(kind, owner, -1))
}

type JobEvent = PlatformEvent<WebhookEvent>
export function statusEvent(kind: Kind, id: string, to: Status, at: number, why: Why = {}): JobEvent {
  const status: FeedStatus = why.failed ? 'Failed' : FEED_SPELLING[to]
  const change = { status, message: feedMessage(JOBS[kind].noun, status, why.reason), updatedAt: at }
  if (kind === 'build') return { kind: 'build-status', payload: { buildId: id, ...change } }
  return { kind: 'task-status', payload: { taskId: id, ...change } }
}
const statsEvent = (kind: Kind, owner: string, totals: Made<Kind>['totals']): JobEvent => ({
  kind: `${kind}-stats`,
  payload: { UserID: owner, Object: JOBS[kind].noun, ResourceUsage: { IncrementCount: 0, DecrementCount: 0, ...totals } },
})
export const countEvent = (kind: Kind, owner: string, by: 1 | -1): JobEvent => ({
  kind: `${kind}-count`,
  payload: { UserID: owner, Object: JOBS[kind].noun, ResourceUsage: { IncrementCount: by > 0 ? 1 : 0, DecrementCount: by < 0 ? 1 : 0 } },
})
