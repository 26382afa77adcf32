import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
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
  if (existsSync(join(home, 'postgres/data/postmaster.pid'))) await (await startEmbeddedDatabase(join(home, 'postgres'))).stop() // of a killed platform
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }) // what was killed may write a last time
})

/** Where Node keeps the code that it compiled, if a run of many tests says so. */
const { PATH, NODE_COMPILE_CACHE } = process.env
interface Platform {
  readonly child: ChildProcess
  readonly port: number
  readonly url: string
  printed(): string
}
/** A platform without a worker on a port that is free, or on this one, once it printed that it is up or ended. */
async function start({ port = 0, env = {} }: { port?: number; env?: Record<string, string> } = {}): Promise<Platform> {
  let printed = ''
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--port', String(port)], {
    env: { PATH, NODE_COMPILE_CACHE, CREDENCE_HOME: home, CREDENCE_ROLE: 'api', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (printed += bytes))
  let closed = false
  child.on('close', () => {
    closed = true
  })
  await expect.poll(() => closed || printed.includes('Press Ctrl-C'), { timeout: 120_000 }).toBe(true)
  const bound = Number(/^Credence is at http:\/\/localhost:(\d+)$/m.exec(printed)?.[1])
  return { child, port: bound, url: `http://127.0.0.1:${bound}`, printed: () => printed }
}
async function stop({ child }: Platform, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'close') // all that it printed has come
  child.kill(signal)
  return (await ended)[0]
}

