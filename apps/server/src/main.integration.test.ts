import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbeddedDatabase } from './database/embedded.ts'

let home: string
const started: ChildProcess[] = []
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'credence-main-'))
})
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  await (await startEmbeddedDatabase(join(home, 'postgres'))).stop() // whatever a killed platform left
  rmSync(home, { recursive: true, force: true })
})

interface Platform {
  readonly child: ChildProcess
  readonly url: string
  printed(): string
}
/** A platform without a worker, once it printed that it is up or ended. */
async function start(port: number, env: Record<string, string> = {}): Promise<Platform> {
  let printed = ''
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--port', String(port)], {
    env: { PATH: process.env['PATH'], CREDENCE_HOME: home, CREDENCE_ROLES: 'api', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (printed += bytes))
  await expect.poll(() => /Press Ctrl-C|^credence: /m.test(printed), { timeout: 30_000 }).toBe(true)
  return { child, url: `http://127.0.0.1:${port}`, printed: () => printed }
}
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
async function stop({ child }: Platform, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit')
  child.kill(signal)
  return (await ended)[0]
}

test('the first start prints a key once; SIGTERM stops all; the next start finds its data; kill -9 loses nothing', async () => {
  const port = await freePort()
  const first = await start(port)
  const [key = ''] = /scce_[a-f0-9_]+/.exec(first.printed()) ?? []
  const me = async () => (await fetch(`${first.url}/users/me`, { headers: { authorization: key } })).status
  expect(await me()).toBe(200)
  expect(await stop(first, 'SIGTERM')).toBe(0)
  expect(first.printed()).toMatch(/Stopped\.\s*$/)
  expect(() => readFileSync(join(home, 'postgres/data/postmaster.pid'))).toThrow('ENOENT')

  const second = await start(port)
  expect(second.printed()).not.toContain('scce_')
  expect(await me()).toBe(200)
  await stop(second, 'SIGKILL')

  const third = await start(port)
  expect(third.printed()).toContain('taken over')
  expect(await me()).toBe(200)
  expect(await stop(third, 'SIGINT')).toBe(0)
})
test('one Ctrl-C that arrives twice stops in order; a second one ends at once, and the database with it', async () => {
  const port = await freePort()
  const twice = await start(port)
  twice.child.kill('SIGINT')
  expect(await stop(twice, 'SIGINT')).toBe(0)
  expect(twice.printed()).toMatch(/Stopped\.\s*$/)

  const slow = await start(port)
  // A request that is never finished holds the stop up.
  const held = connect(port, '127.0.0.1').on('error', () => {})
  held.write('POST /keys HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n')
  await sleep(200)
  slow.child.kill('SIGINT')
  await sleep(700)
  expect(slow.child.exitCode).toBe(null)
  expect(await stop(slow, 'SIGINT')).toBe(130)
  await expect.poll(() => existsSync(join(home, 'postgres/data/postmaster.pid')), { timeout: 10_000 }).toBe(false)
  held.destroy()
})
test('a taken port, a folder in use and bad settings are said in a line, and the platform that runs is not disturbed', async () => {
  const port = await freePort()
  const platform = await start(port)
  const samePort = await start(port)
  expect(samePort.printed()).toBe(`credence: port ${port} is taken. Stop what uses it, or choose another: npm start -- --port ${port + 1}\n`)
  const sameFolder = await start(await freePort())
  expect(sameFolder.printed()).toMatch(/^credence: another platform is running on this data folder\./)
  expect((await start(await freePort(), { CREDENCE_ROLES: 'cook' })).printed()).toMatch(/^credence: settings:\n {2}CREDENCE_ROLES names 'cook'/)
  expect((await fetch(`${platform.url}/health/database`)).status).toBe(200)
  expect(await stop(platform, 'SIGTERM')).toBe(0)
})
