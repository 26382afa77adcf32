// For tests only: an S3 server in this process that keeps objects in memory and accepts signed addresses only. The many-machines suite uses a real one.
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type SigningKey, verifyLink } from '../objects/signature.ts'

export interface TestS3 {
  readonly endpoint: string
  readonly bucket: string
  readonly key: SigningKey
  readonly objects: ReadonlyMap<string, { readonly bytes: Buffer; readonly contentType: string }>
  /** Unfinished uploads. */
  readonly uploads: ReadonlyMap<string, unknown>
  /** The next so many requests are answered 503. */
  fail(requests: number): void
  close(): Promise<void>
}

const PAGE = 3

export async function openTestS3(): Promise<TestS3> {
  const key = { id: 'tester', secret: 'testing' }
  const bucket = 'credence'
  const objects = new Map<string, { bytes: Buffer; contentType: string }>()
  const uploads = new Map<string, { contentType: string; parts: Map<number, Buffer> }>()
  let failing = 0

  const answer = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const send = (status: number, body = '', headers = {}) => reply.writeHead(status, headers).end(body)
    const refuse = (status: number, code: string) => send(status, `<Error><Code>${code}</Code></Error>`)
    const body = Buffer.concat(await request.toArray())
    if (failing-- > 0) return void refuse(503, 'SlowDown')
    const url = new URL(request.url ?? '', 'http://here')
    const path = decodeURIComponent(url.pathname)
    const method = request.method ?? ''
    const verdict = verifyLink({ method, path, query: url.searchParams, headers: request.headers }, (id) => (id === key.id ? key.secret : undefined))
    if (verdict !== 'ok') return void refuse(403, 'SignatureDoesNotMatch')
    const [, place, name = ''] = /^\/([^/]+)(?:\/(.*))?$/.exec(path) ?? []
    if (place !== bucket) return void refuse(404, 'NoSuchBucket')
    const uploadId = url.searchParams.get('uploadId')
    const contentType = request.headers['content-type'] ?? 'binary/octet-stream'
    const tagged = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`
    if (url.searchParams.get('list-type') === '2') return void send(200, listing(objects, url.searchParams))
    if (method === 'POST' && url.searchParams.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, { contentType, parts: new Map() })
      return void send(200, `<R><UploadId>${id}</UploadId></R>`)
    }
    if (uploadId !== null) {
      const upload = uploads.get(uploadId)
      if (!upload) return void refuse(404, 'NoSuchUpload')
      if (method === 'PUT') upload.parts.set(Number(url.searchParams.get('partNumber')), body)
      else uploads.delete(uploadId)
      if (method !== 'POST') return void send(200, '', { etag: tagged(body) })
      const numbers = Array.from(String(body).matchAll(/<PartNumber>(\d+)</g), ([, number]) => Number(number))
      const bytes = Buffer.concat(numbers.map((number) => upload.parts.get(number) ?? Buffer.alloc(0)))
      objects.set(name, { bytes, contentType: upload.contentType })
      return void send(200, `<R><ETag>&quot;whole-${numbers.length}&quot;</ETag></R>`)
    }
    if (method === 'PUT') {
      objects.set(name, { bytes: body, contentType })
      return void send(200, '', { etag: tagged(body) })
    }
    const object = objects.get(name)
    if (method === 'DELETE') {
      objects.delete(name)
      return void send(204)
    }
    if (!object) return void refuse(404, 'NoSuchKey')
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const size = object.bytes.length
    if (first !== undefined && Number(first) >= size) return void refuse(416, 'InvalidRange')
    const bytes = first === undefined ? object.bytes : object.bytes.subarray(Number(first), Number(last) + 1)
    const disposition = url.searchParams.get('response-content-disposition')
    reply.writeHead(first === undefined ? 200 : 206, {
      etag: tagged(object.bytes),
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
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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

function listing(objects: ReadonlyMap<string, { bytes: Buffer }>, query: URLSearchParams): string {
  const names = [...objects.keys()].filter((name) => name.startsWith(query.get('prefix') ?? '')).sort()
  const from = Number(query.get('continuation-token') ?? 0)
  const more = from + PAGE < names.length
  const entries = names
    .slice(from, from + PAGE)
    .map(
      (name) =>
        `<Contents><Key>${name.replaceAll('&', '&amp;')}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><ETag>&quot;x&quot;</ETag><Size>${objects.get(name)?.bytes.length}</Size></Contents>`,
    )
  const next = more ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : ''
  return `<R><IsTruncated>${more}</IsTruncated>${next}${entries.join('\n')}</R>`
}
