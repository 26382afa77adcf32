import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { quiet } from '../testing/database.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded.ts'
import { openDatabase } from './pool.ts'

let folder: string
const running: EmbeddedDatabase[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'credence-embedded-'))
  chmodSync(folder, 0o755)
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(path: string): Promise<EmbeddedDatabase> {
  const server = await startEmbeddedDatabase(path)
  running.push(server)
  return server
}
async function ask<T>(server: EmbeddedDatabase, text: string): Promise<T[]> {
  const database = openDatabase({ url: server.url, schema: 'public', connections: 1, log: quiet })
  try {
    return (await database.query({ text })).rows as T[]
  } finally {
    await database.close()
  }
}

test('a stopped server keeps what was committed, and a running one is adopted', async () => {
  const path = join(folder, 'postgres')
  const first = await start(path)
  expect(first.adopted).toBe(false)
  await ask(first, 'create table kept as select 42 as answer')
  expect((await start(path)).adopted).toBe(true)
  await first.stop()
  const again = await start(path)
  expect(again.adopted).toBe(false)
  expect(await ask(again, 'select answer from kept')).toEqual([{ answer: 42 }])
})
test('after kill -9 of the server its data is served again', async () => {
  const path = join(folder, 'postgres')
  const server = await start(path)
  await ask(server, 'create table kept as select 42 as answer')
  process.kill(Number(readFileSync(join(path, 'data/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  expect(await ask(await start(path), 'select answer from kept')).toEqual([{ answer: 42 }])
})
test('a server that dies is started again without being asked', async () => {
  const path = join(folder, 'postgres')
  const server = await start(path)
  await ask(server, 'create table kept as select 42 as answer')
  process.kill(Number(readFileSync(join(path, 'data/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  await expect.poll(() => ask(server, 'select answer from kept').catch(() => 'down'), { timeout: 60_000 }).toEqual([{ answer: 42 }])
})
test('a process id that belongs to a stranger is not taken for the server', async () => {
  const path = join(folder, 'postgres')
  await (await start(path)).stop()
  writeFileSync(join(path, 'data/postmaster.pid'), `${process.pid}\n${join(path, 'data')}\n`)
  expect(await ask(await start(path), 'select 1 as one')).toEqual([{ one: 1 }])
})
test('a folder whose path is longer than a socket path may be serves all the same', async () => {
  const path = join(folder, 'a'.repeat(60), 'b'.repeat(60), 'postgres')
  mkdirSync(join(path, '..'), { recursive: true })
  expect(await ask(await start(path), 'select 1 as one')).toEqual([{ one: 1 }])
})
test('a folder that only root may enter serves root', async ({ skip }) => {
  if (process.getuid?.() !== 0) skip('not root')
  const path = join(folder, 'private', 'postgres')
  mkdirSync(join(path, '..'), { mode: 0o700 })
  expect(await ask(await start(path), 'select 1 as one')).toEqual([{ one: 1 }])
})
test('data of another major version is refused with a way out', async () => {
  const path = join(folder, 'postgres')
  await (await start(path)).stop()
  writeFileSync(join(path, 'data/PG_VERSION'), '17\n')
  await expect(startEmbeddedDatabase(path)).rejects.toThrow(/written by PostgreSQL 17; this release runs 18\..*another CREDENCE_HOME/)
})
test('two processes that start at once on an empty folder share one server', async () => {
  const path = join(folder, 'postgres')
  const script = join(folder, 'start.ts')
  writeFileSync(
    script,
    `import { startEmbeddedDatabase } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))}\nconsole.log((await startEmbeddedDatabase(${JSON.stringify(path)})).url)\nprocess.exit(0)\n`,
  )
  const [other, server] = await Promise.all([
    new Promise<string>((resolve) => setTimeout(() => resolve(execFileSync(process.execPath, [script], { encoding: 'utf8' }).trim()), 0)),
    start(path),
  ])
  expect(other).toBe(server.url)
})
