// Webhooks of the caller, and what was sent to them.
import { type Delivery, errors, LIMITS, newId, planRefusal, type Webhook, type webhookOperations } from '@credence/contract'
import type { Config } from '../config.ts'
import { lockAccount } from '../database/lock-account.ts'
import type { Database, Tx } from '../database/pool.ts'
import { logEvent } from '../history/account-log.ts'
import { Answer, type Handlers } from '../http/handler.ts'
import { cutPage, readPage } from '../http/paging.ts'
import type { Guard } from '../outside/guard.ts'
import type { Sealing } from '../sealing/sealing.ts'
import { type DeliveryRow, deliveryTime, insertTrial, listDeliveries, sendAgain } from './deliveries.ts'
import { payloadOf } from './payload.ts'
import {
  changeSecret,
  changeWebhook,
  countWebhooks,
  deleteWebhook,
  getWebhook,
  insertWebhook,
  listWebhooks,
  type WebhookRow,
  webhookForUpdate,
} from './queries.ts'
import { newSecret, secretPlace } from './secrets.ts'
import { checkTarget } from './target.ts'
import { trialData } from './trial-event.ts'

export interface WebhookDeps {
  readonly database: Database
  readonly config: Config
  readonly sealing: Sealing
  readonly guard: Guard
}

export function webhookRoutes({ database, config, sealing, guard }: WebhookDeps): Handlers<typeof webhookOperations> {
  return {
    async listWebhooks({ user }) {
      const rows = await listWebhooks(database, user.userId)
      return { webhooks: rows.map(asWebhook), count: rows.length }
    },
    createWebhook: ({ user, body, keep, ...client }) =>
      database.transaction(async (tx) => {
        checkTarget(guard, body.url)
        await lockAccount(tx, user.userId)
        if ((await countWebhooks(tx, user.userId)) >= config.plans[user.plan].webhooks) throw planRefusal('webhooks')
        const createdAt = Date.now()
        const webhookId = newId('webhook', createdAt)
        const secret = newSecret()
        const { url, description } = body
        const events = [...new Set(body.events)]
        const sealedSecret = sealing.seal(secret, secretPlace(webhookId))
        await insertWebhook(tx, { webhookId, owner: user.userId, url, events, description: description ?? '', sealedSecret, createdAt })
        await logEvent(tx, user.userId, 'WebhookCreated', client)
        const made = {
          ...{ webhookId, url, events, ...(description !== undefined && { description }), secret },
          status: 'active' as const,
          createdAt: iso(createdAt),
        }
        keep(tx, made)
        return made
      }),
    async getWebhook({ user, path }) {
      const row = await getWebhook(database, user.userId, path.WebhookID)
      if (!row) throw errors.webhookNotFound()
      return asWebhook(row)
    },
    updateWebhook: ({ user, path, body: { url, events, description, status } }) =>
      database.transaction(async (tx) => {
        const row = await lockedWebhook(tx, user.userId, path.WebhookID)
        if (url === undefined && events === undefined && description === undefined && status === undefined) throw errors.nothingToUpdate()
        if (url !== undefined) checkTarget(guard, url)
        const change = {
          ...(url !== undefined && { url }),
          ...(events !== undefined && { events: [...new Set(events)] }),
          ...(description !== undefined && { description }),
          ...(status !== undefined && { status }),
        }
        return asWebhook(await changeWebhook(tx, row, change))
      }),
    deleteWebhook: ({ user, path, ...client }) =>
      database.transaction(async (tx) => {
        if (!(await deleteWebhook(tx, user.userId, path.WebhookID))) throw errors.webhookNotFound()
        await logEvent(tx, user.userId, 'WebhookDeleted', client)
        return new Answer(204, {})
      }),
    rotateWebhookSecret: ({ user, path, body, keep, ...client }) =>
      database.transaction(async (tx) => {
        const row = await lockedWebhook(tx, user.userId, path.WebhookID)
        const secret = newSecret()
        const oldUntil = Date.now() + (body.oldSecretSeconds ?? LIMITS.webhooks.oldSecretSeconds.default) * 1000
        await changeSecret(tx, row, sealing.seal(secret, secretPlace(row.webhookId)), oldUntil)
        await logEvent(tx, user.userId, 'WebhookSecretRotated', client)
        const rotated = { webhookId: row.webhookId, secret, oldSecretUntil: iso(oldUntil) }
        keep(tx, rotated)
        return rotated
      }),
    async listWebhookDeliveries({ user, path: { WebhookID }, query }) {
      if (!(await getWebhook(database, user.userId, WebhookID))) throw errors.webhookNotFound()
      const createdAt = (id: string) => deliveryTime(database, WebhookID, id)
      const page = await readPage({ startKey: query.startKey }, { kind: 'delivery', within: WebhookID, createdAt })
      const found = await listDeliveries(database, WebhookID, page, query.status)
      const { rows, key } = cutPage(found, ({ deliveryId, ...row }) => ({ createdAt: row.createdAt, id: deliveryId }), WebhookID)
      return { WebhookID, Deliveries: rows.map((row) => asDelivery(row, user.userId)), Count: rows.length, ...key }
    },
    redeliverWebhookDelivery: ({ user, path, keep }) =>
      database.transaction(async (tx) => {
        const { webhookId } = await activeWebhook(tx, user.userId, path.WebhookID)
        const row = await sendAgain(tx, webhookId, path.DeliveryID)
        if (!row) throw errors.deliveryNotFound()
        const sent = asDelivery(row, user.userId)
        keep(tx, sent)
        return sent
      }),
    testWebhook: ({ user, path, body, keep }) =>
      database.transaction(async (tx) => {
        const { webhookId, events } = await activeWebhook(tx, user.userId, path.WebhookID)
        const event = body.event ?? events[0]!
        const trial = { deliveryId: newId('delivery'), webhookId, event, data: trialData(event, user.userId) }
        const made = asDelivery(await insertTrial(tx, trial), user.userId)
        keep(tx, made)
        return made
      }),
  }
}

