// PostgreSQL goes away at the moment when an attempt begins or is given back: the same lease goes on as soon as it is back, and nobody waits for its end.
import { newId } from '@credence/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DatabaseAway } from '../database/outage.ts'
import type { Database } from '../database/pool.ts'
import type { Log } from '../log/log.ts'
import { type BossQueue, openQueue } from '../queue/boss-queue.ts'
import type { Lease } from '../queue/task-queue.ts'
import { openTestDatabase, quiet, type TestDatabase } from '../testing/database.ts'
import { createAccount } from '../users/queries.ts'
import { openAcceptance } from './acceptance.ts'
import { beginAttempt } from './attempts.ts'
import type { StatusEntry } from './kinds.ts'
import { move } from './moves.ts'

let server: TestDatabase
let queue: BossQueue | undefined
beforeAll(async () => {
  server = await openTestDatabase()
})
afterAll(async () => {
  await queue?.close(0)
  await server?.close()
})

/** `away`: nothing reaches it. `deaf`: it does what it is asked, and the answer is lost. Each for so many statements or transactions. */
interface Weather {
  away: number
  deaf: number
}
function under(weather: Weather, database: Database): Database {
  const lost = () => new DatabaseAway(new Error('its connection is gone'))
  const asked = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (weather.away-- > 0) throw lost()
    const answer = await ask()
    if (weather.deaf-- > 0) throw lost()
    return answer
  }
  return {
    ...database,
    query: (statement) => asked(() => database.query(statement)),
    transaction: (work) => asked(() => database.transaction(work)),
  }
}

test('an attempt begins once, by the lease that it has, and a job that is given back meanwhile is taken again at once', async () => {
  const database = await server.schema()
  const weather: Weather = { away: 0, deaf: 0 }
  const unsteady = under(weather, database)
  // What runs into the end of a lease is told to the log.
  const silent: string[] = []
  const log: Log = { ...quiet, warn: ({ event }) => event === 'queue.leases-over' && silent.push(event) }
  queue = await openQueue({ database: unsteady, log, attemptSeconds: 60, running: { EnterpriseTier: 10 } })
  const open = queue
  const { userId } = await database.transaction((tx) => createAccount(tx, 'begins@localhost', 'EnterpriseTier'))
  const acceptance = openAcceptance(database, open, 2)
  const submit = async (): Promise<string> => {
    const id = newId('task')
    const given = { buildId: 'bld_none', arguments: null, standardError: null, isPublic: false }
    const needs = { isolation: 'process', tools: [] } as const
    await acceptance.accept({ kind: 'task', id, at: Date.now(), owner: userId, plan: 'EnterpriseTier', allowed: 1000, dataSources: [], given, needs })
    return id
  }
  const historyOf = async (id: string): Promise<string[]> => {
    const { rows } = await database.query<{ transitions: { Status: string }[] }>({
      text: 'select transitions from task where task_id = $1',
      values: [id],
    })
    return rows[0]!.transitions.map(({ Status }) => Status)
  }
  const begun: { id: string; attempt: number; how: string }[] = []
  let before = async (_: Lease): Promise<void> => {}
  await open.take('task', 1, async (lease) => {
    await before(lease)
    begun.push({ id: lease.id, attempt: lease.attempt, how: await beginAttempt(unsteady, open, { ...lease, queue: 'task' }, 'worker', 10) })
  })
  const until = (count: number) => expect.poll(() => begun.length, { interval: 20 }).toBe(count)

  before = async () => void Object.assign(weather, { away: 5 })
  const first = await submit()
  await until(1)
  expect([begun.at(-1), await historyOf(first)]).toEqual([{ id: first, attempt: 1, how: 'begun' }, ['Accepted', 'Initialising']])

  before = async () => void Object.assign(weather, { away: 0, deaf: 1 })
  const second = await submit()
  await until(2)
  expect([begun.at(-1), await historyOf(second)]).toEqual([{ id: second, attempt: 1, how: 'begun' }, ['Accepted', 'Initialising']])

  before = async ({ attempt }) => {
    if (attempt > 1) return
    weather.away = 15 // its handler throws, and it cannot be given back before so many tries
    throw new Error('a fault of ours')
  }
  const third = await submit()
  await until(3)
  expect(begun.at(-1)).toEqual({ id: third, attempt: 2, how: 'begun' })
  expect(silent).toEqual([])

  // A clock that is put back, or that of another machine: the history stays in order.
  const { rows } = await database.query<{ ahead: string }>({
    text: 'update task set updated_at = updated_at + 7200000 where task_id = $1 returning updated_at as ahead',
    values: [third],
  })
  const ahead = Number(rows[0]!.ahead)
  await move(database, { kind: 'task', id: third, attempt: 2 }, 'In Progress')
  await move(database, { kind: 'task', id: third, attempt: 2 }, 'Completed')
  const { rows: after } = await database.query<{ transitions: StatusEntry[]; finished: string; updated: string }>({
    text: 'select transitions, finished_at as finished, updated_at as updated from task where task_id = $1',
    values: [third],
  })
  expect(after[0]!.transitions.slice(-2).map(({ Status, Timestamp }) => [Status, Timestamp])).toEqual([
    ['In Progress', ahead],
    ['Completed', ahead],
  ])
  expect([after[0]!.finished, after[0]!.updated].map(Number)).toEqual([ahead, ahead])
})
