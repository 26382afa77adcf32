// A follower by itself: the database stops and starts again, and goes back in time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { throughOutage } from '../database/outage.ts'
import { type Database, openDatabase } from '../database/pool.ts'
import { quiet } from '../testing/database.ts'
import { type Follower, openFollower } from './follower.ts'

let folder: string
let server: EmbeddedDatabase
let database: Database
let follower: Follower
let told: number[]
let lost: number
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'credence-follower-'))
  server = await startEmbeddedDatabase(join(folder, 'postgres'))
  const open = (connections: number) => openDatabase({ url: server.url, schema: 'follower', connections, log: quiet })
  database = open(4)
  await migrate(database)
  ;[told, lost] = [[], 0]
  const onEvents = (rows: readonly { payload: unknown }[]) => told.push(...rows.map(({ payload }) => (payload as { n: number }).n))
  follower = openFollower({ database: open(1), log: quiet, onEvents, onLost: () => lost++ })
  await follower.follow()
})
afterAll(async () => {
  await follower?.close()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const write = (n: number): Promise<unknown> =>
  throughOutage(
    () =>
      database.query({
        text: "insert into outbox (owner, object_id, kind, payload, created_at) values ('usr_1', 'tsk_1', 'task-status', $1, 0)",
        values: [JSON.stringify({ n })],
      }),
    30_000,
  )
async function until(isThere: () => boolean): Promise<void> {
  for (const end = Date.now() + 120_000; !isThere() && Date.now() < end; ) await sleep(10)
}

test('what was committed before, during and after a restart of the database is told, once and in order', async () => {
  for (let n = 0; n < 10; n++) await write(n)
  await server.stop()
  const later = write(10)
  await sleep(1000)
  server = await startEmbeddedDatabase(join(folder, 'postgres'))
  await later
  for (let n = 11; n < 20; n++) await write(n)
  await until(() => told.length >= 20)
  await sleep(200)
  expect(told).toEqual(Array.from({ length: 20 }, (_, n) => n))
  expect(lost).toBe(0)
})
test('nothing is told while nobody listens, and what happens then is not made up for', async () => {
  follower.rest()
  await sleep(100)
  const before = told.length
  await write(100)
  await sleep(200)
  expect(told).toHaveLength(before)
  await follower.follow()
  await write(101)
  await until(() => told.length > before)
  await sleep(100)
  expect(told.slice(before)).toEqual([101])
})
test('a database that has fewer events than before, as a copy, is said, and followed from there', async () => {
  await database.query({ text: "with old as (delete from outbox) select setval('outbox_id_seq', 3)" })
  // Whatever the follower asked last.
  await database.query({
    text: 'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  })
  await until(() => lost > 0)
  const before = told.length
  await write(200)
  await until(() => told.length > before)
  expect([lost, told.slice(before)]).toEqual([1, [200]])
})
