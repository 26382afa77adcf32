// For tests only: object stores that speak S3. One in this process keeps objects in memory and accepts signed addresses only; two are of others: `s3rver` is
// always there, OpenStack Swift, which is strict about signatures, is asked by `npm run peers`, where Debian's packages of it are installed (swift.ts).
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { type SigningKey, verifyLink } from '../s3/signature.ts'
import { startSwift } from './swift.ts'

export interface S3Server {
  readonly origin: string
  /** As the setting of allowed hosts names it. */
  readonly host: string
  readonly key: SigningKey
  close(): Promise<void>
}

/** Over https, with the certificate of localhost. */
export async function openS3rver(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'credence-s3rver-'))
  const certificate = (name: string) => readFileSync(join(import.meta.dirname, 'certificates', name))
  const own = { key: certificate('localhost.key'), cert: certificate('localhost.pem') }
  const server = new S3rver({ address: 'localhost', port: 0, silent: true, directory, ...own })
  const { port } = (await server.run()) as AddressInfo
  return {
    origin: `https://localhost:${port}`,
    host: `localhost:${port}`,
    key: { id: 'S3RVER', secret: 'S3RVER' },
    async close() {
      await server.close()
      rmSync(directory, { recursive: true })
    },
  }
}

/** `npm run peers`: programs of Debian that nobody here wrote take part in tests, and must be installed. */
export const asksSwift = process.env.CREDENCE_PEERS === '1'

