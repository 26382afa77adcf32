// Receivers that are where nothing may be dialled, or that do what they can to hold deliveries up.
import dns from 'node:dns'
import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { account, deliverer, ends, hurry, one, openForTests, receiver, tried, webhook, write } from '../testing/deliveries.ts'
import { openReceiver } from '../testing/receiver.ts'

const server = openForTests()

const BLOCKED = [
  'http://127.0.0.1',
  'http://2130706433',
  'http://0x7f.1',
  'http://[::1]',
  'http://[::ffff:127.0.0.1]',
  'http://0.0.0.0',
  'http://localhost',
]
test.each([...BLOCKED, ...BLOCKED.map((url) => url.replace('http:', 'https:'))])('a receiver at %s is not dialled', async (origin) => {
  const database = await server().schema()
  const target = await receiver({ secure: origin.startsWith('https') })
  const owner = await account(database)
  const made = await webhook(database, owner, `${origin}:${target.port}/hook`)
  deliverer(database, { allowed: [] })
  await write(database, owner)
  await tried(database, made, 1)
  expect((await one(database, made)).attempts).toMatchObject([{ status: null, fault: 'address' }])
  expect(target.received).toEqual([])
})
test.each([80, 443])('a name that leads here when it is dialled leads nowhere, on port %i', async (port) => {
  const database = await server().schema()
  const owner = await account(database)
  const made = await webhook(database, owner, `${port === 443 ? 'https' : 'http'}://rebinding.example/hook`)
  const { lookup } = dns
  const asked: string[] = []
  dns.lookup = ((name: string, _: unknown, done: (error: null, found: { address: string; family: number }[]) => void) => {
    asked.push(name)
    done(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ])
  }) as unknown as typeof lookup
  ends.push(async () => {
    dns.lookup = lookup
  })
  deliverer(database, { allowed: [] })
  await write(database, owner)
  await tried(database, made, 1)
  expect(asked).toContain('rebinding.example')
  expect((await one(database, made)).attempts).toMatchObject([{ status: null, fault: 'address' }])
})
test('a redirect is not followed', async () => {
  const database = await server().schema()
  const [target, inside] = [await receiver(), await receiver()]
  const owner = await account(database)
  const made = await webhook(database, owner, target.url)
  for (const status of [301, 302, 303, 307, 308]) {
    target.answer = (_, response) => void response.writeHead(status, { location: inside.url }).end()
    if (status === 301) {
      deliverer(database)
      await write(database, owner)
      await tried(database, made, 1)
      continue
    }
    const { tries } = await one(database, made)
    await hurry(database)
    await tried(database, made, tries + 1)
  }
  expect(inside.received).toEqual([])
  expect((await one(database, made)).attempts.map(({ status }) => status)).toEqual([301, 302, 303, 307, 308])
})

/** A server of raw sockets. */
async function rawServer(serve: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const raw = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    serve(socket)
  })
  await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve))
  ends.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => raw.close(resolve))
  })
  return `http://127.0.0.1:${(raw.address() as { port: number }).port}/`
}
const OK = 'HTTP/1.1 200 OK\r\n'
const HOSTILE: readonly [does: string, serve: (socket: Socket) => void, status: number | null, fault: string | null][] = [
  ['says nothing', () => {}, null, 'timeout'],
  ['sends its headers letter by letter', drip('HTTP/1.1 200 OK\r\nx: '), null, 'timeout'],
  ['answers 100 for ever', drip('', 'HTTP/1.1 100 Continue\r\n\r\n'), null, 'timeout'],
  ['hangs up', (socket) => void socket.destroy(), null, 'connection'],
  ['speaks something else', (socket) => void socket.end('220 smtp.example ESMTP\r\n'), null, 'answer'],
  ['sends headers without end', (socket) => void socket.write(`${OK}x: ${'a'.repeat(100_000)}`), null, 'answer'],
  ['sends a body without end', flood(`${OK}\r\n`), 200, null],
  ['sends a body byte by byte', drip(`${OK}content-length: 100000\r\n\r\n`), 200, null],
]
test.each(HOSTILE)('a receiver that %s holds nothing up', async (_, serve, status, fault) => {
  const database = await server().schema()
  const owner = await account(database)
  const made = await webhook(database, owner, await rawServer(serve))
  deliverer(database)
  const began = performance.now()
  await write(database, owner)
  await tried(database, made, 1)
  expect(performance.now() - began).toBeLessThan(30_000)
  expect((await one(database, made)).attempts).toMatchObject([{ status, fault }])
})
function drip(first: string, next = 'a') {
  return (socket: Socket) => {
    socket.write(first)
    const timer = setInterval(() => socket.write(next), 5)
    socket.once('close', () => clearInterval(timer))
  }
}
function flood(head: string) {
  return (socket: Socket) => {
    socket.write(head)
    const pour = (): void => {
      while (socket.writable && socket.write('a'.repeat(65_536)));
    }
    socket.on('drain', pour)
    pour()
  }
}
test('a name that nobody has, a port that nobody listens at, and a certificate that nobody vouches for are told apart', async () => {
  const database = await server().schema()
  const owner = await account(database)
  const target = await receiver({ secure: true })
  const closed = await openReceiver()
  await closed.close()
  const urls = { name: 'https://nowhere.invalid/', connection: closed.url, tls: target.url }
  deliverer(database, { certificates: undefined })
  for (const [fault, url] of Object.entries(urls)) {
    const made = await webhook(database, owner, url)
    await write(database, owner)
    await expect.poll(async () => (await one(database, made)).attempts).toMatchObject([{ status: null, fault }])
    await database.query({ text: 'delete from webhook' })
  }
  expect(target.received).toEqual([]) // its certificate is known to nobody here
})
