// Objects in a bucket of an S3 server, for platforms of more than one machine. A put is whole or not there, as the server promises; what is longer
// than a part goes up in parts and becomes an object with the last request. Links lead to the server itself, under the address that clients know.
import { errors } from '@credence/contract'
import { inParts, openBucket, putParts } from '../s3/bucket.ts'
import { type S3Answer, S3Refusal } from '../s3/requests.ts'
import { type LinkOptions, type SigningKey, signLink } from '../s3/signature.ts'
import { overFetch } from '../s3/transports.ts'
import { attachment } from './links.ts'
import {
  checkedKey,
  type LinkRequest,
  type ListedObject,
  type ObjectInfo,
  type ObjectStore,
  PartsGone,
  type PartsOf,
  type StoredPart,
} from './store.ts'

export interface S3StoreSettings {
  /** `https://host[:port]` */
  readonly endpoint: string
  /** The same in links. */
  readonly linkEndpoint: string
  readonly bucket: string
  readonly region: string
  readonly key: SigningKey
  /** Before a request is sent again the first time. Default: FIRST_PAUSE_MS. */
  readonly firstPauseMs?: number
}

/** Of streams; at least 5 MiB, except for the last (AWS, "Amazon S3 multipart upload limits"). */
const PART_BYTES = 8 * 2 ** 20
const DELETED_AT_ONCE = 16
const TRIES = 5
const FIRST_PAUSE_MS = 100
const GROWTH = 4

export function openS3Store({
  endpoint,
  linkEndpoint,
  bucket: name,
  region,
  key: signingKey,
  firstPauseMs = FIRST_PAUSE_MS,
}: S3StoreSettings): ObjectStore {
  const base = `/${name}` // path style, which all servers speak
  const bucket = openBucket({
    place: { origin: endpoint, base, region, key: signingKey },
    transport: overFetch,
    tries: TRIES,
    pauses: { firstMs: firstPauseMs, growth: GROWTH },
    fault: awayOrRefused,
  })
  const link = (
    method: LinkOptions['method'],
    { key, lifetimeSeconds, fileName }: LinkRequest,
    headers: Record<string, string>,
    query: Record<string, string> = {},
  ) =>
    signLink({
      method,
      origin: linkEndpoint,
      path: `${base}/${checkedKey(key)}`,
      key: signingKey,
      region,
      lifetimeSeconds,
      headers,
      query: fileName === undefined ? query : { 'response-content-disposition': attachment(fileName) },
    })
  const head = async (key: string): Promise<ObjectInfo | undefined> => {
    const answer = await bucket.head(checkedKey(key))
    return answer && infoOf(key, answer)
  }
  const listAll = async (prefix: string): Promise<ListedObject[]> => {
    if (prefix !== '') checkedKey(prefix.replace(/\/$/, ''))
    return (await Array.fromAsync(bucket.list(prefix))).map((object) => ({ ...object, etag: bare(object.etag) }))
  }
  const inTurns = async <Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> => {
    for (let at = 0; at < items.length; at += DELETED_AT_ONCE) await Promise.all(items.slice(at, at + DELETED_AT_ONCE).map(work))
  }
  const partsOf = async (upload: PartsOf): Promise<StoredPart[]> => {
    const parts = await bucket.parts(upload)
    if (!parts) throw new PartsGone('the upload is over')
    return parts
  }
  return {
    async put(key, body, { contentType }) {
      const headers = { 'content-type': contentType }
      const parts = inParts(body, PART_BYTES)
      const first = (await parts.next()).value ?? new Uint8Array()
      const second = await parts.next()
      const { size, etag } = second.done
        ? { size: first.length, etag: await bucket.put(checkedKey(key), () => first, first.length, headers) }
        : await putParts(bucket, checkedKey(key), headers, startingWith([first, second.value], parts))
      return { key, size, etag: bare(etag), contentType, modifiedAt: Date.now() }
    },
    async get(key, range) {
      const isEmpty = range !== undefined && range.last < range.first
      const answer = isEmpty ? 'behind' : await bucket.get(checkedKey(key), range)
      if (answer !== 'behind') return answer && { ...infoOf(key, answer), body: answer.body }
      const info = await head(key) // a range behind the end holds nothing
      return info && { ...info, body: nothing() }
    },
    head,
    delete: (key) => bucket.delete(checkedKey(key)),
    async deleteAll(prefix) {
      await inTurns(await listAll(prefix), ({ key }) => bucket.delete(key))
      await inTurns(await bucket.uploads(prefix), (upload) => bucket.drop(upload))
    },
    list: listAll,
    linkToGet: (request) => link('GET', request, {}),
    linkToPut: (request) => link('PUT', request, { 'content-length': String(request.size) }),
    beginParts: async (key, { contentType }) => (await bucket.begin(checkedKey(key), { 'content-type': contentType })).id,
    linkToPutPart: ({ id, number, size, ...request }) =>
      link('PUT', request, { 'content-length': String(size) }, { partNumber: String(number), uploadId: id }),
    putPart: async (upload, number, body) =>
      bucket.putPart(upload, number, Buffer.concat(await Array.fromAsync(inParts(body, Number.POSITIVE_INFINITY)))),
    listParts: partsOf,
    async joinParts(upload, parts, { contentType }) {
      const size = parts.reduce((sum, part) => sum + part.size, 0)
      try {
        return { key: upload.key, size, etag: bare(await bucket.join(upload, parts)), contentType, modifiedAt: Date.now() }
      } catch (cause) {
        if (!(cause instanceof S3Refusal) || cause.code !== 'NoSuchUpload') throw cause
        const joined = await head(upload.key) // by somebody whose answer was lost
        if (joined?.size !== size) throw new PartsGone('the upload is over', { cause })
        return joined
      }
    },
    oldParts: async (prefix, before) => (await bucket.uploads(prefix)).filter(({ begunAt }) => begunAt < before).map(({ key, id }) => ({ key, id })),
    dropParts: (upload) => bucket.drop(upload),
  }
}

/** What stays away after all tries is a 503 of ours; what it refuses is a fault that names it. */
const awayOrRefused = (cause: unknown): unknown =>
  cause instanceof S3Refusal && cause.status < 500 && cause.status !== 429 ? cause : errors.objectsAway(cause)

async function* startingWith<Item>(first: readonly Item[], rest: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* first
  yield* rest
}

/** Of an answer with the whole or a range of it. */
function infoOf(key: string, answer: S3Answer): ObjectInfo {
  const whole = /\/(\d+)$/.exec(answer.header('content-range') ?? '')?.[1]
  return {
    key,
    size: Number(whole ?? answer.header('content-length') ?? 0),
    etag: bare(answer.header('etag') ?? ''),
    contentType: answer.header('content-type') ?? 'application/octet-stream',
    modifiedAt: Date.parse(answer.header('last-modified') ?? '') || 0,
  }
}
const bare = (etag: string): string => etag.replaceAll('"', '')

async function* nothing(): AsyncIterable<Uint8Array> {}
