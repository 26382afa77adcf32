// Objects in a bucket of an S3 server, for platforms of more than one machine. A put is whole or not there, as the server promises; what is longer
// than a part goes up in parts and becomes an object with the last request. Links lead to the server itself, under the address that clients know.
import { attachment } from './links.ts'
import { type AskS3, elementsOf, openS3, type S3Settings, textOf } from './s3-requests.ts'
import { signLink } from './signature.ts'
import { checkedKey, type LinkRequest, type ListedObject, type ObjectInfo, type ObjectStore, type PutOptions } from './store.ts'

/** At least 5 MiB, except for the last (AWS, "Amazon S3 multipart upload limits"). */
const PART_BYTES = 8 * 2 ** 20
const DELETED_AT_ONCE = 16

export interface S3StoreSettings extends S3Settings {
  /** `https://host[:port]` in links. */
  readonly linkEndpoint: string
}

export function openS3Store(settings: S3StoreSettings): ObjectStore {
  const ask = openS3(settings)
  const { bucket, region, key: signingKey } = settings
  const link = (method: 'GET' | 'PUT', { key, lifetimeSeconds, fileName }: LinkRequest, headers: Record<string, string>) =>
    signLink({
      method,
      origin: settings.linkEndpoint,
      path: `/${bucket}/${checkedKey(key)}`,
      key: signingKey,
      region,
      lifetimeSeconds,
      headers,
      query: fileName === undefined ? {} : { 'response-content-disposition': attachment(fileName) },
    })
  const remove = async (key: string): Promise<void> => {
    await (await ask({ method: 'DELETE', key: checkedKey(key) })).body?.cancel()
  }
  return {
    async put(key, body, options) {
      const parts = inParts(body)
      const first = (await parts.next()).value ?? new Uint8Array()
      const second = await parts.next()
      if (!second.done) return putInParts(ask, checkedKey(key), options, first, second.value, parts)
      const reply = await ask({ method: 'PUT', key: checkedKey(key), headers: { 'content-type': options.contentType }, body: first })
      await reply.body?.cancel()
      return { key, size: first.length, etag: tagOf(reply), contentType: options.contentType, modifiedAt: Date.now() }
    },
    async get(key, range) {
      if (range && range.last < range.first) {
        const info = await headOf(ask, key)
        return info && { ...info, body: empty() }
      }
      const reply = await ask({
        method: 'GET',
        key: checkedKey(key),
        ...(range && { headers: { range: `bytes=${range.first}-${range.last}` } }),
      }).catch(async (cause: { status?: unknown }) => {
        if (cause.status === 416) return undefined // a range behind the end holds nothing
        throw cause
      })
      if (reply?.status === 404) {
        await reply.body?.cancel()
        return undefined
      }
      const info = reply ? infoOf(key, reply) : await headOf(ask, key)
      return info && { ...info, body: reply?.body ?? empty() }
    },
    head: (key) => headOf(ask, key),
    delete: remove,
    async deleteAll(prefix) {
      const keys = (await listAll(ask, prefix)).map(({ key }) => key)
      for (let at = 0; at < keys.length; at += DELETED_AT_ONCE) await Promise.all(keys.slice(at, at + DELETED_AT_ONCE).map(remove))
    },
    list: (prefix) => listAll(ask, prefix),
    linkToGet: (request) => link('GET', request, {}),
    linkToPut: (request) => link('PUT', request, { 'content-length': String(request.size) }),
  }
}

/** Parts of PART_BYTES, the last one shorter; one at a time in memory. Bytes that are in memory anyway are one part. */
async function* inParts(body: Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  if (body instanceof Uint8Array) {
    yield body
    return
  }
  let held: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body) {
    held.push(piece)
    bytes += piece.length
    if (bytes < PART_BYTES) continue
    yield Buffer.concat(held)
    held = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(held)
}

async function putInParts(
  ask: AskS3,
  key: string,
  { contentType }: PutOptions,
  first: Uint8Array,
  second: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): Promise<ObjectInfo> {
  const begun = await ask({ method: 'POST', key, query: { uploads: '' }, headers: { 'content-type': contentType } })
  const uploadId = textOf(await begun.text(), 'UploadId')
  if (uploadId === undefined) throw new Error('the object store began an upload without an id')
  try {
    const tags: string[] = []
    let size = 0
    const send = async (body: Uint8Array): Promise<void> => {
      const reply = await ask({ method: 'PUT', key, query: { partNumber: String(tags.length + 1), uploadId }, body })
      await reply.body?.cancel()
      tags.push(reply.headers.get('etag') ?? '')
      size += body.length
    }
    await send(first)
    await send(second)
    for await (const part of rest) await send(part)
    const list = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag.replaceAll('"', '&quot;')}</ETag></Part>`).join('')
    const body = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${list}</CompleteMultipartUpload>`
    const done = await ask({ method: 'POST', key, query: { uploadId }, headers: { 'content-type': 'application/xml' }, body })
    const answer = await done.text()
    const code = textOf(answer, 'Code') // a server that is slow here answers 200 before it knows
    if (code !== undefined) throw new Error(`the object store did not put the parts together: ${code}`)
    return { key, size, etag: (textOf(answer, 'ETag') ?? '').replaceAll('"', ''), contentType, modifiedAt: Date.now() }
  } catch (cause) {
    await ask({ method: 'DELETE', key, query: { uploadId } }).catch(() => {}) // a rule of the bucket removes what is left
    throw cause
  }
}

async function headOf(ask: AskS3, key: string): Promise<ObjectInfo | undefined> {
  const reply = await ask({ method: 'HEAD', key: checkedKey(key) })
  await reply.body?.cancel()
  return reply.status === 404 ? undefined : infoOf(key, reply)
}

/** Of an answer with the whole or a range of it. */
function infoOf(key: string, reply: Response): ObjectInfo {
  const whole = /\/(\d+)$/.exec(reply.headers.get('content-range') ?? '')?.[1]
  return {
    key,
    size: Number(whole ?? reply.headers.get('content-length') ?? 0),
    etag: tagOf(reply),
    contentType: reply.headers.get('content-type') ?? 'application/octet-stream',
    modifiedAt: Date.parse(reply.headers.get('last-modified') ?? '') || 0,
  }
}
const tagOf = (reply: Response): string => (reply.headers.get('etag') ?? '').replaceAll('"', '')

/** Pages of a thousand; the server lists by key. */
async function listAll(ask: AskS3, prefix: string): Promise<ListedObject[]> {
  if (prefix !== '') checkedKey(prefix.replace(/\/$/, ''))
  const found: ListedObject[] = []
  for (let token: string | undefined = ''; token !== undefined; ) {
    const query: Record<string, string> = { 'list-type': '2', prefix, ...(token === '' ? {} : { 'continuation-token': token }) }
    const xml = await (await ask({ method: 'GET', query })).text()
    for (const entry of elementsOf(xml, 'Contents'))
      found.push({
        key: textOf(entry, 'Key') ?? '',
        size: Number(textOf(entry, 'Size')),
        etag: (textOf(entry, 'ETag') ?? '').replaceAll('"', ''),
        modifiedAt: Date.parse(textOf(entry, 'LastModified') ?? '') || 0,
      })
    token = textOf(xml, 'IsTruncated') === 'true' ? textOf(xml, 'NextContinuationToken') : undefined
  }
  return found
}

async function* empty(): AsyncIterable<Uint8Array> {}
