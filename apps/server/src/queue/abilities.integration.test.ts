// Workers of different abilities on one queue: each takes what it can run, and what nobody can run waits.
import { newId } from '@credence/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, quiet, type TestDatabase } from '../testing/database.ts'
import type { Abilities, Needs } from './abilities.ts'
import { type BossQueue, openQueue } from './boss-queue.ts'
import { checkQueue } from './check.ts'
import type { Job, Lease } from './task-queue.ts'

const MB = 1_000_000
let server: TestDatabase
let queue: BossQueue
beforeAll(async () => {
  server = await openTestDatabase()
})
afterEach(() => queue.close(0))
afterAll(() => server.close())

const small: Abilities = { memory: 500 * MB, isolation: 'process', tools: ['C'] }
const newJob = (needs: Partial<Needs>): Job => ({
  queue: 'task',
  id: newId('task'),
  owner: newId('user'),
  plan: 'EnterpriseTier',
  needs: { isolation: 'process', tools: [], ...needs },
})
async function openWith(jobs: readonly Job[]): Promise<void> {
  const database = await server.schema()
  queue = await openQueue({ database, log: quiet, attemptSeconds: 60, running: { EnterpriseTier: 100 } })
  await database.transaction((tx) => queue.enqueue(tx, jobs))
}
function recorder() {
  const started: string[] = []
  const hold = Promise.withResolvers<void>()
  const run = async ({ id }: Lease): Promise<void> => {
    started.push(id)
    await hold.promise
  }
  return { started, release: hold.resolve, run }
}

test('jobs that need more memory, isolation or tools than a worker has are left to others', async () => {
  const jobs = [
    newJob({ memory: 600 * MB }),
    newJob({ isolation: 'process+ns' }),
    newJob({ tools: ['git'] }),
    newJob({ memory: 500 * MB }),
    newJob({ tools: ['C'] }),
  ]
  await openWith(jobs)
  const taken = recorder()
  taken.release()
  await queue.take('task', 4, taken.run, { abilities: small })
  await expect.poll(() => taken.started.length, { timeout: 60_000 }).toBe(2)
  expect(taken.started.toSorted()).toEqual([jobs[3]!.id, jobs[4]!.id].toSorted())
  expect((await queue.backlog()).find((one) => one.queue === 'task')).toMatchObject({ waiting: 3 })

  const workers = async () => [{ slots: 4, state: { abilities: small } }]
  const found = await checkQueue({ queue, workers, refusing: () => undefined })
  expect(found).toMatchObject({ status: 'degraded', more: { task: { waiting: 3 }, error: 'no worker has what 3 builds or tasks need' } })
  const able = async () => [{ slots: 4, state: { abilities: { memory: 600 * MB, isolation: 'process+ns', tools: ['C', 'git'] } as const } }]
  expect(await checkQueue({ queue, workers: able, refusing: () => undefined })).toMatchObject({ status: 'healthy' })
  expect(await checkQueue({ queue, workers: able, refusing: () => 'the queue is full' })).toMatchObject({ status: 'degraded' })
})
test('programs of a worker never have more memory together than it has, and the last room is used', async () => {
  await openWith([newJob({ memory: 300 * MB }), newJob({ memory: 300 * MB }), newJob({ memory: 190 * MB })])
  const taken = recorder()
  await queue.take('task', 3, taken.run, { abilities: small })
  await expect.poll(() => taken.started.length, { timeout: 60_000 }).toBe(2) // 300 and 190: never both of 300
  await new Promise((resolve) => setTimeout(resolve, 1200)) // two polls
  expect(taken.started).toHaveLength(2)
  taken.release()
  await expect.poll(() => taken.started.length, { timeout: 60_000 }).toBe(3)
})
test('a worker whose machine has no memory left takes one at a time', async () => {
  await openWith([newJob({ memory: 100 * MB }), newJob({ memory: 100 * MB })])
  const taken = recorder()
  await queue.take('task', 3, taken.run, { abilities: small, freeMemory: () => -1 })
  await expect.poll(() => taken.started.length, { timeout: 60_000 }).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 1200))
  expect(taken.started).toHaveLength(1)
  taken.release()
  await expect.poll(() => taken.started.length, { timeout: 60_000 }).toBe(2)
})
