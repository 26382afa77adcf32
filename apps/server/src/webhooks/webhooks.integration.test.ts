import { LIMITS, newId, WEBHOOK_EVENTS } from '@credence/contract'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type TestAccount, type TestPlatform } from '../testing/platform.ts'
import { openReceiver, type Receiver } from '../testing/receiver.ts'
import { retentionAt, trimDeliveries } from './retention.ts'
import { trialData } from './trial-event.ts'

let server: TestDatabase
let platform: TestPlatform
let receiver: Receiver
beforeAll(async () => {
  server = await openTestDatabase()
  const env = { CREDENCE_ALLOWED_HOSTS: '127.0.0.1:*', CREDENCE_PLANS: '{"FreeTier":{"webhooks":2}}', CREDENCE_WEBHOOK_DELIVERIES: '100000' }
  platform = await openTestPlatform(server, { env })
  receiver = await openReceiver()
})
afterAll(async () => {
  await receiver.close()
  await platform.close()
  await server.close()
})
afterEach(async () => {
  receiver.answer = (_, response) => void response.writeHead(204).end()
  await platform.database.query({ text: 'delete from webhook' })
  receiver.received.length = 0
})

const make = (fields: object = {}, as?: TestAccount) =>
  platform.call('POST', '/webhooks', { body: { url: receiver.url, events: ['task-status'], ...fields }, ...(as && { as }) })
const made = async (fields: object = {}) => (await make(fields)).json as { webhookId: string; secret: string }
const get = async (webhookId: string) => (await platform.call('GET', `/webhooks/${webhookId}`)).json
const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

