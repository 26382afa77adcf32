// Keeps deliveries bounded: those that ended are forgotten after a time or behind a crowd, those that wait longer than a webhook could ever be sent are
// given up, the oldest first, and what an event left for a webhook that was deleted or disabled at that very moment goes.
import { LIMITS } from '@credence/contract'
import type { Database } from '../database/pool.ts'
import type { Log } from '../log/log.ts'
import { dropPending, lockWebhook, NOW } from './leases.ts'

const { webhooks } = LIMITS
const LOOK_MS = 60_000
/** Of the advisory lock. */
const LOCK = 7_433_210_041

export interface Retention {
  /** Of one webhook, that have ended. */
  readonly kept: number
  readonly keptMs: number
  /** Of one webhook, that wait. */
  readonly waiting: number
  /** Removed by one statement, so that none holds locks for long. */
  readonly batch: number
}
/** @param perMinute  deliveries to one webhook */
export const retentionAt = (perMinute: number): Retention => ({
  kept: webhooks.kept,
  keptMs: webhooks.keptSeconds * 1000,
  waiting: webhooks.waitingMinutes * perMinute,
  batch: 5000,
})

/** Looks once a minute; any number of processes may do so at once. */
export function keepDeliveries(database: Database, log: Log, retention: Retention): { close(): Promise<void> } {
  let current: Promise<unknown> | undefined
  const timer = setInterval(() => {
    current ??= trimDeliveries(database, retention)
      .catch((cause: unknown) => log.warn({ event: 'webhook.untrimmed', cause }, 'old deliveries could not be removed'))
      .finally(() => {
        current = undefined
      })
  }, LOOK_MS)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await current
    },
  }
}

export async function trimDeliveries(database: Database, retention: Retention): Promise<void> {
  await inTurn(database, async () => {
    await forgetOld(database, retention)
    for (const webhookId of await crowded(database, retention)) await forgetCrowd(database, webhookId, retention)
    for (const { webhookId, status, isOver } of await waitingFor(database, retention)) {
      if (status === null) await forgetOrphans(database, webhookId)
      else if (status === 'disabled') await dropAll(database, webhookId)
      else if (isOver) await giveUpOldest(database, webhookId, retention)
    }
  })
}

/** One process at a time; the others have nothing to do then. */
async function inTurn(database: Database, work: () => Promise<void>): Promise<void> {
  await database.transaction(async (tx) => {
    const { rows } = await tx.query<{ mine: boolean }>({
      name: 'lock_delivery_trim',
      text: 'select pg_try_advisory_xact_lock($1) as mine',
      values: [LOCK],
    })
    if (rows[0]?.mine) await work()
  })
}

async function forgetOld(database: Database, { keptMs, batch }: Retention): Promise<void> {
  for (;;) {
    const { rowCount } = await database.query({
      name: 'forget_old_deliveries',
      text: `delete from webhook_delivery where id = any (array(select id from webhook_delivery where ended_at < ${NOW} - $1::bigint order by ended_at limit $2))`,
      values: [keptMs, batch],
    })
    if ((rowCount ?? 0) < batch) return
  }
}

/** Webhooks that were sent something lately, and have more than is kept. */
async function crowded(database: Database, { kept }: Retention): Promise<string[]> {
  const { rows } = await database.query<{ webhookId: string }>({
    name: 'crowded_webhooks',
    text: `select webhook_id as "webhookId" from webhook w
            where last_attempt_at > ${NOW} - ${10 * LOOK_MS}
              and exists (select from webhook_delivery d where d.webhook_id = w.webhook_id order by created_at desc, delivery_id desc offset $1)`,
    values: [kept],
  })
  return rows.map(({ webhookId }) => webhookId)
}
async function forgetCrowd(database: Database, webhookId: string, { kept }: Retention): Promise<void> {
  await database.query({
    name: 'forget_crowd',
    text: `delete from webhook_delivery where id = any (array(
             select id from webhook_delivery where webhook_id = $1 and state <> 'pending' order by created_at desc, delivery_id desc offset $2))`,
    values: [webhookId, kept],
  })
}

/** Webhooks that something waits for; one that is gone has no status. */
async function waitingFor(database: Database, { waiting }: Retention): Promise<{ webhookId: string; status: string | null; isOver: boolean }[]> {
  const { rows } = await database.query<{ webhookId: string; status: string | null; isOver: boolean }>({
    name: 'waited_for',
    text: `with recursive waiting as (
             (select webhook_id from webhook_delivery where state = 'pending' order by webhook_id limit 1)
             union all
             select next.webhook_id from waiting cross join lateral (
               select webhook_id from webhook_delivery where state = 'pending' and webhook_id > waiting.webhook_id order by webhook_id limit 1) next
           )
           select webhook_id as "webhookId", w.status,
                  exists (select from webhook_delivery d where d.webhook_id = waiting.webhook_id and d.state = 'pending' offset $1) as "isOver"
             from waiting left join webhook w using (webhook_id)`,
    values: [waiting],
  })
  return rows
}

async function dropAll(database: Database, webhookId: string): Promise<void> {
  await database.transaction(async (tx) => {
    lockWebhook(tx, webhookId)
    dropPending(tx, webhookId)
  })
}

async function forgetOrphans(database: Database, webhookId: string): Promise<void> {
  await database.query({ name: 'forget_orphans', text: 'delete from webhook_delivery where webhook_id = $1', values: [webhookId] })
}

/** What was never tried was held back by the rate: 429, as the receiver would say it. */
async function giveUpOldest(database: Database, webhookId: string, { waiting }: Retention): Promise<void> {
  await database.transaction(async (tx) => {
    lockWebhook(tx, webhookId)
    const { rows } = await tx.query<{ isHeldBack: boolean }>({
      name: 'give_up_oldest',
      text: `update webhook_delivery set state = case when attempts = '[]' then 'failed-429' else 'failed' end, ended_at = ${NOW}
              where lease is null and state = 'pending' and id = any (array(
                select id from webhook_delivery where webhook_id = $1 and state = 'pending' order by id desc offset $2))
          returning attempts = '[]' as "isHeldBack"`,
      values: [webhookId, waiting],
    })
    if (rows.some(({ isHeldBack }) => isHeldBack))
      tx.send({ name: 'note_held_back', text: `update webhook set last_status = 'failed-429' where webhook_id = $1`, values: [webhookId] })
  })
}
