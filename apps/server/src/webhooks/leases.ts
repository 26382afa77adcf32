// Who delivers what: any number of processes take due deliveries, each for the time that an attempt can last. A lease is a time and a word on the row; a
// process that dies with it leaves a row that is due again when the time is over. Times are the database's, so that clocks of machines may differ.
// A transaction locks the webhook, then its deliveries: in this order always, so that none waits in a circle.
import { LIMITS, type WebhookEvent } from '@credence/contract'
import type { Database, Sql, Tx } from '../database/pool.ts'
import type { Attempt, Outcome } from './outcome.ts'
import type { DeliveredEvent } from './payload.ts'

const { webhooks } = LIMITS
const MINUTE_MS = 60_000
/** When the transaction began, in milliseconds since the epoch. */
export const NOW = '(extract(epoch from now()) * 1000)::bigint'

export interface Leased extends DeliveredEvent {
  readonly deliveryId: string
  readonly webhookId: string
  readonly event: WebhookEvent
  readonly lease: string
  readonly url: string
  readonly sealedSecret: string
  /** Still valid after a rotation. */
  readonly sealedOldSecret: string | null
  readonly tries: number
  readonly kind: ReceiverKind
}
/** How a receiver did last: it answered at once, it has not been sent anything yet, or it failed or took its time. */
export const RECEIVER_KINDS = ['quick', 'new', 'slow'] as const
export type ReceiverKind = (typeof RECEIVER_KINDS)[number]
/** For how many deliveries there is room. */
export interface Room {
  readonly places: Readonly<Record<ReceiverKind, number>>
  /** Webhooks of one account that are taken up, of one kind. */
  readonly ofOne: number
  /** `slow usr_…`: kinds of receivers of which an account has enough under way. */
  readonly busy: readonly string[]
}

/** Webhooks that something waits for, each with the time of what is due first: one look into the index for each. */
const WAITING = `with recursive waiting as (
             (select webhook_id, due_at from webhook_delivery where state = 'pending' order by webhook_id, due_at limit 1)
             union all
             select next.webhook_id, next.due_at from waiting cross join lateral (
               select webhook_id, due_at from webhook_delivery
                where state = 'pending' and webhook_id > waiting.webhook_id order by webhook_id, due_at limit 1) next
           )`

/**
 * Webhooks that something may be sent to now. The table is walked from webhook to webhook along the index of what is pending, so the cost is that of webhooks
 * that something waits for, however much it is; a receiver that is held up, or that is being sent as much as may be at once, takes no place of others.
 */
async function dueWebhooks(sql: Sql, room: Room, slowMs: number): Promise<string[]> {
  const { rows } = await sql.query<{ webhookId: string }>({
    name: 'due_webhooks',
    text: `${WAITING}, due as (
             select w.webhook_id, w.owner, ${kindOf('$4')} as kind, waiting.due_at
               from waiting join webhook w using (webhook_id)
              where waiting.due_at <= ${NOW} and w.status = 'active' and w.held_until <= ${NOW} and ${underWay('w.webhook_id')} < ${webhooks.atOnce}
           ), fair as (
             select *, row_number() over (partition by kind, owner order by due_at) as own from due where kind || ' ' || owner <> all ($5)
           ), ranked as (
             select *, row_number() over (partition by kind order by due_at) as place from fair where own <= $6
           ) select webhook_id as "webhookId" from ranked where place <= ${placesOf('$1', '$2', '$3')}`,
    values: [...placeValues(room), slowMs, room.busy, room.ofOne],
  })
  return rows.map(({ webhookId }) => webhookId)
}
/** How long ago the delivery was due that waits longest for a receiver that answers at once, and for no rate or other delivery of its webhook; 0: none. */
export async function latenessMs(sql: Sql, slowMs: number): Promise<number> {
  const { rows } = await sql.query<{ late: number }>({
    name: 'delivery_lateness',
    text: `${WAITING} select coalesce(max(${NOW} - greatest(waiting.due_at, w.held_until)), 0)::bigint as late
             from waiting join webhook w using (webhook_id)
            where waiting.due_at <= ${NOW} and w.status = 'active' and w.held_until <= ${NOW} and ${underWay('w.webhook_id')} < ${webhooks.atOnce}
              and ${kindOf('$1')} = 'quick'`,
    values: [slowMs],
  })
  return rows[0]?.late ?? 0
}
const kindOf = (slowMs: string): string =>
  `case when w.last_attempt_at is null then 'new' when w.last_status = 'success' and w.last_milliseconds <= ${slowMs} then 'quick' else 'slow' end`
