import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type Guard, openGuard } from './guard.ts'
import { askOutside } from './request.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A port of this machine, and what was dialled there. */
async function openPort(): Promise<{ port: number; dialled: () => number }> {
  let dialled = 0
  const server = createServer((socket) => {
    dialled++
    socket.destroy()
  }).listen(0)
  closing.push(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return { port: (server.address() as AddressInfo).port, dialled: () => dialled }
}
const ask = (guard: Guard, url: string) =>
  askOutside({ guard, certificates: undefined, silenceMs: 60_000 }, { method: 'GET', url, signal: AbortSignal.timeout(60_000) })

test('a name that leads to this machine when it is dialled leads nowhere', async () => {
  const { port, dialled } = await openPort()
  const strict = openGuard([])
  const unaware: Guard = { ...strict, mayDial: () => true } // as of a name that led elsewhere a moment ago
  for (const host of ['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0'])
    await expect(ask(unaware, `https://${host}:${port}/`)).rejects.toMatchObject({ code: 'ERR_IP_BLOCKED' })
  expect(dialled()).toBe(0)
})
test('other ports, plain http and addresses of this machine are not tried, unless the operator named them', async () => {
  const { port, dialled } = await openPort()
  for (const url of [
    'http://s3.example/',
    'http://s3.example:443/',
    'https://s3.example:22/',
    `https://127.0.0.1:${port}/`,
    'https://169.254.169.254/',
  ])
    await expect(ask(openGuard([]), url)).rejects.toMatchObject({ code: 'ERR_IP_BLOCKED' })
  expect(dialled()).toBe(0)
  await expect(ask(openGuard([`127.0.0.1:${port}`]), `http://127.0.0.1:${port}/`)).rejects.not.toMatchObject({ code: 'ERR_IP_BLOCKED' })
  expect(dialled()).toBe(1)
})
