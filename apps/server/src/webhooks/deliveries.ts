// Deliveries as their owner sees them.
import type { DeliveryFault, DeliveryState, WebhookEvent, WebhookPayload } from '@credence/contract'
import { PAGE_ROWS, type Page } from '../database/page.ts'
import type { Sql, Tx } from '../database/pool.ts'
import { NOW } from './leases.ts'

export interface DeliveryRow {
  readonly deliveryId: string
  readonly webhookId: string
  readonly event: WebhookEvent
  readonly data: WebhookPayload['data']
  readonly isTest: boolean
  /** Epoch milliseconds, as all times here. */
  readonly createdAt: number
  readonly state: DeliveryState
  /** Of the next attempt; null: there is none, or one is being made. */
  readonly nextAt: number | null
  readonly attempts: readonly {
    readonly at: number
    readonly status: number | null
    readonly fault: DeliveryFault | null
    readonly milliseconds: number
  }[]
}
const COLUMNS = `delivery_id as "deliveryId", webhook_id as "webhookId", event, data, is_test as "isTest", created_at as "createdAt", state,
  case when state = 'pending' and lease is null then due_at end as "nextAt", attempts`

/** The newest first, one more than a page holds. */
export async function listDeliveries(sql: Sql, webhookId: string, { before }: Page, state: DeliveryState | undefined): Promise<DeliveryRow[]> {
  const { rows } = await sql.query<DeliveryRow>({
    name: 'list_deliveries',
    text: `select ${COLUMNS} from webhook_delivery
            where webhook_id = $1 and ($2::bigint is null or (created_at, delivery_id) < ($2, $3)) and ($4::text is null or state = $4)
            order by created_at desc, delivery_id desc limit ${PAGE_ROWS}`,
    values: [webhookId, before?.createdAt ?? null, before?.id ?? null, state ?? null],
  })
  return rows
}

/** When the event of this delivery happened, if there is such a delivery. */
export async function deliveryTime(sql: Sql, webhookId: string, deliveryId: string): Promise<number | undefined> {
  const { rows } = await sql.query<{ createdAt: number }>({
    name: 'delivery_time',
    text: 'select created_at as "createdAt" from webhook_delivery where webhook_id = $1 and delivery_id = $2',
    values: [webhookId, deliveryId],
  })
  return rows[0]?.createdAt
}

/** Makes it due now, with all its attempts before it; one that is being made at this moment goes on, and counts. Undefined: there is none. */
export async function sendAgain(tx: Tx, webhookId: string, deliveryId: string): Promise<DeliveryRow | undefined> {
  const { rows } = await tx.query<DeliveryRow>({
    name: 'send_again',
    text: `update webhook_delivery
              set state = 'pending', tries = 0, ended_at = null, due_at = case when lease is null then ${NOW} else due_at end
            where webhook_id = $1 and delivery_id = $2 returning ${COLUMNS}`,
    values: [webhookId, deliveryId],
  })
  return rows[0]
}

type NewTrial = Pick<DeliveryRow, 'deliveryId' | 'webhookId' | 'event' | 'data'>
export async function insertTrial(tx: Tx, { deliveryId, webhookId, event, data }: NewTrial): Promise<DeliveryRow> {
  const { rows } = await tx.query<DeliveryRow>({
    name: 'insert_trial',
    text: `insert into webhook_delivery (delivery_id, webhook_id, event, data, is_test, created_at, due_at)
           values ($1, $2, $3, $4, true, $5, ${NOW}) returning ${COLUMNS}`,
    values: [deliveryId, webhookId, event, JSON.stringify(data), Date.now()],
  })
  if (!rows[0]) throw new Error('a delivery disappeared while it was made')
  return rows[0]
}
