import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '@credence/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database/pool.ts'
import { openTestDatabase, quiet, type TestDatabase } from '../testing/database.ts'
import { type BossQueue, openQueue } from './boss-queue.ts'
import type { Job, Lease } from './task-queue.ts'

let server: TestDatabase
const queues: BossQueue[] = []
beforeAll(async () => {
  server = await openTestDatabase()
})
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.close(0)))
})
afterAll(() => server.close())

async function open(database: Database): Promise<BossQueue> {
  const queue = await openQueue({ database, log: quiet, attemptSeconds: 60, running: { FreeTier: 1, ProTier: 4 } })
  queues.push(queue)
  return queue
}
const newTask = (plan = 'ProTier', owner = newId('user')): Job => ({ queue: 'task', id: newId('task'), owner, plan })
async function until(condition: () => boolean, ms = 60_000): Promise<void> {
  for (const end = Date.now() + ms; !condition(); await sleep(10)) if (Date.now() > end) throw new Error(`not within ${ms} ms`)
}

test('a job starts after its transaction commits, and never when it is rolled back', async () => {
  const database = await server.schema()
  const queue = await open(database)
  const started: string[] = []
  await queue.take('task', 1, async (lease) => void started.push(lease.id))
  const [kept, lost] = [newTask(), newTask()]
  await expect(
    database.transaction(async (tx) => {
      await queue.enqueue(tx, lost)
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  await database.transaction(async (tx) => {
    await queue.enqueue(tx, kept)
    await sleep(700)
    expect(started).toEqual([])
  })
  await until(() => started.length > 0)
  await sleep(600)
  expect(started).toEqual([kept.id])
})
test('a handler that throws gives its job to the next attempt', async () => {
  const database = await server.schema()
  const queue = await open(database)
  const attempts: number[] = []
  await queue.take('task', 1, async (lease) => {
    attempts.push(lease.attempt)
    if (lease.attempt < 3) throw new Error('the runner died')
  })
  await database.transaction((tx) => queue.enqueue(tx, newTask()))
  await until(() => attempts.length === 3)
  expect(attempts).toEqual([1, 2, 3])
})
test('an attempt whose lease was given to another cannot finish the job', async () => {
  const database = await server.schema()
  const queue = await open(database)
  const leases: Lease[] = []
  const finished: boolean[] = []
  await queue.take('task', 1, async (lease) => {
    leases.push(lease)
    if (lease.attempt === 1) {
      expect(await database.transaction((tx) => queue.abandon(tx, lease))).toBe(true)
      throw new Error('stopped')
    }
    finished.push(await database.transaction((tx) => queue.finish(tx, leases[0]!)))
    finished.push(await database.transaction((tx) => queue.finish(tx, lease)))
  })
  await database.transaction((tx) => queue.enqueue(tx, newTask()))
  await until(() => finished.length === 2)
  expect(finished).toEqual([false, true])
})
test('cancelling a waiting job takes it out, and a running one hears of it', async () => {
  const database = await server.schema()
  const queue = await open(database)
  const [waiting, running] = [newTask(), newTask()]
  await database.transaction(async (tx) => {
    await queue.enqueue(tx, waiting)
    await queue.cancel(tx, 'task', waiting.id)
  })
  const heard: string[] = []
  await queue.take('task', 2, async (lease) => {
    heard.push(lease.id)
    await new Promise((resolve) => lease.signal.addEventListener('abort', resolve))
    heard.push('aborted')
  })
  await database.transaction((tx) => queue.enqueue(tx, running))
  await until(() => heard.length === 1)
  await database.transaction((tx) => queue.cancel(tx, 'task', running.id))
  await until(() => heard.length === 2)
  expect(heard).toEqual([running.id, 'aborted'])
})
test('while a job of an account runs, its others wait as its plan says, and other accounts go ahead', async () => {
  const database = await server.schema()
  const queue = await open(database)
  const owner = newId('user')
  const [first, second, other] = [newTask('FreeTier', owner), newTask('FreeTier', owner), newTask('FreeTier')]
  const started: string[] = []
  const release = Promise.withResolvers<void>()
  await queue.take('task', 4, async ({ id }) => {
    started.push(id)
    if (id === first.id) await release.promise
  })
  await database.transaction((tx) => queue.enqueue(tx, first))
  await until(() => started.length === 1)
  await database.transaction(async (tx) => {
    await queue.enqueue(tx, second)
    await queue.enqueue(tx, other)
  })
  await until(() => started.length === 2)
  await sleep(1200) // two polls
  expect(started).toEqual([first.id, other.id])
  release.resolve()
  await until(() => started.length === 3)
})
test('the probe sends a job through', async () => {
  await (await open(await server.schema())).probe()
})
