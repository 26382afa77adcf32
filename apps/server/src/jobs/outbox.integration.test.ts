import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database/pool.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createAccount } from '../users/queries.ts'
import { announceDeleted } from './moves.ts'
import { RETENTION, trimOutbox } from './outbox.ts'

let server: TestDatabase
beforeAll(async () => {
  server = await openTestDatabase()
})
afterAll(() => server.close())

const DAY = 86_400_000
async function fill(database: Database, count: number, age: number): Promise<void> {
  await database.query({
    text: `insert into outbox (owner, object_id, kind, payload, created_at) select 'usr_0', 'tsk_0', 'task-status', '{}', $2 from generate_series(1, $1)`,
    values: [count, Date.now() - age],
  })
}
const ages = async (database: Database): Promise<number[]> =>
  (await database.query<{ age: number }>({ text: 'select $1 - created_at as age from outbox order by id', values: [Date.now()] })).rows.map(
    ({ age }) => Math.round(age / DAY),
  )

test('events go when they are old, in batches, and younger ones stay', async () => {
  const database = await server.schema()
  expect(await trimOutbox(database)).toBe(0)
  for (const [count, days] of [
    [40, 30],
    [25, 8],
    [3, 6],
    [2, 0],
  ] as const)
    await fill(database, count, days * DAY)
  expect(await trimOutbox(database, { ...RETENTION, batch: 20 })).toBe(65)
  expect(await ages(database)).toEqual([6, 6, 6, 0, 0])
  expect(await trimOutbox(database)).toBe(0)
})
test('of a crowd the newest stay', async () => {
  const database = await server.schema()
  await fill(database, 1000, 0)
  expect(await trimOutbox(database, { ...RETENTION, rows: 100, batch: 300 })).toBe(900)
  const { rows } = await database.query<{ least: number; most: number; count: number }>({
    text: 'select min(id) as least, max(id) as most, count(*) as count from outbox',
  })
  expect(rows[0]).toEqual({ least: 901, most: 1000, count: 100 })
})
test('processes that look at the same time share the work', async () => {
  const database = await server.schema()
  await fill(database, 2000, 30 * DAY)
  const removed = await Promise.all([1, 2, 3].map(() => trimOutbox(database, { ...RETENTION, batch: 100 })))
  expect(removed.reduce((sum, count) => sum + count)).toBe(2000)
  expect(await ages(database)).toEqual([])
})
test('to find nothing to do is a walk along the primary key, however many events there are', async () => {
  const database = await server.schema()
  await fill(database, 50_000, DAY)
  await database.query({ text: 'analyze outbox' })
  const scanned = async () => {
    await database.query({ text: 'select pg_stat_force_next_flush()' })
    const { rows } = await database.query<{ read: number }>({
      text: `select seq_tup_read as read from pg_stat_user_tables where relname = 'outbox' and schemaname = '${database.schema}'`,
    })
    return rows[0]?.read ?? 0
  }
  const before = await scanned()
  expect(await trimOutbox(database, { ...RETENTION, batch: 100 })).toBe(0)
  await expect.poll(scanned).toBe(before)
})
test('what is written goes into it', async () => {
  const database = await server.schema()
  await database.transaction(async (tx) => {
    const { userId } = await createAccount(tx, 'a@localhost', 'FreeTier')
    await announceDeleted(tx, { kind: 'task', id: 'tsk_1', owner: userId })
  })
  expect(await ages(database)).toEqual([0])
  expect(await trimOutbox(database, { ...RETENTION, milliseconds: -1000 })).toBe(1)
})
