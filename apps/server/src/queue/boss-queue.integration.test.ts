import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '@credence/contract'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
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
      await queue.enqueue(tx, [lost])
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  await database.transaction(async (tx) => {
    await queue.enqueue(tx, [kept])
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
  await database.transaction((tx) => queue.enqueue(tx, [newTask()]))
  await until(() => attempts.length === 3)
  expect(attempts).toEqual([1, 2, 3])
})
test('a job that is given back with a pause waits in the queue, and its slot takes others', async () => {
  const database = await server.schema()
  const queue = await open(database)
  const [faulty, other] = [newTask(), newTask()]
  const taken: string[] = []
  let [begun, again] = [0, 0]
  await queue.take('task', 1, async (lease) => {
    taken.push(`${lease.id} ${lease.attempt}`)
    if (lease.attempt > 1) again = Date.now()
    if (lease.id !== faulty.id || lease.attempt > 1) return
    begun = Date.now()
    await database.transaction((tx) => queue.enqueue(tx, [other]))
    await database.transaction((tx) => queue.abandon(tx, lease, 3000))
    throw new Error('a fault of ours')
  })
  await database.transaction((tx) => queue.enqueue(tx, [faulty]))
  await until(() => taken.length === 3)
  expect(taken).toEqual([`${faulty.id} 1`, `${other.id} 1`, `${faulty.id} 2`])
  expect(again - begun).toBeGreaterThanOrEqual(3000)
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
  await database.transaction((tx) => queue.enqueue(tx, [newTask()]))
  await until(() => finished.length === 2)
  expect(finished).toEqual([false, true])
})
test('cancelling a waiting job takes it out, and a running one hears of it', async () => {
  const database = await server.schema()
  const queue = await open(database)
  const [waiting, running] = [newTask(), newTask()]
  await database.transaction(async (tx) => {
    await queue.enqueue(tx, [waiting])
    await queue.cancel(tx, 'task', waiting.id)
  })
  const heard: string[] = []
  await queue.take('task', 2, async (lease) => {
    heard.push(lease.id)
    await new Promise((resolve) => lease.signal.addEventListener('abort', resolve))
    heard.push('aborted')
  })
  await database.transaction((tx) => queue.enqueue(tx, [running]))
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
  await database.transaction((tx) => queue.enqueue(tx, [first]))
  await until(() => started.length === 1)
  await database.transaction(async (tx) => {
    await queue.enqueue(tx, [second])
    await queue.enqueue(tx, [other])
  })
  await until(() => started.length === 2)
  await sleep(1200) // two polls
  expect(started).toEqual([first.id, other.id])
  release.resolve()
  await until(() => started.length === 3)
})
test('jobs that were there before are taken one after the other, without a notification or a poll between them', async () => {
  const database = await server.schema()
  const queue = await open(database)
  const jobs = Array.from({ length: 5 }, () => newTask())
  await database.transaction(async (tx) => {
    for (const job of jobs) await queue.enqueue(tx, [job])
  })
  const never = setInterval(() => {}, 1_000_000).unref()
  const polls = vi.spyOn(globalThis, 'setInterval').mockReturnValue(never)
  const started: string[] = []
  await queue.take('task', 1, async (lease) => void started.push(lease.id))
  polls.mockRestore()
  await until(() => started.length === 5)
  expect(started.sort()).toEqual(jobs.map(({ id }) => id).sort())
})
test('a handler that has released its slot lets another job start, and its own is ended when it returns', async () => {
  const database = await server.schema()
  const queue = await open(database)
  const [first, second] = [newTask(), newTask()]
  const started: Lease[] = []
  const hold = Promise.withResolvers<void>()
  await queue.take('task', 1, async (lease) => {
    started.push(lease)
    if (lease.id !== first.id) return
    await hold.promise
    lease.release()
    lease.release() // a second time is no second slot
    await until(() => started.length === 2)
  })
  await database.transaction((tx) => queue.enqueue(tx, [first]))
  await until(() => started.length === 1)
  await database.transaction((tx) => queue.enqueue(tx, [second]))
  await sleep(700)
  expect(started.map(({ id }) => id)).toEqual([first.id])
  hold.resolve()
  await until(() => started.length === 2)
  for (const lease of started) await expect.poll(() => database.transaction((tx) => queue.abandon(tx, lease))).toBe(false)
})
test('closing gives back what does not end in time, for the next worker', async () => {
  const database = await server.schema()
  const [leaving, next] = [await open(database), await open(database)]
  const job = newTask()
  const taken: number[] = []
  let lost: AbortSignal | undefined
  await leaving.take('task', 1, (lease) => {
    lost = lease.signal
    taken.push(lease.attempt)
    return new Promise(() => {})
  })
  await database.transaction((tx) => leaving.enqueue(tx, [job]))
  await until(() => taken.length === 1)
  await leaving.close(50)
  expect(lost?.aborted).toBe(true)
  await next.take('task', 1, async (lease) => void taken.push(lease.attempt))
  await until(() => taken.length === 2)
  expect(taken).toEqual([1, 2])
})
test('where one account may have one slot of two, the other slot is for others, however many it submits', async () => {
  const database = await server.schema()
  const queue = await open(database)
  const owner = newId('user')
  const bombs = [newTask('ProTier', owner), newTask('ProTier', owner), newTask('ProTier', owner)]
  const small = newTask('FreeTier')
  const started: string[] = []
  const release = Promise.withResolvers<void>()
  const run = async ({ id }: Lease) => {
    started.push(id)
    if (id !== small.id) await release.promise
  }
  await database.transaction(async (tx) => {
    for (const bomb of bombs) await queue.enqueue(tx, [bomb])
  })
  await queue.take('task', 2, run, { ofOne: 1 })
  await until(() => started.length === 1)
  await sleep(1200) // two polls
  expect(started).toHaveLength(1)
  await database.transaction((tx) => queue.enqueue(tx, [small]))
  await until(() => started.length === 2)
  expect(started[1]).toBe(small.id)
  release.resolve()
  await until(() => started.length === 4)
  expect(started.toSorted()).toEqual([...bombs, small].map(({ id }) => id).toSorted())
})
test('a job whose worker is silent goes to another when its lease is over, and not before', async () => {
  const database = await server.schema()
  const queue = await open(database)
  await database.transaction((tx) => queue.enqueue(tx, [newTask()]))
  const began = Date.now()
  await database.query({
    // As of a worker that froze five seconds ago: a lease lives six.
    text: `update ${database.schema}_queue.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '5 s' where name = 'task'`,
  })
  const attempts: number[] = []
  await queue.take('task', 1, async ({ attempt }) => void attempts.push(attempt))
  await until(() => attempts.length > 0)
  expect(Date.now() - began).toBeGreaterThan(900)
  expect(attempts).toEqual([2])
})
test('the probe sends a job through', async () => {
  await (await open(await server.schema())).probe()
})
