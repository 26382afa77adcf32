// The target of signed links: bytes for whoever holds a valid link, with or without a credential. User content is never run by a browser:
// it is sandboxed, not sniffed, and leaks no address.
import { Readable } from 'node:stream'
import { errors } from '@credence/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type SigningKey, verifyLink } from '../s3/signature.ts'
import { OBJECTS_PATH } from './file-store.ts'
import { type ObjectStore, PartsGone, type Range } from './store.ts'

export interface LinkTarget {
  readonly objects: ObjectStore
  readonly key: SigningKey
  /** Absent: links were signed for the host that requests name. */
  readonly origin: string | undefined
}

const GUARDS = {
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'private, max-age=300',
  'accept-ranges': 'bytes',
}

export async function linkRoutes(app: FastifyInstance, { objects, key, origin }: LinkTarget): Promise<void> {
  const signedKey = (request: FastifyRequest): string => {
    const { pathname, searchParams } = new URL(request.url, 'http://here')
    const host = origin === undefined ? request.host : new URL(origin).host
    const path = decodeURIComponent(pathname)
    const method = request.method === 'HEAD' ? 'GET' : request.method // who may read the bytes may ask how many they are
    const verdict = verifyLink({ method, path, query: searchParams, headers: { ...request.headers, host } }, (id) =>
      id === key.id ? key.secret : undefined,
    )
    if (verdict !== 'ok') throw errors.linkNotFound({ isUpload: method === 'PUT' })
    return path.slice(OBJECTS_PATH.length)
  }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload)) // a stream: uploads are never in memory

  app.route({ method: ['GET', 'HEAD'], url: `${OBJECTS_PATH}*`, handler: read })
  async function read(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const objectKey = signedKey(request)
    const info = await objects.head(objectKey)
    if (!info) throw errors.linkNotFound()
    const etag = `"${info.etag}"`
    const disposition = new URL(request.url, 'http://here').searchParams.get('response-content-disposition')
    reply.headers({ ...GUARDS, etag, 'content-type': info.contentType, 'last-modified': new Date(info.modifiedAt).toUTCString() })
    if (disposition !== null) reply.header('content-disposition', disposition)
    if (names(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const whole = request.headers['if-range'] !== undefined && request.headers['if-range'] !== etag // the client holds part of something else
    const range = whole ? undefined : readRange(request.headers.range, info.size)
    if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${info.size}`).send()
    if (range) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${info.size}`)
    const length = range ? range.last - range.first + 1 : info.size
    if (request.method === 'HEAD') return reply.header('content-length', String(length)).send()
    return sendBytes(reply, objects, objectKey, range, length)
  }
  app.put(`${OBJECTS_PATH}*`, { bodyLimit: Number.MAX_SAFE_INTEGER }, async (request, reply) => {
    const objectKey = signedKey(request)
    const body = (request.body ?? Readable.from([])) as Readable
    const { searchParams } = new URL(request.url, 'http://here')
    const id = searchParams.get('uploadId')
    if (id === null) await objects.put(objectKey, body, { contentType: request.headers['content-type'] ?? 'application/octet-stream' })
    else
      await objects.putPart({ key: objectKey, id }, Number(searchParams.get('partNumber')), body).catch((cause: unknown) => {
        throw cause instanceof PartsGone ? errors.linkNotFound() : cause
      })
    return reply.code(200).send()
  })
}

/** If-None-Match, RFC 9110 §13.1.2: a list, compared weakly, since what compresses on the way weakens a tag. */
function names(header: string | undefined, etag: string): boolean {
  const held = (header ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  return held.includes(etag) || held.includes('*')
}

async function sendBytes(reply: FastifyReply, objects: ObjectStore, key: string, range: Range | undefined, length: number): Promise<FastifyReply> {
  reply.header('content-length', String(length))
  if (length === 0) return reply.send('')
  const object = await objects.get(key, range)
  if (!object) throw errors.linkNotFound()
  return reply.send(Readable.from(object.body, { objectMode: false }))
}

/** One range of bytes, RFC 9110 §14.1.2; several at once, and other units, are answered with the whole. */
export function readRange(header: string | undefined, size: number): Range | undefined | 'unsatisfiable' {
  const [matched, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (matched === undefined || (first === '' && last === '')) return undefined
  if (first === '') return size === 0 || Number(last) === 0 ? 'unsatisfiable' : { first: Math.max(0, size - Number(last)), last: size - 1 }
  if (Number(first) >= size) return 'unsatisfiable'
  if (last !== '' && Number(last) < Number(first)) return undefined
  return { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