const placesOf = (...parameters: [string, string, string]): string =>
  `case kind ${RECEIVER_KINDS.map((kind, at) => `when '${kind}' then ${parameters[at]}::int`).join(' ')} end`
const placeValues = ({ places }: Room): number[] => RECEIVER_KINDS.map((kind) => places[kind])
const underWay = (webhookId: string): string =>
  `(select count(*) from webhook_delivery l where l.webhook_id = ${webhookId} and l.lease is not null and l.due_at > ${NOW})`

export interface Terms {
  /** Of this call: no two are alike. */
  readonly lease: string
  readonly leaseMs: number
  /** Deliveries to one webhook. */
  readonly perMinute: number
  /** A receiver that took longer than this is one of the slow ones. */
  readonly slowMs: number
}

/** Takes what is due: of each webhook the oldest, as many as its rate and what is under way allow. */
export async function takeDue(database: Database, room: Room, terms: Terms): Promise<Leased[]> {
  const ids = await dueWebhooks(database, room, terms.slowMs)
  if (ids.length === 0) return []
  return database.transaction(async (tx) => {
    const held = await holdWebhooks(tx, ids, terms.perMinute)
    const leased = await leaseOf(tx, held, room, terms)
    countSent(tx, leased, terms.perMinute)
    return leased
  })
}

interface Held {
  readonly webhookId: string
  /** Deliveries that its rate still allows. */
  readonly allowed: number
}
/** Locks those that no other process has locked. */
async function holdWebhooks(tx: Tx, ids: readonly string[], perMinute: number): Promise<Held[]> {
  const { rows } = await tx.query<Held>({
    name: 'hold_webhooks',
    text: `select webhook_id as "webhookId", case when minute_at + ${MINUTE_MS} <= ${NOW} then $2::int else $2 - minute_count end as allowed
             from webhook where webhook_id = any($1) and status = 'active' and held_until <= ${NOW} for update skip locked`,
    values: [ids, perMinute],
  })
  return rows
}

async function leaseOf(tx: Tx, held: readonly Held[], room: Room, { lease, leaseMs, slowMs }: Terms): Promise<Leased[]> {
  const { rows } = await tx.query<Omit<Leased, 'lease'>>({
    name: 'lease_deliveries',
    text: `with picked as (
             select one.id, ${kindOf('$5')} as kind, one.due_at
               from unnest($1::text[], $2::int[]) as held (webhook_id, allowed) join webhook w using (webhook_id)
              cross join lateral (
                select id, due_at from webhook_delivery
                 where webhook_id = held.webhook_id and state = 'pending' and due_at <= ${NOW} order by due_at, id
                 limit greatest(0, least(held.allowed, ${webhooks.atOnce} - ${underWay('held.webhook_id')}))) one
           ), ranked as (
             select id, kind, row_number() over (partition by kind order by due_at, id) as place from picked
           ), chosen as (
             select id, kind from ranked where place <= ${placesOf('$6', '$7', '$8')}
           ), leased as (
             update webhook_delivery d set lease = $3, due_at = ${NOW} + $4 from chosen where d.id = chosen.id
             returning d.*, chosen.kind
           )
           select d.delivery_id as "deliveryId", d.webhook_id as "webhookId", d.event, d.data, d.created_at as "createdAt", d.tries, d.kind,
                  w.owner, w.url, w.sealed_secret as "sealedSecret",
                  case when w.old_secret_until > ${NOW} then w.sealed_old_secret end as "sealedOldSecret"
             from leased d join webhook w using (webhook_id) order by d.id`,
    values: [held.map(({ webhookId }) => webhookId), held.map(({ allowed }) => allowed), lease, leaseMs, slowMs, ...placeValues(room)],
  })
  return rows.map((row) => ({ ...row, lease }))
}

