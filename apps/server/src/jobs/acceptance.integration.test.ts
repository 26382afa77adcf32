// Submissions of one owner that come at the same moment share their transaction, and the plan still bounds them to the last one.
import { newId } from '@credence/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Statement, Tx } from '../database/pool.ts'
import { type BossQueue, openQueue } from '../queue/boss-queue.ts'
import { openTestDatabase, quiet, type TestDatabase } from '../testing/database.ts'
import { createAccount } from '../users/queries.ts'
import { type NewJob, openAcceptance } from './acceptance.ts'
import { countEnded } from './moves.ts'

let server: TestDatabase
let database: Database
let queue: BossQueue
beforeAll(async () => {
  server = await openTestDatabase()
  database = await server.schema()
  queue = await openQueue({ database, log: quiet, attemptSeconds: 60, running: {} })
})
afterAll(async () => {
  await queue?.close(0)
  await server?.close()
})

let names = 0
const newOwner = () => database.transaction(async (tx) => (await createAccount(tx, `user${names++}@localhost`, 'FreeTier')).userId)
const newTask = (owner: string, allowed = 1000): NewJob<'task'> => ({
  kind: 'task',
  id: newId('task'),
  at: Date.now(),
  owner,
  plan: 'FreeTier',
  allowed,
  dataSources: [],
  given: { buildId: newId('build'), arguments: null, standardError: null, isPublic: false },
  needs: { isolation: 'process', tools: [] },
})
/** What the database and the queue hold of an owner. */
async function held(owner: string) {
  const count = async (text: string) => (await database.query<{ count: number }>({ text, values: [owner] })).rows[0]?.count
  return {
    rows: await count('select count(*) from task where owner = $1'),
    queued: await count(`select count(*) from ${database.schema}_queue.job where group_id = $1`),
    events: await count('select count(*) from outbox where owner = $1'),
    underWay: await count('select concurrent_task_count as count from usage where owner = $1'),
    ever: await count('select task_count as count from usage where owner = $1'),
  }
}
/** The database, with its transactions and the statements in them that are waited for counted. */
function watched() {
  const seen = { transactions: 0, waits: 0 }
  const transaction: Database['transaction'] = (work) => {
    seen.transactions++
    return database.transaction((tx) => {
      const query = (statement: Statement) => {
        seen.waits++
        return tx.query(statement)
      }
      return work({ send: (statement) => tx.send(statement), query } as Tx)
    })
  }
  return { seen, watched: { ...database, transaction } }
}

test('what comes while a transaction of the owner is under way goes together into the next, and no statement is waited for', async () => {
  const owner = await newOwner()
  const { seen, watched: counted } = watched()
  const { accept } = openAcceptance(counted, queue, 4)
  const answers = await Promise.all(Array.from({ length: 40 }, () => accept(newTask(owner))))
  expect(answers).toEqual(Array(40).fill(true))
  expect(seen).toEqual({ transactions: 2, waits: 0 })
  expect(await held(owner)).toEqual({ rows: 40, queued: 40, events: 80, underWay: 40, ever: 40 })
})
test('of more than the plan allows the first are accepted, of the others nothing is left, and a place that becomes free is given', async () => {
  const owner = await newOwner()
  const { accept } = openAcceptance(database, queue, 4)
  const answers = await Promise.all(Array.from({ length: 5 }, () => accept(newTask(owner, 3))))
  expect(answers).toEqual([true, true, true, false, false])
  expect(await accept(newTask(owner, 3))).toBe(false)
  expect(await held(owner)).toEqual({ rows: 3, queued: 3, events: 6, underWay: 3, ever: 3 })
  await database.transaction(async (tx) => countEnded(tx, 'task', owner))
  expect(await accept(newTask(owner, 3))).toBe(true)
  expect(await held(owner)).toEqual({ rows: 4, queued: 4, events: 8, underWay: 3, ever: 4 })
})
test('a transaction that fails fails its submissions and no later ones', async () => {
  const owner = await newOwner()
  const { accept } = openAcceptance(database, queue, 4)
  const twin = newTask(owner)
  expect(await accept(twin)).toBe(true)
  const answers = await Promise.allSettled([accept(twin), accept(newTask(owner))])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect(await held(owner)).toEqual({ rows: 2, queued: 2, events: 4, underWay: 2, ever: 2 })
})
test('a statement that is sent and fails fails its transaction', async () => {
  const owner = await newOwner()
  const failing = database.transaction(async (tx) => {
    tx.send({ text: 'update usage set plot_count = 7 where owner = $1', values: [owner] })
    tx.send({ text: 'select 1 / 0' })
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  const { rows } = await database.query<{ plots: number }>({ text: 'select plot_count as plots from usage where owner = $1', values: [owner] })
  expect(rows).toEqual([{ plots: 0 }])
})
