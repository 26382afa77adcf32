// Webhooks of users.
import type { DeliveryStatus, WebhookEvent, WebhookStatus } from '@credence/contract'
import type { Sql, Tx } from '../database/pool.ts'
import { dropPending } from './leases.ts'

export interface WebhookRow {
  readonly webhookId: string
  readonly owner: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly description: string
  readonly status: WebhookStatus
  readonly sealedSecret: string
  /** Epoch milliseconds, as all times here. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly failureCount: number
  readonly lastStatus: DeliveryStatus | null
  readonly lastAttemptAt: number | null
}
const COLUMNS = `webhook_id as "webhookId", owner, url, events, description, status, sealed_secret as "sealedSecret", created_at as "createdAt",
  updated_at as "updatedAt", failure_count as "failureCount", last_status as "lastStatus", last_attempt_at as "lastAttemptAt"`

/** The newest first. */
export async function listWebhooks(sql: Sql, owner: string): Promise<WebhookRow[]> {
  const { rows } = await sql.query<WebhookRow>({
    name: 'list_webhooks',
    text: `select ${COLUMNS} from webhook where owner = $1 order by created_at desc, webhook_id desc`,
    values: [owner],
  })
  return rows
}

export async function getWebhook(sql: Sql, owner: string, webhookId: string): Promise<WebhookRow | undefined> {
  const { rows } = await sql.query<WebhookRow>({
    name: 'get_webhook',
    text: `select ${COLUMNS} from webhook where webhook_id = $2 and owner = $1`,
    values: [owner, webhookId],
  })
  return rows[0]
}
/** Locked until the transaction ends: nothing is taken from what waits for it meanwhile. */
export async function webhookForUpdate(tx: Tx, owner: string, webhookId: string): Promise<WebhookRow | undefined> {
  const { rows } = await tx.query<WebhookRow>({
    name: 'webhook_for_update',
    text: `select ${COLUMNS} from webhook where webhook_id = $2 and owner = $1 for update`,
    values: [owner, webhookId],
  })
  return rows[0]
}

export async function countWebhooks(sql: Sql, owner: string): Promise<number> {
  const { rows } = await sql.query<{ count: number }>({
    name: 'count_webhooks',
    text: 'select count(*) from webhook where owner = $1',
    values: [owner],
  })
  return rows[0]?.count ?? 0
}

type NewWebhook = Pick<WebhookRow, 'webhookId' | 'owner' | 'url' | 'events' | 'description' | 'sealedSecret' | 'createdAt'>
export async function insertWebhook(tx: Tx, row: NewWebhook): Promise<void> {
  await tx.query({
    name: 'insert_webhook',
    text: `insert into webhook (webhook_id, owner, url, events, description, status, sealed_secret, created_at, updated_at)
           values ($1, $2, $3, $4, $5, 'active', $6, $7, $7)`,
    values: [row.webhookId, row.owner, row.url, row.events, row.description, row.sealedSecret, row.createdAt],
  })
}

export type WebhookChange = Partial<Pick<WebhookRow, 'url' | 'events' | 'description' | 'status'>>
/** To be called with the webhook locked. Setting active begins anew: no failures, not held; setting disabled drops what waits. */
export async function changeWebhook(tx: Tx, row: WebhookRow, change: WebhookChange): Promise<WebhookRow> {
  const wanted = { ...row, ...change }
  const { rows } = await tx.query<WebhookRow>({
    name: 'change_webhook',
    text: `update webhook set url = $2, events = $3, description = $4, status = $5, updated_at = $6,
                  failure_count = case when $7 then 0 else failure_count end, failing_since = case when $7 then null else failing_since end,
                  held_until = case when $7 then 0 else held_until end
            where webhook_id = $1 returning ${COLUMNS}`,
    values: [row.webhookId, wanted.url, wanted.events, wanted.description, wanted.status, Date.now(), change.status === 'active'],
  })
  if (wanted.status === 'disabled') dropPending(tx, row.webhookId)
  return rows[0] ?? wanted
}

/** The secret so far stays valid until then, beside the new one. */
export async function changeSecret(tx: Tx, row: WebhookRow, sealedSecret: string, oldUntil: number): Promise<void> {
  await tx.query({
    name: 'change_webhook_secret',
    text: `update webhook set sealed_secret = $2, sealed_old_secret = $3, old_secret_until = $4, updated_at = $5 where webhook_id = $1`,
    values: [row.webhookId, sealedSecret, row.sealedSecret, oldUntil, Date.now()],
  })
}

/** Its deliveries go with it. False: the owner has no such webhook. */
export async function deleteWebhook(sql: Sql, owner: string, webhookId: string): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: 'delete_webhook',
    text: 'delete from webhook where webhook_id = $2 and owner = $1',
    values: [owner, webhookId],
  })
  return rowCount === 1
}