/** A minute begins with the first delivery behind the end of the one before; when it is used up, the webhook is held until its end. */
function countSent(tx: Tx, leased: readonly Leased[], perMinute: number): void {
  const counts = [...Map.groupBy(leased, ({ webhookId }) => webhookId)].map(([id, some]) => [id, some.length] as const)
  if (counts.length === 0) return
  tx.send({
    name: 'count_deliveries',
    text: `with sent as (
             select w.webhook_id, case when w.minute_at + ${MINUTE_MS} <= ${NOW} then ${NOW} else w.minute_at end as minute_at,
                    sent.number + case when w.minute_at + ${MINUTE_MS} <= ${NOW} then 0 else w.minute_count end as number
               from unnest($1::text[], $2::int[]) as sent (webhook_id, number) join webhook w using (webhook_id)
           )
           update webhook w set minute_at = sent.minute_at, minute_count = sent.number,
                  held_until = case when sent.number >= $3 then greatest(w.held_until, sent.minute_at + ${MINUTE_MS}) else w.held_until end
             from sent where w.webhook_id = sent.webhook_id`,
    values: [counts.map(([id]) => id), counts.map(([, number]) => number), perMinute],
  })
}

export interface Settled {
  /** False: the lease was lost, or the delivery is gone; nothing was written. */
  readonly isMine: boolean
  /** The webhook was disabled by this. */
  readonly isDisabled: boolean
}
type Lease = Pick<Leased, 'deliveryId' | 'webhookId' | 'lease'>

/** Writes what came of an attempt. */
export async function settle(database: Database, leased: Lease, attempt: Attempt, outcome: Outcome): Promise<Settled> {
  return database.transaction(async (tx) => {
    lockWebhook(tx, leased.webhookId)
    if (!(await writeAttempt(tx, leased, attempt, outcome))) return { isMine: false, isDisabled: false }
    const isDisabled = (await countOutcome(tx, leased.webhookId, attempt, outcome)) === 'disabled'
    if (isDisabled) dropPending(tx, leased.webhookId)
    return { isMine: true, isDisabled }
  })
}

export function lockWebhook(tx: Tx, webhookId: string): void {
  tx.send({ name: 'lock_webhook', text: 'select from webhook where webhook_id = $1 for update', values: [webhookId] })
}

async function writeAttempt(tx: Tx, leased: Lease, attempt: Attempt, { state, pauseMs = 0 }: Outcome): Promise<boolean> {
  const { at, status, fault, milliseconds } = attempt
  const { rowCount } = await tx.query({
    name: 'write_attempt',
    text: `update webhook_delivery
              set state = $3, lease = null, tries = tries + 1, due_at = ${NOW} + $4, ended_at = case when $3 = 'pending' then null else ${NOW} end,
                  attempts = case when jsonb_array_length(attempts) < ${webhooks.attemptsKept} then attempts else attempts - 0 end || $5::jsonb
            where delivery_id = $1 and lease = $2`,
    values: [leased.deliveryId, leased.lease, state, pauseMs, JSON.stringify([{ at, status, fault, milliseconds }])],
  })
  return rowCount === 1
}

/** @returns the status of the webhook behind it */
async function countOutcome(
  tx: Tx,
  webhookId: string,
  { at, milliseconds }: Attempt,
  { state, lastStatus, holdMs, isGone }: Outcome,
): Promise<string> {
  const { rows } = await tx.query<{ status: string }>({
    name: 'count_outcome',
    text: `update webhook
              set failure_count = case when $2 then 0 else failure_count + 1 end,
                  failing_since = case when $2 then null else coalesce(failing_since, ${NOW}) end,
                  last_status = $3, last_attempt_at = $4, last_milliseconds = $5, held_until = greatest(held_until, case when $6::bigint > 0 then ${NOW} + $6 else 0 end),
                  status = case when not $2 and ($7 or failing_since <= ${NOW} - ${webhooks.disableAfterSeconds * 1000}) then 'disabled' else status end
            where webhook_id = $1 returning status`,
    values: [webhookId, state === 'success', lastStatus, at, milliseconds, holdMs, isGone],
  })
  return rows[0]?.status ?? 'disabled'
}

/** Of a webhook that is disabled: nothing waits for it any more. */
export function dropPending(tx: Tx, webhookId: string): void {
  tx.send({
    name: 'drop_pending',
    text: `update webhook_delivery set state = 'failed', lease = null, ended_at = ${NOW} where webhook_id = $1 and state = 'pending'`,
    values: [webhookId],
  })
}

/** Gives a delivery back untried. */
export async function giveBack(sql: Sql, { deliveryId, lease }: Lease, pauseMs = 0): Promise<void> {
  await sql.query({
    name: 'give_delivery_back',
    text: `update webhook_delivery set lease = null, due_at = ${NOW} + $3 where delivery_id = $1 and lease = $2`,
    values: [deliveryId, lease, pauseMs],
  })
}
