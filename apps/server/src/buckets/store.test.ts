// Stores that do not behave: each is refused in words, in bounded time, and nothing of the platform is reached through it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { openGuard } from '../outside/guard.ts'
import { type BucketStore, openBucketStore } from './store.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void
interface Served {
  readonly store: BucketStore
  readonly requests: IncomingMessage[]
}
async function serve(answer: Answer, { signal = new AbortController().signal, allowed = true } = {}): Promise<Served> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response, requests.length)
  }).listen(0, '127.0.0.1')
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const settings = { guard: openGuard(allowed ? [`127.0.0.1:${port}`] : []), certificates: undefined, silenceMs: 500 }
  const connection = { origin: `http://127.0.0.1:${port}`, base: '/bucket', region: 'us-east-1', key: { id: 'id', secret: 'secret' } }
  return { store: openBucketStore(settings, connection, signal), requests }
}
const listing = (contents: string, more = '') =>
  `<?xml version="1.0"?><ListBucketResult>${contents}<EncodingType>url</EncodingType>${more}</ListBucketResult>`
const object = (key: string, size = 3) => `<Contents><Key>${key}</Key><Size>${size}</Size><ETag>&quot;e&quot;</ETag></Contents>`
const truncated = (token: string) => `<IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>`
const keys = async ({ store }: Served) => (await Array.fromAsync(store.list('a/'))).map(({ key }) => key)
const bytes = async ({ store }: Served, size = 10) => Buffer.concat(await Array.fromAsync(store.read({ key: 'k', size, etag: '"e"' }))).toString()

describe('listings', () => {
  test('are read page after page, keys as they are', async () => {
    const served = await serve((_, response, count) =>
      response.end(count === 1 ? listing(object('a%2Fb+c') + object('a%2F%C3%A4%26%0A'), truncated('t&amp;1')) : listing(object('a/last'))),
    )
    expect(await keys(served)).toEqual(['a/b c', 'a/ä&\n', 'a/last'])
    expect(new URL(served.requests[1]!.url!, 'http://x').searchParams.get('continuation-token')).toBe('t&1')
  })
  test.each<[string, Answer, RegExp]>([
    ['that go round', (_, response) => response.end(listing(object('a/b'), truncated('same'))), /does not end/],
    ['of nothing that go on', (_, response, count) => response.end(listing('', truncated(`t${count}`))), /does not end/],
    ['that are none', (_, response) => response.end('<html>welcome</html>'), /something else/],
    ['without sizes', (_, response) => response.end(listing('<Contents><Key>k</Key></Contents>')), /without a key or a size/],
    ['of a negative size', (_, response) => response.end(listing(object('k', -1))), /without a key or a size/],
    ['with a wrong escape', (_, response) => response.end(listing(object('%E0%A4'))), /URI malformed/],
    [
      'without end',
      (_, response) => {
        const more = () => !response.destroyed && response.write('x'.repeat(1 << 20), () => setImmediate(more))
        more()
      },
      /more than 8000000 bytes/,
    ],
    [
      'that stop half-way',
      (_, response) => void response.writeHead(200, { 'content-length': '1000' }).write('<ListBucket'),
      /nothing came within 0.5 s/,
    ],
  ])('%s are refused', async (_, answer, message) => {
    await expect(keys(await serve(answer))).rejects.toThrow(message)
  })
})

describe('objects', () => {
  test('that break off are read on from there', async () => {
    const served = await serve((request, response, count) => {
      if (count > 1) return void response.writeHead(206).end('56789')
      response.writeHead(200, { 'content-length': '10' }).write('01234', () => request.socket.destroy())
    })
    expect(await bytes(served)).toBe('0123456789')
    expect(served.requests[1]!.headers).toMatchObject({ range: 'bytes=5-9', 'if-match': '"e"' })
  })
  test.each<[string, Answer, RegExp]>([
    ['longer than listed', (_, response) => response.end('01234567890'), /listed with 10 bytes and is sent with 11/],
    [
      'longer than listed without saying so',
      (_, response) => void response.writeHead(200, { 'transfer-encoding': 'chunked' }).end('0123456789more'),
      /listed with 10 bytes and has more/,
    ],
    [
      'that are gone',
      (_, response) => response.writeHead(404).end('<Error><Code>NoSuchKey</Code><Message>gone\nnow</Message></Error>'),
      /404 NoSuchKey: gone now/,
    ],
    ['that changed', (_, response) => void response.writeHead(412).end(), /answers 412/],
  ])('%s are refused', async (_, answer, message) => {
    await expect(bytes(await serve(answer))).rejects.toThrow(message)
  })
})

test.each(['http://169.254.169.254/latest/meta-data/', 'http://127.0.0.1:22/', 'https://[::1]/'])(
  'a redirect to %s is not followed',
  async (location) => {
    const served = await serve((_, response) => void response.writeHead(307, { location }).end())
    await expect(keys(served)).rejects.toThrow('It leads elsewhere, which is not followed')
    expect(served.requests).toHaveLength(1)
  },
)
test('an address of this machine is not dialled unless the operator named it', async () => {
  const served = await serve((_, response) => response.end(listing('')), { allowed: false })
  await expect(keys(served)).rejects.toThrow('this platform may not reach its store')
  expect(served.requests).toHaveLength(0)
})
test('a busy store is asked again, one that stays so is refused in its words', async () => {
  const calm = await serve((_, response, count) => (count < 3 ? void response.writeHead(503).end() : response.end(listing(object('a/b')))))
  expect(await keys(calm)).toEqual(['a/b'])
  const busy = await serve(
    (_, response) => void response.writeHead(503).end('<Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>'),
  )
  await expect(keys(busy)).rejects.toThrow('its store answers 503 SlowDown: Reduce your request rate.')
  expect(busy.requests).toHaveLength(4)
})
test('what is written is sent again from its begin, with its length, and a refusal that comes early is the answer', async () => {
  const sent: string[] = []
  const served = await serve(async (request, response, count) => {
    sent.push(Buffer.concat(await Array.fromAsync(request as AsyncIterable<Uint8Array>)).toString())
    response.writeHead(count === 1 ? 500 : 200).end()
  })
  const body = async function* () {
    yield Buffer.from('01234')
    yield Buffer.from('56789')
  }
  await served.store.write('k', body, 10)
  expect(sent).toEqual(['0123456789', '0123456789'])
  const early = await serve((_, response) => void response.writeHead(403, { connection: 'close' }).end('<Error><Code>AccessDenied</Code></Error>'))
  const endless = async function* () {
    for (;;) yield Buffer.alloc(1 << 16)
  }
  await expect(early.store.write('k', endless, 1e9)).rejects.toThrow('403 AccessDenied')
})
test('whoever waits can give up', async () => {
  const controller = new AbortController()
  const served = await serve(() => controller.abort(new Error('enough')), { signal: controller.signal })
  await expect(keys(served)).rejects.toThrow('enough')
})