test('the first start prints a key once; SIGTERM stops all; the next start finds its data; kill -9 loses nothing', async () => {
  const first = await start()
  const [key = ''] = /scce_[a-f0-9_]+/.exec(first.printed()) ?? []
  const me = async ({ url }: Platform) => (await fetch(`${url}/users/me`, { headers: { authorization: key } })).status
  expect(await me(first)).toBe(200)
  expect(await stop(first, 'SIGTERM')).toBe(0)
  expect(first.printed()).toMatch(/Stopped\.\s*$/)
  expect(() => readFileSync(join(home, 'postgres/data/postmaster.pid'))).toThrow('ENOENT')

  const second = await start()
  expect(second.printed()).not.toContain('scce_')
  expect(await me(second)).toBe(200)
  await stop(second, 'SIGKILL')

  const third = await start()
  expect(third.printed()).toContain('taken over')
  expect(await me(third)).toBe(200)
  expect(await stop(third, 'SIGINT')).toBe(0)
})
/** Runs the platform's command to its end. */
async function command(...words: string[]): Promise<{ code: number | null; printed: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...words], { env: { PATH, NODE_COMPILE_CACHE, CREDENCE_HOME: home } })
  started.push(child)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (printed += bytes))
  const [code] = await once(child, 'close')
  return { code, printed }
}
test('a new key is made on the machine while the platform runs and while it is stopped, and disturbs neither', async () => {
  expect(await command('--new-key')).toEqual({
    code: 1,
    printed: `credence: there is no platform in ${home}: start it once, or name its folder with --home or CREDENCE_HOME\n`,
  })
  expect(existsSync(join(home, 'postgres'))).toBe(false)
  const platform = await start()
  const me = async ({ url }: Platform, key: string) => (await fetch(`${url}/users/me`, { headers: { authorization: key } })).status
  const keyIn = ({ code, printed }: { code: number | null; printed: string }) => {
    expect([code, printed]).toEqual([
      0,
      expect.stringMatching(/^API key {3}scce_[a-f0-9_]+\n {10}of owner@localhost \(usr_[a-f0-9]{32}\), without end\. Shown once: keep it\.\n$/),
    ])
    return /scce_[a-f0-9_]+/.exec(printed)![0]
  }
  const whileRunning = keyIn(await command('--new-key'))
  expect(await me(platform, whileRunning)).toBe(200)
  expect(await command('--new-key=nobody')).toEqual({ code: 1, printed: "credence: no account is called 'nobody'\n" })
  const invited = await command('--invite=hedy@lab.example:ProTier')
  expect(invited).toEqual({ code: 0, printed: expect.stringMatching(/hedy@lab\.example[\s\S]+ProTier[\s\S]+\/console\/sign-in\n[\s\S]+ 7 days/) })
  const headers = { authorization: /scce_[a-f0-9_]+/.exec(invited.printed)?.[0] ?? '', 'content-type': 'application/json' }
  const body = JSON.stringify({ Password: 'a kettle, a moss, a lantern' })
  expect((await fetch(`${platform.url}/users/me`, { method: 'PATCH', headers, body })).status).toBe(200) // who was invited sets a password
  expect(await command('--invite=hedy@lab.example')).toMatchObject({ code: 1, printed: expect.stringContaining('--new-key=hedy@lab.example') })
  expect(await stop(platform, 'SIGTERM')).toBe(0)
  const whileStopped = keyIn(await command('--home', home, '--new-key=owner@localhost'))
  expect(existsSync(join(home, 'postgres/data/postmaster.pid'))).toBe(false)
  const again = await start()
  expect([await me(again, whileRunning), await me(again, whileStopped)]).toEqual([200, 200])
  expect(readFileSync(join(home, 'log/platform.log'), 'utf8')).not.toContain(whileStopped.slice(40))
  expect(await stop(again, 'SIGTERM')).toBe(0)
})
test('who reads what it says may go away: it goes on, and stops in order', async () => {
  const platform = await start()
  platform.child.stdout?.destroy()
  platform.child.stderr?.destroy()
  expect((await fetch(`${platform.url}/health/database`)).status).toBe(200)
  expect(await stop(platform, 'SIGTERM')).toBe(0)
  expect(existsSync(join(home, 'postgres/data/postmaster.pid'))).toBe(false)
})
test('--help says what can be set, and starts nothing', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--help'], {
    env: { CREDENCE_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (bytes) => (printed += bytes))
  expect((await once(child, 'close'))[0]).toBe(0)
  expect(printed).toMatch(/--port N[\s\S]*--home FOLDER[\s\S]*CREDENCE_WORKER_SLOTS[\s\S]*platform\/operate\/configuration/)
  expect(existsSync(join(home, 'postgres'))).toBe(false)
})
test('one Ctrl-C that arrives twice stops in order; a second one ends at once, and the database with it', async () => {
  const twice = await start()
  twice.child.kill('SIGINT')
  expect(await stop(twice, 'SIGINT')).toBe(0)
  expect(twice.printed()).toMatch(/Stopped\.\s*$/)

  const slow = await start({ env: { CREDENCE_GRACE_SECONDS: '3000' } })
  // A request that is never finished holds the stop up; that it is being answered is said by 100 Continue.
  const held = connect(slow.port, '127.0.0.1').on('error', () => {})
  held.write('POST /keys HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n')
  await once(held, 'data')
  slow.child.kill('SIGINT')
  await expect.poll(slow.printed, { timeout: 60_000 }).toContain('Stopping…')
  await sleep(700) // longer than one Ctrl-C takes to arrive twice
  expect(slow.child.exitCode).toBe(null)
  expect(await stop(slow, 'SIGINT')).toBe(130)
  await expect.poll(() => existsSync(join(home, 'postgres/data/postmaster.pid')), { timeout: 60_000 }).toBe(false)
  held.destroy()
})
test('a home that cannot be one is said in a sentence that names it', async () => {
  const file = join(home, 'file')
  writeFileSync(file, '')
  const refused = await start({ env: { CREDENCE_HOME: file } })
  expect(refused.printed()).toBe(
    `credence: the home folder ${file} (CREDENCE_HOME) cannot be used: it is a file. Set CREDENCE_HOME to a folder in which you can write.\n`,
  )
  expect(refused.child.exitCode).toBe(1)
})
test('a taken port, a folder in use and bad settings are said in a line, and the platform that runs is not disturbed', async () => {
  const platform = await start()
  const { port } = platform
  const samePort = await start({ port })
  expect(samePort.printed()).toBe(`credence: port ${port} is taken. Stop what uses it, or choose another: npm start -- --port ${port + 1}\n`)
  const sameFolder = await start()
  expect(sameFolder.printed()).toMatch(/^credence: another platform is running on this data folder\./)
  expect((await start({ env: { CREDENCE_ROLE: 'cook' } })).printed()).toMatch(/^credence: settings:\n {2}CREDENCE_ROLE is 'cook'/)
  expect((await fetch(`${platform.url}/health/database`)).status).toBe(200)
  expect(await stop(platform, 'SIGTERM')).toBe(0)
})