test('a webhook is made, read, listed, changed and deleted', async () => {
  const { status, json } = await make({ description: 'results' })
  expect([status, json]).toEqual([
    201,
    {
      webhookId: expect.stringMatching(/^whk_[0-9a-f]{32}$/),
      url: receiver.url,
      events: ['task-status'],
      description: 'results',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      status: 'active',
      createdAt: ISO,
    },
  ])
  const shown = {
    Object: 'Webhook',
    WebhookID: json.webhookId,
    URL: receiver.url,
    Events: ['task-status'],
    Description: 'results',
    Status: 'active',
    CreatedAt: json.createdAt,
    UpdatedAt: json.createdAt,
    FailureCount: 0,
    LastDeliveryStatus: null,
    LastDeliveryTime: null,
  }
  const at = `/webhooks/${json.webhookId}`
  expect(await get(json.webhookId)).toEqual(shown)
  expect((await platform.call('GET', '/webhooks')).json).toEqual({ webhooks: [shown], count: 1 })
  expect((await make()).json).not.toHaveProperty('description')
  expect((await platform.call('GET', '/webhooks')).json.count).toBe(2)
  const changed = await platform.call('PUT', at, {
    body: { events: ['build-status', 'task-stats', 'build-status'], status: 'disabled', description: '' },
  })
  expect([changed.status, changed.json]).toEqual([
    200,
    { ...shown, Events: ['build-status', 'task-stats'], Status: 'disabled', Description: '', UpdatedAt: ISO },
  ])
  const stranger = await platform.account()
  for (const [method, path, body] of [
    ['GET', at],
    ['DELETE', at],
    ['PUT', at, { status: 'active' }],
    ['POST', `${at}/test`],
    ['POST', `${at}/rotate-secret`],
    ['GET', `${at}/deliveries`],
    ['POST', `${at}/deliveries/${newId('delivery')}/redeliver`],
  ] as const) {
    const answer = await platform.call(method, path, { as: stranger, body })
    expect([answer.status, answer.json.message], `${method} ${path}`).toEqual([404, 'Webhook not found'])
  }
  expect(await platform.call('DELETE', at)).toMatchObject({ status: 204, text: '' })
  expect((await platform.call('GET', at)).status).toBe(404)
})
const NEEDED = 'URL and at least one event are required'
const EVENTS = `: one of ${WEBHOOK_EVENTS.join(', ')}`
const WRONG = (field: string, limit = '') => `Missing or malformed '${field}' field${limit}`
test.each([
  [{ url: undefined }, NEEDED],
  [{ url: '' }, NEEDED],
  [{ events: undefined }, NEEDED],
  [{ events: [] }, NEEDED],
  [{ url: undefined, events: undefined }, NEEDED],
  [{ url: 7 }, WRONG('url')],
  [{ url: 'example.com/hook' }, WRONG('url')],
  [{ url: 'ftp://example.com/hook' }, WRONG('url')],
  [{ url: 'https://user:secret@example.com/hook' }, WRONG('url')],
  [{ url: `https://example.com/${'a'.repeat(LIMITS.webhooks.urlCharacters)}` }, WRONG('url', ': at most 2048 characters')],
  [{ url: 'http://localhost:9000/' }, 'This platform sends nothing to localhost:9000'],
  [{ url: 'http://[::1]/' }, 'This platform sends nothing to [::1]'],
  [{ events: ['user-metadata'] }, WRONG('events', EVENTS)],
  [{ events: ['task-status', 'nonsense'] }, WRONG('events', EVENTS)],
  [{ description: 'a'.repeat(LIMITS.webhooks.descriptionCharacters + 1) }, WRONG('description', ': at most 1000 characters')],
])('%j is refused', async (fields, message) => {
  const { status, json } = await make(fields)
  expect([status, json]).toEqual([400, { error: 'Bad Request', message }])
})
test('changes are checked like new ones', async () => {
  const at = `/webhooks/${(await made()).webhookId}`
  for (const [body, message] of [
    [undefined, 'Empty request body'],
    [{}, 'Nothing to update'],
    [{ FailureCount: 0 }, 'Nothing to update'],
    [{ events: [] }, WRONG('events')],
    [{ status: 'broken' }, WRONG('status', ': one of active, disabled')],
    [{ url: 'http://169.254.169.254/latest/meta-data' }, 'This platform sends nothing to 169.254.169.254'],
  ] as const) {
    const { status, json } = await platform.call('PUT', at, { body })
    expect([status, json.message], JSON.stringify(body)).toEqual([400, message])
  }
})
test('their number is limited by the plan', async () => {
  const free = await platform.account('FreeTier')
  for (const status of [201, 201, 403]) expect((await make({}, free)).status).toBe(status)
  expect((await platform.call('GET', '/users/me', { as: free })).json.Limits.WebhookCount).toBe(2)
})

test('what happens to a build and a task arrives, all six events, signed, once each', async () => {
  const events = ['task-status', 'build-status', 'task-stats', 'build-stats', 'task-count', 'build-count']
  const { webhookId, secret } = await made({ events })
  const buildId = await platform.build('print hello')
  const taskId = await platform.task(buildId)
  await platform.until(`/tasks/${taskId}`, 'Completed')
  expect((await platform.call('DELETE', `/tasks/${taskId}`)).status).toBe(204)
  await expect.poll(() => receiver.received.length).toBe(13)
  const verifier = new Webhook(secret)
  const payloads = receiver.received.map(
    ({ body, headers }) =>
      verifier.verify(body, headers as Record<string, string>) as { eventType: string; userId: string; data: Record<string, unknown> },
  )
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(13)
  expect(new Set(payloads.map(({ userId }) => userId))).toEqual(new Set([platform.owner.userId]))
  const of = (event: string) => payloads.filter(({ eventType }) => eventType === event).map(({ data }) => data)
  const statuses = (event: string) => of(event).map(({ status }) => status)
  const walk = ['Accepted', 'Completed', 'In Progress', 'Initializing']
  expect(statuses('build-status').toSorted()).toEqual(walk)
  expect(statuses('task-status').toSorted()).toEqual(walk)
  expect(of('task-status').every((data) => data['taskId'] === taskId)).toBe(true)
  expect(of('build-status').every((data) => data['buildId'] === buildId)).toBe(true)
  expect(of('build-stats')).toMatchObject([
    { Object: 'Build', ResourceUsage: { TotalBuildSize: expect.any(Number), TotalBuildTime: expect.any(Number) } },
  ])
  expect(of('task-stats')).toMatchObject([
    { Object: 'Task', ResourceUsage: { TotalDynamicInstructions: expect.any(Number), TotalExecutionTime: expect.any(Number) } },
  ])
  expect(of('build-count')).toMatchObject([{ Object: 'Build', ResourceUsage: { IncrementCount: 1, DecrementCount: 0 } }])
  expect(of('task-count')).toMatchObject([
    { ResourceUsage: { IncrementCount: 1, DecrementCount: 0 } },
    { ResourceUsage: { IncrementCount: 0, DecrementCount: 1 } },
  ])
  await expect.poll(async () => (await get(webhookId)).LastDeliveryStatus).toBe('success')
  expect(await get(webhookId)).toMatchObject({ FailureCount: 0, LastDeliveryTime: ISO })
})

