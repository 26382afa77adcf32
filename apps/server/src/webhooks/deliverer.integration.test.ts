import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '@credence/contract'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { countEvent } from '../jobs/moves.ts'
import {
  account,
  deliverer,
  deliveriesOf,
  ends,
  hurry,
  type Made,
  one,
  openForTests,
  receiver,
  rowOf,
  tried,
  webhook,
  write,
} from '../testing/deliveries.ts'

const server = openForTests()

test.each(['http', 'https'])('an event is delivered over %s, signed, to the webhooks of its owner that ask for it', async (scheme) => {
  const database = await server().schema()
  const target = await receiver({ secure: scheme === 'https' })
  const [owner, other] = [await account(database), await account(database)]
  const made = await webhook(database, owner, target.url)
  await webhook(database, other, `${target.url}/other`)
  await webhook(database, owner, `${target.url}/builds`, ['build-status'])
  deliverer(database)
  await write(database, owner)
  await expect.poll(() => target.received.length).toBe(1)
  const [{ headers, body, path } = target.received[0]!] = target.received
  expect(path).toBe('/hook')
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    host: new URL(target.url).host,
  })
  expect(headers['webhook-id']).toMatch(/^msg_[0-9a-f]{32}$/)
  const payload = new Webhook(made.secret).verify(body, headers as Record<string, string>) as Record<string, unknown>
  expect(payload).toMatchObject({ version: '1.0', eventType: 'task-status', userId: owner, data: { status: 'Completed' } })
  await expect.poll(async () => (await one(database, made)).state).toBe('success')
  expect(await rowOf(database, made)).toMatchObject({ failure_count: 0, last_status: 'success', last_attempt_at: expect.any(Number) })
  await sleep(100)
  expect(target.received).toHaveLength(1)
})

