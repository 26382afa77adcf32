// PostgreSQL is killed under a platform with work in every state: nothing of ours ends with it, and nothing acknowledged is lost.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platform.ts'
import { DatabaseAway, throughOutage } from './outage.ts'

let server: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  server = await openTestDatabase()
  platform = await openTestPlatform(server)
})
afterAll(async () => {
  await platform?.close()
  await server?.close()
})

const postmaster = (): number => Number(readFileSync(join(server.folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
/** Kills PostgreSQL and gives a wait for the next one: processes of the old one may still answer for a moment. */
function killPostgres(): () => Promise<void> {
  const old = postmaster()
  process.kill(old, 'SIGKILL')
  return async () => {
    const next = () => {
      try {
        return postmaster()
      } catch {
        return old // the file is being written
      }
    }
    await expect.poll(next, { timeout: 60_000, interval: 20 }).not.toBe(old)
    await throughOutage(() => platform.database.query({ text: 'select 1' }), 60_000)
  }
}

test('a connection that dies in the middle of a transaction fails that transaction and nothing else', async () => {
  const { database } = platform
  const cut = database.transaction(async (tx) => {
    const { rows } = await tx.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })
    await database.query({ text: 'select pg_terminate_backend($1)', values: [rows[0]?.pid] })
    await sleep(300) // the connection is in use and idle when its end is seen
    await tx.query({ text: 'select 1' })
  })
  await expect(cut).rejects.toThrow(DatabaseAway)
  expect((await database.query({ text: 'select 2 as two' })).rows).toEqual([{ two: 2 }])
})
test('while PostgreSQL is away requests are answered 503 with Retry-After, and 200 once it is back', async () => {
  const statuses = new Set<number>()
  const back = killPostgres()
  await expect
    .poll(
      async () => {
        const { status, headers, json } = await platform.call('GET', '/tasks')
        statuses.add(status)
        if (status === 503) {
          expect(headers['retry-after']).toBe('2')
          expect(json).toMatchObject({
            error: 'Service Unavailable',
            message: expect.stringMatching(/^The database does not answer at the moment\./),
          })
        }
        return statuses.has(503) && status
      },
      { timeout: 60_000, interval: 20 },
    )
    .toBe(200)
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
  await back()
})
test('a task whose program ended while PostgreSQL was away is Completed by the same attempt', async () => {
  const taskId = await platform.task(await platform.build('hold', 'print survived'))
  await platform.until(`/tasks/${taskId}`, 'In Progress')
  const back = killPostgres()
  platform.engine.release()
  await back()
  const task = await platform.until(`/tasks/${taskId}`, 'Completed')
  expect(task.StatusTransitions.map(({ Status }: { Status: string }) => Status)).toEqual(['Accepted', 'Initialising', 'In Progress', 'Completed'])
  expect((await platform.call('GET', `/tasks/${taskId}/output/Stdout`)).text).toBe('survived\n')
})
test('a build whose compiler was killed from outside is Rescheduled and Completed', async () => {
  const { json } = await platform.call('POST', '/sourcecode/builds', { body: { Code: 'print built\nkill-compiler', Language: 'C' } })
  const build = await platform.until(`/builds/${json.BuildID}`, 'Completed', 'Stopped')
  const statuses = build.StatusTransitions.map(({ Status }: { Status: string }) => Status)
  expect(statuses).toEqual(['Accepted', 'Initialising', 'In Progress', 'Rescheduled', 'Initialising', 'In Progress', 'Completed'])
})
test('every acknowledged task is Completed once, however often PostgreSQL dies while they are taken', { timeout: 300_000 }, async () => {
  const buildId = await platform.build('print done')
  const acknowledged: string[] = []
  for (let round = 0; round < 3; round++) {
    let back = async () => {}
    for (let count = 0; count < 8; count++) {
      const { status, json } = await platform.call('POST', `/builds/${buildId}/tasks`)
      if (status === 202) acknowledged.push(json.TaskID)
      else expect(status).toBe(503)
      if (count === 4) back = killPostgres()
    }
    await back()
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(15)
  for (const id of acknowledged) {
    const task = await platform.until(`/tasks/${id}`, 'Completed', 'Stopped', 'Cancelled')
    expect(task.StatusTransitions.filter(({ Status }: { Status: string }) => Status === 'Completed')).toHaveLength(1)
  }
})