export interface SwiftServer extends S3Server {
  /** One that is there. */
  readonly bucket: string
  /** As if so many objects of one byte had been stored: in the container's own database, by Swift's own code. */
  list(bucket: string, prefix: string, count: number): void
}
/** Five processes on loopback, up in some six seconds. */
export async function openSwift(): Promise<SwiftServer> {
  const folder = mkdtempSync(join(tmpdir(), 'credence-swift-'))
  const { endpoint, bucket, keyId, secret, fill, stop } = await startSwift(folder)
  return {
    origin: endpoint,
    host: new URL(endpoint).host,
    key: { id: keyId, secret },
    bucket,
    list: fill,
    async close() {
      await stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export interface MemoryS3 extends S3Server {
  readonly bucket: string
  readonly objects: ReadonlyMap<string, { readonly bytes: Buffer; readonly contentType: string }>
  /** Unfinished uploads. */
  readonly uploads: ReadonlyMap<string, unknown>
  /** The next so many requests are answered 503. */
  fail(requests: number): void
}
interface Coming {
  readonly key: string
  readonly contentType: string
  readonly begunAt: string
  readonly parts: Map<number, Buffer>
}

/** Of listings. */
const PAGE = 3

export async function openMemoryS3(): Promise<MemoryS3> {
  const key = { id: 'tester', secret: 'testing' }
  const bucket = 'credence'
  const objects = new Map<string, { bytes: Buffer; contentType: string }>()
  const uploads = new Map<string, Coming>()
  let failing = 0

  const answer = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const send = (status: number, body = '', headers = {}) => void reply.writeHead(status, headers).end(body)
    const refuse = (status: number, code: string) => send(status, `<Error><Code>${code}</Code></Error>`)
    const body = Buffer.concat(await request.toArray())
    if (failing-- > 0) return refuse(503, 'SlowDown')
    const url = new URL(request.url ?? '', 'http://here')
    const query = url.searchParams
    const path = decodeURIComponent(url.pathname)
    const method = request.method ?? ''
    const verdict = verifyLink({ method, path, query, headers: request.headers }, (id) => (id === key.id ? key.secret : undefined))
    if (verdict !== 'ok') return refuse(403, 'SignatureDoesNotMatch')
    const [, place, name = ''] = /^\/([^/]+)(?:\/(.*))?$/.exec(path) ?? []
    if (place !== bucket) return refuse(404, 'NoSuchBucket')
    const contentType = request.headers['content-type'] ?? 'binary/octet-stream'
    if (query.get('list-type') === '2') return send(200, listing(objects, query))
    if (method === 'GET' && query.has('uploads')) {
      const there = [...uploads].filter(([, upload]) => upload.key.startsWith(query.get('prefix') ?? ''))
      const entries = there.map(
        ([id, upload]) => `<Upload><Key>${escaped(upload.key)}</Key><UploadId>${id}</UploadId><Initiated>${upload.begunAt}</Initiated></Upload>`,
      )
      return send(200, `<R><IsTruncated>false</IsTruncated>${entries.join('')}</R>`)
    }
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, { key: name, contentType, begunAt: new Date().toISOString(), parts: new Map() })
      return send(200, `<R><UploadId>${id}</UploadId></R>`)
    }
    const uploadId = query.get('uploadId')
    if (uploadId !== null) {
      const upload = uploads.get(uploadId)
      if (upload?.key !== name) return refuse(404, 'NoSuchUpload')
      if (method === 'GET') return send(200, listingOfParts(upload.parts, Number(query.get('part-number-marker'))))
      if (method === 'PUT') upload.parts.set(Number(query.get('partNumber')), body)
      else uploads.delete(uploadId)
      if (method !== 'POST') return send(200, '', { etag: tagOf(body) })
      const numbers = Array.from(String(body).matchAll(/<PartNumber>(\d+)</g), ([, number]) => Number(number))
      const bytes = Buffer.concat(numbers.map((number) => upload.parts.get(number) ?? Buffer.alloc(0)))
      objects.set(name, { bytes, contentType: upload.contentType })
      return send(200, `<R><ETag>&quot;whole-${numbers.length}&quot;</ETag></R>`)
    }
    if (method === 'PUT') {
      objects.set(name, { bytes: body, contentType })
      return send(200, '', { etag: tagOf(body) })
    }
    if (method === 'DELETE') {
      objects.delete(name)
      return send(204)
    }
    const object = objects.get(name)
    if (!object) return refuse(404, 'NoSuchKey')
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const size = object.bytes.length
    if (first !== undefined && Number(first) >= size) return refuse(416, 'InvalidRange')
    const bytes = first === undefined ? object.bytes : object.bytes.subarray(Number(first), Number(last) + 1)
    const disposition = query.get('response-content-disposition')
    reply.writeHead(first === undefined ? 200 : 206, {
      etag: tagOf(object.bytes),
      'content-type': object.contentType,
      'content-length': bytes.length,
      'last-modified': new Date().toUTCString(),
      ...(first !== undefined && { 'content-range': `bytes ${first}-${Number(first) + bytes.length - 1}/${size}` }),
      ...(disposition !== null && { 'content-disposition': disposition }),
    })
    reply.end(method === 'HEAD' ? undefined : bytes)
  }
  const server = createServer((request, reply) => void answer(request, reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    bucket,
    key,
    objects,
    uploads,
    fail(requests) {
      failing = requests
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const tagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function listing(objects: ReadonlyMap<string, { bytes: Buffer }>, query: URLSearchParams): string {
  const names = [...objects.keys()].filter((name) => name.startsWith(query.get('prefix') ?? '')).sort()
  const from = Number(query.get('continuation-token') ?? 0)
  const more = from + PAGE < names.length
  const shown = (name: string) => (query.get('encoding-type') === 'url' ? encodeURIComponent(name) : escaped(name))
  const entries = names
    .slice(from, from + PAGE)
    .map(
      (name) =>
        `<Contents><Key>${shown(name)}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><ETag>&quot;x&quot;</ETag><Size>${objects.get(name)?.bytes.length}</Size></Contents>`,
    )
  const next = more ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : ''
  const encoding = query.has('encoding-type') ? '<EncodingType>url</EncodingType>' : ''
  return `<ListBucketResult>${encoding}<IsTruncated>${more}</IsTruncated>${next}${entries.join('\n')}</ListBucketResult>`
}

function listingOfParts(parts: ReadonlyMap<number, Buffer>, behind: number): string {
  const rest = [...parts].filter(([number]) => number > behind).sort(([a], [b]) => a - b)
  const page = rest.slice(0, PAGE)
  const entries = page.map(
    ([number, bytes]) => `<Part><PartNumber>${number}</PartNumber><ETag>${tagOf(bytes)}</ETag><Size>${bytes.length}</Size></Part>`,
  )
  const next = rest.length > PAGE ? `<NextPartNumberMarker>${page.at(-1)![0]}</NextPartNumberMarker>` : ''
  return `<R><IsTruncated>${rest.length > PAGE}</IsTruncated>${next}${entries.join('')}</R>`
}
