import { once } from 'node:events'
import { Agent, createServer, request as httpRequest, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type ConnectionLimits, limitConnections, networkOf } from './connections.ts'

let server: Server
const sockets: Socket[] = []
const agents: Agent[] = []
/** Answers of paths that begin with /hold, once they are let go. */
let release: () => void = () => {}
afterEach(async () => {
  release()
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const agent of agents.splice(0)) agent.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

async function serve(limits: Partial<ConnectionLimits>): Promise<void> {
  const gate = Promise.withResolvers<void>()
  release = gate.resolve
  server = createServer(async (request, response) => {
    if (request.url?.startsWith('/hold')) await gate.promise
    if (request.url === '/early') return void response.end('early')
    request.resume().on('end', () => response.end('ok'))
  })
  limitConnections(server, {
    total: 1000,
    perAddress: 1000,
    bodyMilliseconds: 60_000,
    restMilliseconds: 60_000,
    trustedProxies: [],
    isUpload: () => false,
    ...limits,
  })
  server.listen(0)
  await once(server, 'listening')
}
const port = () => (server.address() as AddressInfo).port
interface Opened {
  readonly socket: Socket
  heard(): string
  readonly closed: Promise<unknown>
}
/** A connection that sends this and nothing more. */
async function open(text: string, localAddress = '127.0.0.1'): Promise<Opened> {
  const socket = connect({ port: port(), host: '127.0.0.1', localAddress })
  sockets.push(socket)
  let heard = ''
  socket.on('data', (bytes) => (heard += bytes)).on('error', () => {})
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  if (text !== '') await new Promise((resolve) => socket.write(text, resolve))
  return { socket, heard: () => heard, closed }
}
function get(path = '/', { localAddress = '127.0.0.1', agent = new Agent({ keepAlive: false }) } = {}): Promise<number | undefined> {
  agents.push(agent)
  return new Promise((resolve, reject) => {
    httpRequest({ port: port(), host: '127.0.0.1', localAddress, path, agent }, (answer) =>
      answer.resume().on('end', () => resolve(answer.statusCode)),
    )
      .on('error', reject)
      .end()
  })
}
const count = () => new Promise<number>((resolve) => server.getConnections((_error, number) => resolve(number)))

test.each([
  ['nothing', ''],
  ['half of the headers', 'GET / HTTP/1.1\r\nHost: here\r\nX-Slow: '],
  ['half of a body', 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\n12345'],
  ['a body in chunks without end', 'POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n'],
])('who sends %s makes room for others, longest waiting first', async (_what, text) => {
  await serve({ perAddress: 5 })
  const slow: Opened[] = []
  for (let index = 0; index < 5; index++) {
    slow.push(await open(text))
    await expect.poll(count).toBe(index + 1)
  }
  expect(await get()).toBe(200)
  await slow[0]!.closed
  if (text !== '') expect(slow[0]!.heard()).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\nretry-after: 1\r\n[\s\S]*Too many connections are open/)
  else expect(slow[0]!.heard()).toBe('')
  expect(slow.slice(2).map(({ socket }) => socket.destroyed)).toEqual([false, false, false])
})
test('connections that are kept for the next request make room too', async () => {
  await serve({ perAddress: 3 })
  const idle = [1, 2, 3].map(() => new Agent({ keepAlive: true }))
  for (const agent of idle) expect(await get('/', { agent })).toBe(200)
  await expect.poll(count).toBe(3)
  for (let turn = 0; turn < 6; turn++) expect(await get()).toBe(200)
  expect(await count()).toBeLessThanOrEqual(3)
})
test('what is being answered is never ended; a new one is refused while all are', async () => {
  await serve({ perAddress: 3 })
  const held = [1, 2, 3].map(() => get('/hold'))
  await expect.poll(count).toBe(3)
  await expect.poll(async () => (await open('GET / HTTP/1.1\r\nHost: here\r\n\r\n')).closed.then(() => sockets.at(-1)!.bytesRead > 0)).toBe(true)
  expect(await get('/', { localAddress: '127.0.0.2' })).toBe(200)
  release()
  expect(await Promise.all(held)).toEqual([200, 200, 200])
  expect(await get()).toBe(200)
})
test('the total counts every address, a proxy that is trusted only it', async () => {
  await serve({ perAddress: 2, total: 6, trustedProxies: ['127.0.0.3', '127.0.1.0/24'] })
  for (const address of ['127.0.0.3', '127.0.1.9']) for (let index = 0; index < 3; index++) await open('', address)
  await expect.poll(count).toBe(6)
  const first = sockets[0]!
  const own = await open('', '127.0.0.1')
  await once(first, 'close')
  expect([own.socket.destroyed, await count()]).toEqual([false, 6])
  expect(await get()).toBe(200)
})
test('a body that does not arrive in time is given up with a word; an upload may take longer', async () => {
  await serve({ bodyMilliseconds: 200, isUpload: ({ url }) => url === '/upload' })
  const head = (path: string) => `POST ${path} HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\n12345`
  const upload = await open(head('/upload'))
  const body = await open(head('/'))
  await body.closed
  expect(body.heard()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*not complete after 0\.2 seconds/)
  upload.socket.write('67890')
  await expect.poll(upload.heard).toMatch(/^HTTP\/1\.1 200 OK/)
})
test('who goes on sending after the answer hears it, and is not listened to for long', async () => {
  await serve({ restMilliseconds: 100 })
  const sender = await open('POST /early HTTP/1.1\r\nHost: here\r\nContent-Length: 1000000\r\n\r\n12345')
  await expect.poll(sender.heard).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*early$/)
  await sender.closed
  const soon = await open('POST /early HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\n12345')
  soon.socket.write('67890GET / HTTP/1.1\r\nHost: here\r\n\r\n')
  await expect.poll(soon.heard).toMatch(/early[\s\S]*ok$/)
})
test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::1', '0:0:0:0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network))