/** @throws ApiError 404 */
async function lockedWebhook(tx: Tx, owner: string, webhookId: string): Promise<WebhookRow> {
  const row = await webhookForUpdate(tx, owner, webhookId)
  if (!row) throw errors.webhookNotFound()
  return row
}
/** @throws ApiError 404, 409 */
async function activeWebhook(tx: Tx, owner: string, webhookId: string): Promise<WebhookRow> {
  const row = await lockedWebhook(tx, owner, webhookId)
  if (row.status === 'disabled') throw errors.webhookDisabled()
  return row
}

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()
const isoOrNull = (milliseconds: number | null): string | null => (milliseconds === null ? null : iso(milliseconds))

const asWebhook = (row: WebhookRow): Webhook => ({
  Object: 'Webhook',
  WebhookID: row.webhookId,
  URL: row.url,
  Events: [...row.events],
  Description: row.description,
  Status: row.status,
  CreatedAt: iso(row.createdAt),
  UpdatedAt: iso(row.updatedAt),
  FailureCount: row.failureCount,
  LastDeliveryStatus: row.lastStatus,
  LastDeliveryTime: isoOrNull(row.lastAttemptAt),
})

const asDelivery = (row: DeliveryRow, owner: string): Delivery => ({
  Object: 'Delivery',
  DeliveryID: row.deliveryId,
  WebhookID: row.webhookId,
  Status: row.state,
  Test: row.isTest,
  CreatedAt: iso(row.createdAt),
  NextAttemptAt: isoOrNull(row.nextAt),
  Attempts: row.attempts.map(({ at, status, fault, milliseconds }) => ({
    Time: iso(at),
    HTTPStatus: status,
    Fault: fault,
    Milliseconds: milliseconds,
  })),
  Payload: payloadOf({ ...row, owner }),
})