test('what fails is tried again under its id, and a success ends the failures', async () => {
  const database = await server().schema()
  const target = await receiver()
  const owner = await account(database)
  const made = await webhook(database, owner, target.url)
  const answers = [500, 302, 404, 200]
  target.answer = (_, response) => void response.writeHead(answers.shift() ?? 200, { location: target.url }).end()
  deliverer(database)
  let began = performance.now()
  await write(database, owner)
  for (const tries of [1, 2, 3]) {
    await tried(database, made, tries)
    const { wait, state } = await one(database, made)
    const seconds = LIMITS.webhooks.retrySeconds[tries - 1]!
    expect(state).toBe('pending')
    const passed = (performance.now() - began) / 1000 // of the pause, at most
    expect(wait / 1000).toBeGreaterThan(seconds * 0.95 - passed)
    expect(wait / 1000).toBeLessThanOrEqual(seconds * 1.2)
    expect(await rowOf(database, made)).toMatchObject({ failure_count: tries, last_status: null })
    began = performance.now()
    await hurry(database)
  }
  await expect.poll(async () => (await one(database, made)).state).toBe('success')
  expect((await one(database, made)).attempts.map(({ status }) => status)).toEqual([500, 302, 404, 200])
  expect(new Set(target.received.map(({ id }) => id)).size).toBe(1)
  expect(new Set(target.received.map(({ body }) => body)).size).toBe(1)
  expect(await rowOf(database, made)).toMatchObject({ failure_count: 0, failing_since: null, last_status: 'success' })
})
test('after the last pause a delivery is given up', async () => {
  const database = await server().schema()
  const target = await receiver()
  const made = await webhook(database, await account(database), target.url)
  const { owner } = (await rowOf(database, made)) as { owner: string }
  target.answer = (_, response) => void response.writeHead(500).end()
  await write(database, owner)
  await database.query({ text: 'update webhook_delivery set tries = $1', values: [LIMITS.webhooks.retrySeconds.length] })
  deliverer(database)
  await expect.poll(async () => (await one(database, made)).state).toBe('failed')
  expect(await rowOf(database, made)).toMatchObject({ status: 'active', failure_count: 1 })
})
test('429 is told as failed-429 and holds the whole webhook for as long as it says', async () => {
  const database = await server().schema()
  const target = await receiver()
  const owner = await account(database)
  const made = await webhook(database, owner, target.url)
  target.answer = (_, response) => void response.writeHead(429, { 'retry-after': '400' }).end()
  await write(database, owner)
  deliverer(database)
  await tried(database, made, 1)
  expect((await one(database, made)).wait).toBeGreaterThan(300_000)
  expect(await rowOf(database, made)).toMatchObject({ failure_count: 1, last_status: 'failed-429' })
  await write(database, owner)
  await sleep(150)
  expect(target.received).toHaveLength(1)
})
test('410 disables the webhook at once, and so does the first failure after five days of them', async () => {
  const database = await server().schema()
  const target = await receiver()
  const owner = await account(database)
  const made = await webhook(database, owner, target.url)
  deliverer(database)
  target.answer = (_, response) => void response.writeHead(410).end()
  await write(database, owner)
  await expect.poll(async () => (await rowOf(database, made))['status']).toBe('disabled')
  await write(database, owner)
  expect(await deliveriesOf(database, made)).toHaveLength(1) // its events are not kept

  const second = await webhook(database, owner, `${target.url}/2`)
  target.answer = (_, response) => void response.writeHead(500).end()
  await write(database, owner, 3)
  await expect.poll(async () => (await rowOf(database, second))['failure_count']).toBe(3)
  const days = LIMITS.webhooks.disableAfterSeconds * 1000
  await database.query({ text: 'update webhook set failing_since = failing_since - $1::bigint + 10000', values: [days] })
  await hurry(database)
  await expect.poll(async () => (await rowOf(database, second))['failure_count']).toBe(6)
  expect((await rowOf(database, second))['status']).toBe('active')
  await database.query({ text: 'update webhook set failing_since = failing_since - 10000' })
  await database.query({ text: `update webhook_delivery set due_at = 0 where id = (select min(id) from webhook_delivery where state = 'pending')` })
  await expect.poll(async () => (await rowOf(database, second))['status']).toBe('disabled')
  expect((await deliveriesOf(database, second)).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
})
test('no more go to a webhook in a minute than its rate, and what is more waits', async () => {
  const database = await server().schema()
  const target = await receiver()
  const owner = await account(database)
  const made = await webhook(database, owner, target.url)
  for (let i = 0; i < 3; i++) deliverer(database, { perMinute: 10 })
  await write(database, owner, 25)
  await expect.poll(() => target.received.length).toBe(10)
  await sleep(300)
  expect(target.received).toHaveLength(10)
  await database.query({ text: 'update webhook set minute_at = minute_at - 60000, held_until = held_until - 60000' })
  await expect.poll(() => target.received.length).toBe(20)
  await sleep(200)
  expect(target.received).toHaveLength(20)
  expect(await rowOf(database, made)).toMatchObject({ status: 'active', last_status: 'success', failure_count: 0 })
})

test('slow and dead receivers delay no other, of another account or of the same', async () => {
  const database = await server().schema()
  const [target, dead] = [await receiver(), await receiver()]
  dead.answer = () => {} // for ever
  const [owner, reader] = [await account(database), await account(database)]
  const made: Made[] = []
  for (const one of [owner, reader, reader, reader, reader, reader, reader, reader, reader]) made.push(await webhook(database, one, dead.url))
  await database.query({ text: `update webhook set last_attempt_at = 1, failure_count = 1 where webhook_id <> $1`, values: [made[0]!.webhookId] })
  for (const one of [owner, reader]) await webhook(database, one, target.url)
  deliverer(database, { places: 8, timeoutMs: 60_000, leaseMs: 120_000 })
  await write(database, owner) // what the new ones answer is known then
  await expect.poll(() => target.received.length).toBe(1)
  await write(database, reader, 20)
  await expect.poll(() => dead.most).toBeGreaterThan(2)
  await expect.poll(() => target.received.length).toBe(21)
  for (let i = 0; i < 5; i++) {
    const began = performance.now()
    for (const one of [owner, reader]) await write(database, one)
    await expect.poll(() => target.received.length, { interval: 5 }).toBe(23 + 2 * i)
    expect(performance.now() - began).toBeLessThan(20_000) // those that are dead hold their places for a minute
  }
  expect(dead.most).toBeLessThanOrEqual(2 * 8)
})
test('a crowd of dead receivers of one account leaves room for those of another', async () => {
  const database = await server().schema()
  const [target, dead] = [await receiver(), await receiver()]
  dead.answer = () => {}
  const [owner, other] = [await account(database), await account(database)]
  for (let i = 0; i < 10; i++) await webhook(database, owner, dead.url)
  await webhook(database, other, target.url)
  deliverer(database, { places: 8, timeoutMs: 60_000, leaseMs: 120_000 })
  await write(database, owner, 5)
  await expect.poll(() => dead.received.length).toBeGreaterThan(2)
  await write(database, other)
  await expect.poll(() => target.received.length).toBe(1)
  expect(dead.most).toBeLessThan(8)
})
test('of one webhook no more than two are under way, and they begin in the order of the events', async () => {
  const database = await server().schema()
  const target = await receiver()
  const owner = await account(database)
  target.answer = async (_, response) => {
    await sleep(5)
    response.end()
  }
  const made = await webhook(database, owner, target.url)
  await write(database, owner, 40)
  for (let i = 0; i < 3; i++) deliverer(database)
  await expect.poll(() => target.received.length).toBe(40)
  expect(target.most).toBeLessThanOrEqual(LIMITS.webhooks.atOnce)
  const { rows } = await database.query<{ id: string }>({
    text: 'select delivery_id as id from webhook_delivery d where webhook_id = $1 order by d.id',
    values: [made.webhookId],
  })
  const place = new Map(rows.map(({ id }, at) => [id, at]))
  const early = target.received.map(({ id }, at) => Math.abs(place.get(id)! - at))
  expect(Math.max(...early)).toBeLessThanOrEqual(LIMITS.webhooks.atOnce)
})
test('several processes share the work, each delivery once', async () => {
  const database = await server().schema()
  const target = await receiver()
  const owners = await Promise.all(Array.from({ length: 20 }, () => account(database)))
  for (const owner of owners) await webhook(database, owner, target.url)
  for (let i = 0; i < 4; i++) deliverer(database)
  await Promise.all(owners.map((owner) => write(database, owner, 10)))
  await expect.poll(() => target.received.length).toBe(200)
  await sleep(100)
  expect(new Set(target.received.map(({ id }) => id)).size).toBe(200)
  expect(target.received).toHaveLength(200)
})
test('stopping gives back what is under way, untried', async () => {
  const database = await server().schema()
  const target = await receiver()
  const owner = await account(database)
  const made = await webhook(database, owner, target.url)
  target.answer = () => {}
  const first = deliverer(database, { timeoutMs: 60_000, leaseMs: 120_000 })
  await write(database, owner)
  await expect.poll(() => target.received.length).toBe(1)
  const began = performance.now()
  await first.stop()
  expect(performance.now() - began).toBeLessThan(20_000)
  expect(await one(database, made)).toMatchObject({ state: 'pending', tries: 0, lease: null, attempts: [] })
  target.answer = (_, response) => void response.end()
  deliverer(database)
  await expect.poll(async () => (await one(database, made)).state).toBe('success')
})
test('a secret that cannot be read stops its webhook and counts no failure', async () => {
  const database = await server().schema()
  const target = await receiver()
  const owner = await account(database)
  const made = await webhook(database, owner, target.url)
  await database.query({ text: `update webhook set sealed_secret = '1.b.AAAA'` })
  deliverer(database)
  await write(database, owner)
  await expect.poll(async () => (await one(database, made)).wait).toBeGreaterThan(50_000)
  expect(target.received).toEqual([])
  expect(await rowOf(database, made)).toMatchObject({ failure_count: 0, status: 'active' })
})

test('events that were committed are delivered although deliverers are killed again and again, and never twice at the same moment', async () => {
  const database = await server().schema()
  const target = await receiver()
  const owner = await account(database)
  const made = await webhook(database, owner, target.url)
  const second = await webhook(database, owner, `${target.url}/2`)
  target.answer = async (_, response) => {
    await sleep(Math.random() * 20)
    response.end()
  }
  let killed = 0
  const start = () =>
    fork(join(import.meta.dirname, '../testing/deliverer.ts'), [database.url, database.schema], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const children = [start(), start()]
  ends.push(async () => {
    for (const child of children) child.kill('SIGKILL')
  })
  let writing = true
  const writer = (async () => {
    for (let i = 0; i < 60; i++) {
      await write(database, owner)
      await sleep(40)
    }
    writing = false
  })()
  while (writing) {
    await sleep(150 + Math.random() * 250)
    const at = killed++ % children.length
    children[at]!.kill('SIGKILL')
    children[at] = start()
  }
  await writer
  const left = async () =>
    (await deliveriesOf(database, made)).concat(await deliveriesOf(database, second)).filter(({ state }) => state !== 'success')
  await expect.poll(left, { timeout: 180_000, interval: 200 }).toEqual([])
  expect(killed).toBeGreaterThan(5)
  expect(new Set(target.received.map(({ id }) => id)).size).toBe(120)
  expect(target.twice).toBe(false)
})

test('an event is there with its deliveries or not at all, and count events carry their numbers', async () => {
  const database = await server().schema()
  const target = await receiver()
  const owner = await account(database)
  const made = await webhook(database, owner, target.url, ['task-count', 'build-count', 'task-status'])
  await expect(
    database.transaction(async (tx) => {
      await tx.query({
        text: `insert into outbox (owner, object_id, kind, payload, created_at) values ($1, 'tsk_1', 'task-status', '{}', 0)`,
        values: [owner],
      })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await deliveriesOf(database, made)).toEqual([])
  const { kind, payload } = countEvent('task', owner, 1)
  await database.query({
    text: `insert into outbox (owner, object_id, kind, payload, created_at) values ($1, 'tsk_1', $2, $3, 0)`,
    values: [owner, kind, JSON.stringify(payload)],
  })
  deliverer(database)
  await expect.poll(() => target.received.length).toBe(1)
  expect(JSON.parse(target.received[0]!.body)).toEqual({
    version: '1.0',
    eventType: 'task-count',
    userId: owner,
    timestamp: '1970-01-01T00:00:00.000Z',
    data: { UserID: owner, Object: 'Task', ResourceUsage: { IncrementCount: 1, DecrementCount: 0 } },
  })
})