test('a test event can be sent, looked at and sent again', async () => {
  const { webhookId, secret } = await made({ events: ['build-count', 'task-status'] })
  const at = `/webhooks/${webhookId}`
  const answers = [500, 200, 200]
  receiver.answer = (_, response) => void response.writeHead(answers.shift() ?? 200).end()
  const sent = await platform.call('POST', `${at}/test`, { body: { event: 'task-status' } })
  expect([sent.status, sent.json]).toEqual([
    202,
    {
      Object: 'Delivery',
      DeliveryID: expect.stringMatching(/^msg_[0-9a-f]{32}$/),
      WebhookID: webhookId,
      Status: 'pending',
      Test: true,
      CreatedAt: ISO,
      NextAttemptAt: ISO,
      Attempts: [],
      Payload: expect.objectContaining({ eventType: 'task-status', userId: platform.owner.userId }),
    },
  ])
  const delivery = async () => (await platform.call('GET', `${at}/deliveries`)).json.Deliveries[0]
  await expect
    .poll(async () => (await delivery()).Attempts)
    .toMatchObject([{ Time: ISO, HTTPStatus: 500, Fault: null, Milliseconds: expect.any(Number) }])
  expect(await delivery()).toMatchObject({ Status: 'pending', NextAttemptAt: ISO })
  expect(await get(webhookId)).toMatchObject({ FailureCount: 1, LastDeliveryStatus: null, LastDeliveryTime: ISO })

  const again = `${at}/deliveries/${sent.json.DeliveryID}/redeliver`
  for (const attempts of [2, 3]) {
    expect((await platform.call('POST', again)).status).toBe(202)
    await expect.poll(async () => (await delivery()).Attempts.length).toBe(attempts)
    expect(await delivery()).toMatchObject({ Status: 'success', NextAttemptAt: null })
  }
  expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([sent.json.DeliveryID]))
  for (const { body, headers } of receiver.received) new Webhook(secret).verify(body, headers as Record<string, string>)
  expect((await platform.call('POST', `${at}/deliveries/${newId('delivery')}/redeliver`)).json.message).toBe('Delivery not found')
  expect((await platform.call('POST', `${at}/test`, { body: { event: 'user-metadata' } })).json.message).toBe(WRONG('event', EVENTS))
  expect((await platform.call('POST', `${at}/test`)).json.Payload.eventType).toBe('build-count')
})
test('deliveries are listed by page and status', async () => {
  const { webhookId } = await made()
  const at = `/webhooks/${webhookId}/deliveries`
  await platform.database.query({
    text: `insert into webhook_delivery (delivery_id, webhook_id, event, data, created_at, due_at, state, ended_at)
           select 'msg_' || lpad(to_hex(n), 32, '0'), $1, 'task-status', $3, n / 2, 0, case when n % 10 = 0 then 'failed' else 'success' end, $2
             from generate_series(1, 60) n`,
    values: [webhookId, Date.now(), JSON.stringify(trialData('task-status', platform.owner.userId))],
  })
  const seen: string[] = []
  for (let key: string | undefined, pages = 0; pages === 0 || key; pages++) {
    const { json } = await platform.call('GET', `${at}${key ? `?startKey=${key}` : ''}`)
    seen.push(...json.Deliveries.map(({ DeliveryID }: { DeliveryID: string }) => DeliveryID))
    expect(json.Count).toBe(json.Deliveries.length)
    key = json.ContinuationKey
  }
  expect(seen).toEqual([...seen].toSorted().toReversed())
  expect(seen).toHaveLength(60)
  expect((await platform.call('GET', `${at}?status=failed`)).json.Count).toBe(6)
  expect((await platform.call('GET', `${at}?status=broken`)).status).toBe(400)
  expect((await platform.call('GET', `${at}?startKey=nonsense`)).json.message).toBe(WRONG('startKey'))
})
test('a disabled webhook gets nothing, drops what waits, and begins anew when it is active', async () => {
  const { webhookId } = await made()
  const at = `/webhooks/${webhookId}`
  receiver.answer = (_, response) => void response.writeHead(500).end()
  await platform.call('POST', `${at}/test`)
  await expect.poll(async () => (await get(webhookId)).FailureCount).toBe(1)
  expect((await platform.call('PUT', at, { body: { status: 'disabled' } })).json).toMatchObject({ Status: 'disabled', FailureCount: 1 })
  expect((await platform.call('GET', `${at}/deliveries`)).json.Deliveries).toMatchObject([{ Status: 'failed', NextAttemptAt: null }])
  for (const path of ['test', `deliveries/${newId('delivery')}/redeliver`]) {
    const { status, json } = await platform.call('POST', `${at}/${path}`)
    expect([status, json.message]).toEqual([409, 'The webhook is disabled. Set its status to active first.'])
  }
  const buildId = await platform.build('print hello')
  await platform.until(`/tasks/${await platform.task(buildId)}`, 'Completed')
  expect((await platform.call('GET', `${at}/deliveries`)).json.Count).toBe(1)
  expect((await platform.call('PUT', at, { body: { status: 'active' } })).json).toMatchObject({ Status: 'active', FailureCount: 0 })
  receiver.answer = (_, response) => void response.writeHead(200).end()
  expect((await platform.call('POST', `${at}/test`)).status).toBe(202)
  await expect.poll(async () => (await get(webhookId)).LastDeliveryStatus).toBe('success')
})
test('after a rotation both secrets sign for a while, then the new one alone', async () => {
  const { webhookId, secret } = await made()
  const at = `/webhooks/${webhookId}`
  const arrived = async () => {
    receiver.received.length = 0
    await platform.call('POST', `${at}/test`)
    await expect.poll(() => receiver.received.length).toBe(1)
    return receiver.received[0]!
  }
  const isOf = (key: string, { body, headers }: Awaited<ReturnType<typeof arrived>>) => {
    try {
      new Webhook(key).verify(body, headers as Record<string, string>)
      return true
    } catch {
      return false
    }
  }
  const rotated = await platform.call('POST', `${at}/rotate-secret`)
  expect(rotated).toMatchObject({ status: 200, json: { webhookId, secret: expect.stringMatching(/^whsec_/), oldSecretUntil: ISO } })
  expect(Date.parse(rotated.json.oldSecretUntil) - Date.now()).toBeGreaterThan(86_000_000)
  const both = await arrived()
  expect([secret, rotated.json.secret].map((key) => isOf(key, both))).toEqual([true, true])
  await platform.database.query({ text: 'update webhook set old_secret_until = 0' })
  const later = await arrived()
  expect([secret, rotated.json.secret].map((key) => isOf(key, later))).toEqual([false, true])
  const third = (await platform.call('POST', `${at}/rotate-secret`, { body: { oldSecretSeconds: 0 } })).json.secret
  const last = await arrived()
  expect([secret, rotated.json.secret, third].map((key) => isOf(key, last))).toEqual([false, false, true])
  const tooLong = { oldSecretSeconds: LIMITS.webhooks.oldSecretSeconds.max + 1 }
  expect((await platform.call('POST', `${at}/rotate-secret`, { body: tooLong })).json.message).toBe(WRONG('oldSecretSeconds', ': at most 604800'))
  const { rows } = await platform.database.query<Record<string, string>>({ text: 'select sealed_secret, sealed_old_secret from webhook' })
  expect(JSON.stringify(rows)).not.toContain('whsec_')
})
test('a webhook takes its deliveries with it, and an account its webhooks', async () => {
  const leaver = await platform.account()
  const { json } = await make({}, leaver)
  await platform.call('POST', `/webhooks/${json.webhookId}/test`, { as: leaver })
  const { webhookId } = await made()
  await platform.call('POST', `/webhooks/${webhookId}/test`)
  const left = async () =>
    (await platform.database.query<{ id: string }>({ text: 'select distinct webhook_id as id from webhook_delivery' })).rows.map(({ id }) => id)
  expect((await left()).toSorted()).toEqual([json.webhookId, webhookId].toSorted())
  await platform.call('DELETE', `/webhooks/${webhookId}`)
  expect(await left()).toEqual([json.webhookId])
  expect((await platform.call('DELETE', '/users/me', { as: leaver })).status).toBe(200)
  expect(await left()).toEqual([])
  const { rows } = await platform.database.query<{ count: number }>({ text: 'select count(*) from webhook' })
  expect(rows[0]?.count).toBe(0)
})

