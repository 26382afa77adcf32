// `credence login` as a process of its own, whose standard input is a pipe or a terminal.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { newKey } from '@credence/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'

const key = newKey().text
let server: Server
let host: string
let home: string
beforeAll(async () => {
  server = createServer((request, response) => {
    const isKnown = request.headers.authorization === key
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isKnown ? { Username: 'ada@example.com' } : { error: 'Unauthorized', message: 'Not authorized request.' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  home = await mkdtemp(path.join(tmpdir(), 'credence-login-'))
})
afterAll(async () => {
  server.close()
  await rm(home, { recursive: true })
})

const COMMAND = [process.execPath, path.resolve(import.meta.dirname, '../main.ts'), 'login', '--host'] as const
const environment = (): NodeJS.ProcessEnv => {
  const { CREDENCE_HOST: _host, CREDENCE_API_KEY: _key, XDG_CONFIG_HOME: _config, ...env } = process.env
  return { ...env, HOME: home }
}

/** @param isOpen  the other end of the pipe stays there */
async function login(piped: string, { isOpen = false } = {}) {
  const [node, ...words] = COMMAND
  const child = spawn(node, [...words, host], { env: environment() })
  if (isOpen) child.stdin.write(piped)
  else child.stdin.end(piped)
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, error }
}

test('takes the key from a pipe, whether or not the pipe ends', async () => {
  for (const [piped, isOpen] of [
    [`${key}\n`, false],
    [key, false],
    [`${key}\r\n`, true],
  ] as const) {
    expect(await login(piped, { isOpen })).toMatchObject({ code: 0, out: `ada@example.com on ${host}\n` })
    expect(JSON.parse(await readFile(path.join(home, '.config/credence/login.json'), 'utf8'))).toEqual({ host, key })
  }
})

test('an empty pipe, and one without a key, are refused in words', async () => {
  expect(await login('')).toMatchObject({ code: 2, out: '', error: expect.stringContaining('pipe the key, or pass --key KEY') })
  expect(await login('hello\n')).toMatchObject({ code: 2, out: '', error: expect.stringContaining('this is not an API key') })
})

/** What the terminal showed. */
async function typed(keys: string) {
  const child = spawn('script', ['-qec', `${COMMAND.map((word) => `'${word}'`).join(' ')} ${host}`, '/dev/null'], { env: environment() })
  let shown = ''
  child.stdout.on('data', (bytes) => {
    if (!shown.includes('(not shown): ') && `${shown}${bytes}`.includes('(not shown): ')) child.stdin.write(keys)
    shown += bytes
  })
  const [code] = await once(child, 'close')
  return { code, shown }
}

test.runIf(process.platform === 'linux')('asks on a terminal, does not show what is typed, and ends in words at Ctrl-C and Ctrl-D', async () => {
  expect(await typed(`${key}\r`)).toEqual({
    code: 0,
    shown: expect.stringMatching(/^API key \(not shown\): \r\nada@example\.com on .*\r\nStored in .*\r\n$/),
  })
  expect(await typed('\x03')).toEqual({ code: 130, shown: 'API key (not shown): \r\n' })
  expect(await typed('\x04')).toMatchObject({ code: 2, shown: expect.stringContaining('credence login: nothing was given for: API key') })
})
