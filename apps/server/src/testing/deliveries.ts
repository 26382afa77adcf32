// For tests only: webhooks, events for them, deliverers and receivers.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '@credence/contract'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Database } from '../database/pool.ts'
import { statusEvent } from '../jobs/moves.ts'
import type { Log } from '../log/log.ts'
import { sealingWith } from '../sealing/sealing.ts'
import { createAccount } from '../users/queries.ts'
import { type Deliverer, MANNERS, type Manners, startDeliverer } from '../webhooks/deliverer.ts'
import { insertWebhook, type WebhookRow } from '../webhooks/queries.ts'
import { newSecret, secretPlace } from '../webhooks/secrets.ts'
import { openTargets } from '../webhooks/target.ts'
import { openTestDatabase, quiet, type TestDatabase } from './database.ts'
import { openReceiver, type Receiver } from './receiver.ts'

export const sealing = sealingWith([{ id: 'a', bytes: new Uint8Array(32).fill(1) }])
const CERTIFICATE = readFileSync(join(import.meta.dirname, 'certificates/localhost.pem'), 'utf8')
export const QUICK: Manners = { ...MANNERS, pollMs: 20, timeoutMs: 400, leaseMs: 1500, slowMs: 200, graceMs: 50 }

/** What went wrong with the database, as deliverers log it. */
const faults: unknown[] = []
export const log: Log = { ...quiet, warn: ({ event, cause }) => ['webhook.unseen', 'webhook.unsettled'].includes(event) && faults.push(cause) }

export const ends: (() => Promise<unknown>)[] = []
/** Of this file of tests; what they opened is ended behind each, and no deliverer may have met a fault of the database. */
export function openForTests(): () => TestDatabase {
  let server: TestDatabase
  beforeAll(async () => {
    server = await openTestDatabase()
  })
  afterAll(() => server.close())
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
    expect(faults.splice(0)).toEqual([])
  })
  return () => server
}

export interface Made {
  readonly webhookId: string
  readonly secret: string
}
let accounts = 0
export const account = (database: Database): Promise<string> =>
  database.transaction(async (tx) => (await createAccount(tx, `w${accounts++}@localhost`, 'FreeTier')).userId)
export async function webhook(database: Database, owner: string, url: string, events: WebhookRow['events'] = ['task-status']): Promise<Made> {
  const webhookId = newId('webhook')
  const secret = newSecret()
  const sealedSecret = sealing.seal(secret, secretPlace(webhookId))
  await database.transaction((tx) => insertWebhook(tx, { webhookId, owner, url, events, description: '', sealedSecret, createdAt: Date.now() }))
  return { webhookId, secret }
}
export async function write(database: Database, owner: string, count = 1): Promise<void> {
  const { kind, payload } = statusEvent('task', newId('task'), 'Completed', Date.now())
  await database.query({
    text: 'insert into outbox (owner, object_id, kind, payload, created_at) select $1, $2, $3, $4, $5 from generate_series(1, $6)',
    values: [owner, 'tsk_1', kind, JSON.stringify(payload), Date.now(), count],
  })
}
export interface Setting extends Partial<Manners> {
  readonly allowed?: readonly string[]
  readonly perMinute?: number
  readonly certificates?: string | undefined
}
export function deliverer(database: Database, setting: Setting = {}): Deliverer {
  const { allowed = ['127.0.0.1:*', 'localhost:*'], perMinute = 100_000, certificates, ...manners } = { certificates: CERTIFICATE, ...setting }
  const started = startDeliverer({ database, sealing, log, guard: openTargets(allowed), certificates, perMinute }, { ...QUICK, ...manners })
  ends.push(() => started.stop())
  return started
}
export async function receiver(options?: { secure?: boolean }): Promise<Receiver> {
  const opened = await openReceiver(options)
  ends.push(() => opened.close())
  return opened
}
export const rowOf = async (database: Database, { webhookId }: Made) =>
  (await database.query<Record<string, unknown>>({ text: 'select * from webhook where webhook_id = $1', values: [webhookId] })).rows[0]!
export interface DeliveryState {
  state: string
  tries: number
  lease: string | null
  attempts: { status: number | null; fault: string | null; milliseconds: number }[]
  wait: number
}
export const deliveriesOf = async (database: Database, { webhookId }: Made) =>
  (
    await database.query<DeliveryState>({
      text: `select state, tries, lease, attempts, due_at - (extract(epoch from now()) * 1000)::bigint as wait from webhook_delivery where webhook_id = $1 order by id`,
      values: [webhookId],
    })
  ).rows
export const one = async (database: Database, made: Made) => (await deliveriesOf(database, made))[0]!
/** Due again at once, whatever pause the last attempt brought. */
export const hurry = (database: Database) =>
  database.query({ text: `update webhook_delivery set due_at = 0 where state = 'pending' and lease is null` })
export const tried = (database: Database, made: Made, tries: number) => expect.poll(async () => (await one(database, made)).tries).toBe(tries)