test('old deliveries go, of a crowd the newest stay, and what waits too long is given up', async () => {
  const { database } = platform
  const { webhookId } = await made()
  await database.query({ text: `update webhook set held_until = 9e15, last_attempt_at = $1`, values: [Date.now()] })
  const fill = (count: number, state: string, endedAt: number | null, attempts = '[]') =>
    database.query({
      text: `insert into webhook_delivery (delivery_id, webhook_id, event, data, created_at, due_at, state, ended_at, attempts)
             select 'msg_' || replace(gen_random_uuid()::text, '-', ''), $1, 'task-status', '{}', n, 0, $2, $3, $5::jsonb from generate_series(1, $4) n`,
      values: [webhookId, state, endedAt, count, attempts],
    })
  const DAY = 86_400_000
  const retention = { ...retentionAt(100), kept: 30, waiting: 20, batch: 7 }
  await fill(25, 'success', Date.now() - 8 * DAY)
  await fill(10, 'success', Date.now() - 6 * DAY)
  await trimDeliveries(database, retention)
  const count = async () =>
    Object.fromEntries(
      (await database.query<{ state: string; count: number }>({ text: 'select state, count(*) from webhook_delivery group by state' })).rows.map(
        (row) => [row.state, row.count],
      ),
    )
  expect(await count()).toEqual({ success: 10 })
  await fill(50, 'failed', Date.now())
  await trimDeliveries(database, retention)
  expect(Object.values(await count()).reduce((sum, some) => sum + some)).toBe(30)
  await database.query({ text: 'delete from webhook_delivery' })
  await fill(3, 'pending', null, '[{}]')
  await fill(22, 'pending', null)
  await trimDeliveries(database, retention)
  expect(await count()).toEqual({ pending: 20, 'failed-429': 2, failed: 3 })
  expect((await get(webhookId)).LastDeliveryStatus).toBe('failed-429')

  await database.query({ text: `update webhook set status = 'disabled'` }) // by a process that did not see what waits
  await trimDeliveries(database, retention)
  expect(await count()).toEqual({ failed: 23, 'failed-429': 2 })
  await database.query({ text: `update webhook_delivery set webhook_id = 'whk_gone', state = 'pending'` })
  await trimDeliveries(database, retention)
  expect(await count()).toEqual({})
})
