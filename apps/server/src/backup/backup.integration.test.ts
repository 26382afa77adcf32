// A platform is saved while it works and comes back elsewhere as it was: what ended has its outputs, what was under way ends there.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate, migrations } from '../database/migrate.ts'
import type { Database } from '../database/pool.ts'
import { openObjects } from '../objects/open.ts'
import { openQueueOf } from '../queue/open.ts'
import { openTestDatabase, quiet, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platform.ts'
import { makeBackup } from './make.ts'
import { restoreBackup } from './restore.ts'

let server: TestDatabase
let platform: TestPlatform
let folder: string
let file: string
beforeAll(async () => {
  server = await openTestDatabase()
  platform = await openTestPlatform(server)
  folder = mkdtempSync(join(tmpdir(), 'credence-backup-'))
  file = join(folder, 'all.backup')
})
afterAll(async () => {
  await platform?.close()
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})
async function restore(into: Database, from: string, home: string) {
  const config = { ...platform.config, home, sealingKeys: [] }
  const queue = { current: undefined as Awaited<ReturnType<typeof openQueueOf>> | undefined }
  const openQueue = async () => {
    queue.current = await openQueueOf(config, into, quiet)
    return queue.current
  }
  try {
    return await restoreBackup({ config, database: into, openQueue, openObjects: async () => (await openObjects(config, into)).objects }, from)
  } finally {
    await queue.current?.close(0)
  }
}

test('what was saved comes back with its keys, outputs and secrets, and what was under way is done there', async () => {
  const ended = await platform.task(await platform.build('print one', 'print two'))
  await platform.until(`/tasks/${ended}`, 'Completed')
  const headers = { 'idempotency-key': 'again' }
  const answered = await platform.call('POST', '/keys', { body: { Name: 'second', ValidUntil: null }, headers })
  const heldBuild = await platform.build('hold', 'print late')
  const underWay = await platform.task(heldBuild)
  await platform.until(`/tasks/${underWay}`, 'In Progress')

  const saved = await makeBackup({ database: platform.database, objects: platform.objects, home: platform.config.home }, file)
  expect(saved.rows).toBeGreaterThan(10)
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const home = mkdtempSync(join(folder, 'home-'))
  const into = await server.schema()
  expect(await restore(into, file, home)).toEqual({ ...saved, requeued: 1 })
  const again = await openTestPlatform({ ...server, schema: async () => into }, { env: { CREDENCE_HOME: home } })
  try {
    again.engine.release()
    const call = (method: string, path: string, more = {}) => again.call(method, path, { as: platform.owner, ...more })
    expect((await call('GET', `/tasks/${ended}`)).json).toEqual((await platform.call('GET', `/tasks/${ended}`)).json)
    expect((await call('GET', `/tasks/${ended}/output/Stdout`)).text).toBe('one\ntwo\n')
    expect((await call('POST', '/keys', { body: { Name: 'second', ValidUntil: null }, headers })).text).toBe(answered.text)
    await expect.poll(async () => (await call('GET', `/tasks/${underWay}`)).json.Status, { timeout: 60_000 }).toBe('Completed')
    const { json } = await call('GET', `/tasks/${underWay}`)
    expect(json.StatusTransitions.map(({ Status }: { Status: string }) => Status)).toEqual([
      ...['Accepted', 'Initialising', 'In Progress', 'Rescheduled', 'Initialising', 'In Progress', 'Completed'],
    ])
    expect((await call('GET', `/tasks/${underWay}/output/Stdout`)).text).toBe('late\n')
    expect((await call('POST', `/builds/${heldBuild}/tasks`)).status).toBe(202) // rows go on behind those that came
  } finally {
    await again.close()
  }
})
test('a platform with accounts keeps them: nothing is restored over it', async () => {
  const into = await server.schema()
  await restore(into, file, mkdtempSync(join(folder, 'home-')))
  const before = (await into.query<{ count: number }>({ text: 'select count(*) as count from task' })).rows
  await expect(restore(into, file, mkdtempSync(join(folder, 'home-')))).rejects.toThrow(/this platform has accounts/)
  expect((await into.query({ text: 'select count(*) as count from task' })).rows).toEqual(before)
})
test('a file that was cut or altered, or is none of ours, leaves the platform empty and says so', async () => {
  const into = await server.schema()
  const cut = join(folder, 'cut')
  const whole = gunzipSync(readFileSync(file))
  const withoutEnd = whole.subarray(0, whole.lastIndexOf('{"end"'))
  for (const bytes of [readFileSync(file).subarray(0, 2000), gzipSync(withoutEnd), gzipSync('{"format":"other"}\n'), Buffer.from('text')]) {
    writeFileSync(cut, bytes)
    await expect(restore(into, cut, mkdtempSync(join(folder, 'home-')))).rejects.toThrow(/is no (whole )?backup/)
    expect((await into.query({ text: `select to_regclass('"${into.schema}".account') as there` })).rows).toEqual([{ there: null }])
  }
  copyFileSync(file, cut)
  expect((await restore(into, cut, mkdtempSync(join(folder, 'home-')))).requeued).toBe(1)
})
test('a backup of an older release goes through the newer migrations when it is restored, with its rows', async () => {
  const older = await server.schema()
  await older.query({ text: `drop schema "${older.schema}" cascade` })
  await migrate(
    older,
    migrations().filter(({ name }) => name < '0101'),
  )
  const owner = `usr_${'0'.repeat(32)}`
  await older.query({
    text: `insert into account (user_id, username, plan, created_at) values ($1, 'ada', 'FreeTier', 1)`,
    values: [owner],
  })
  const path = join(folder, 'older.backup')
  await makeBackup({ database: older, objects: platform.objects, home: mkdtempSync(join(folder, 'home-')) }, path)
  const into = await server.schema()
  await restore(into, path, mkdtempSync(join(folder, 'home-')))
  expect(await migrate(into)).toEqual([])
  expect((await into.query({ text: 'select user_id, tokens_after from account' })).rows).toEqual([{ user_id: owner, tokens_after: 0 }])
})
