// What one does in a bucket of an S3 server: list, read, write, in one piece or in parts. Our own object store and the buckets of users are both made of it.
import { type AskS3, openS3, type S3Answer, S3Refusal, type S3Settings, textUpTo } from './requests.ts'
import { elementsOf, type ListedObject, readListing, textOf } from './xml.ts'

/** Amazon S3, "Multipart upload limits": the longest object of one request, and how many parts an object may have. */
export const MOST_PUT_BYTES = 5 * 2 ** 30
export const MOST_PARTS = 10_000
/** A key of 1024 bytes, each encoded, with a kilobyte around it, a thousand times. */
const LISTING_BYTES = 8_000_000

export interface Upload {
  readonly key: string
  readonly id: string
}
export interface Part {
  readonly number: number
  readonly size: number
  /** As it was sent, in its quotes. */
  readonly etag: string
}
export interface BegunUpload extends Upload {
  /** Epoch milliseconds; of a server that does not say so, in the future. */
  readonly begunAt: number
}
type Headers = Readonly<Record<string, string>>
/** What a body is read from again when a request is sent again. */
export type Body = () => Uint8Array | AsyncIterable<Uint8Array>

export interface S3Bucket {
  /** Objects whose keys begin so, page after page. @throws S3Refusal, Error */
  list(prefix: string): AsyncGenerator<ListedObject>
  head(key: string): Promise<S3Answer | undefined>
  /** Undefined: there is no such object. @param range  first and last byte; undefined as well where it begins behind the end: `isBehind` */
  get(key: string, range?: { readonly first: number; readonly last: number }): Promise<S3Answer | 'behind' | undefined>
  /** The bytes from `from` on of an object as it was listed, asked for again from where a connection broke. @throws S3Refusal, Error */
  read(object: Pick<ListedObject, 'key' | 'size' | 'etag'>): AsyncGenerator<Uint8Array>
  /** @returns the etag */
  put(key: string, body: Body, size: number, headers: Headers): Promise<string>
  delete(key: string): Promise<void>
  begin(key: string, headers: Headers): Promise<Upload>
  putPart(upload: Upload, number: number, body: Uint8Array): Promise<Part>
  /** By number; undefined: there is no such upload. */
  parts(upload: Upload): Promise<Part[] | undefined>
  /** @returns the etag of the object. @throws S3Refusal */
  join(upload: Upload, parts: readonly Part[]): Promise<string>
  drop(upload: Upload): Promise<void>
  /** Those that were begun and not joined, of keys that begin so. */
  uploads(prefix: string): Promise<BegunUpload[]>
}

export function openBucket(settings: S3Settings): S3Bucket {
  const ask = openS3(settings)
  const asked = async (request: Parameters<AskS3>[0]): Promise<void> => (await ask(request)).drop()
  const xmlOf = async (query: Headers, key?: string): Promise<string> => {
    const text = await textUpTo(await ask({ method: 'GET', query, good: [200], ...(key !== undefined && { key }) }), LISTING_BYTES)
    if (text === undefined) throw new Error(`it answers a listing with more than ${LISTING_BYTES} bytes`)
    return text
  }
  const of = ({ key, id }: Upload) => ({ key, query: { uploadId: id } })
  return {
    async *list(prefix) {
      let token: string | undefined
      do {
        const query = { 'list-type': '2', 'encoding-type': 'url', prefix, ...(token !== undefined && { 'continuation-token': token }) }
        const { objects, next } = readListing(await xmlOf(query))
        if (next !== undefined && (next === token || objects.length === 0)) throw new Error('its listing does not end')
        yield* objects
        token = next
      } while (token !== undefined)
    },
    async head(key) {
      const answer = await ask({ method: 'HEAD', key, good: [200, 404] })
      answer.drop()
      return answer.status === 404 ? undefined : answer
    },
    async get(key, range) {
      const unsigned = range && { range: `bytes=${range.first}-${range.last}` }
      const answer = await ask({ method: 'GET', key, good: [200, 206, 404, 416], ...(unsigned && { unsigned }) })
      if (answer.status < 300) return answer
      answer.drop()
      return answer.status === 416 ? 'behind' : undefined
    },
    async *read({ key, size, etag }) {
      if (size === 0) return
      let at = 0
      for (let failures = 0; at < size; ) {
        const unsigned = { ...(at > 0 && { range: `bytes=${at}-${size - 1}` }), ...(etag !== '' && { 'if-match': etag }) }
        const answer = await ask({ method: 'GET', key, unsigned, good: [at > 0 ? 206 : 200] })
        const length = answer.header('content-length')
        if (length !== undefined && Number(length) !== size - at) {
          answer.drop()
          throw new WrongLength(`'${key}' was listed with ${size} bytes and is sent with ${length}`)
        }
        try {
          for await (const chunk of answer.body) {
            at += chunk.length
            if (at > size) throw new WrongLength(`'${key}' was listed with ${size} bytes and has more`)
            yield chunk
          }
          if (at < size) throw new Error(`'${key}' was listed with ${size} bytes and ends after ${at}`)
        } catch (cause) {
          settings.signal?.throwIfAborted()
          if (cause instanceof WrongLength || ++failures === settings.tries) throw cause
        } finally {
          answer.drop()
        }
      }
    },
    async put(key, body, size, headers) {
      const answer = await ask({ method: 'PUT', key, signed: { 'content-length': String(size) }, unsigned: headers, body, good: [200, 201] })
      answer.drop()
      return answer.header('etag') ?? ''
    },
    delete: (key) => asked({ method: 'DELETE', key, good: [200, 204, 404] }),

    async begin(key, headers) {
      const text = (await textUpTo(await ask({ method: 'POST', key, query: { uploads: '' }, unsigned: headers, good: [200] }), LISTING_BYTES)) ?? ''
      const id = textOf(text, 'UploadId')
      if (id === undefined || id === '') throw new Error('it began an upload without an id')
      return { key, id }
    },
    async putPart({ key, id }, number, body) {
      const query = { partNumber: String(number), uploadId: id }
      const signed = { 'content-length': String(body.length) }
      const answer = await ask({ method: 'PUT', key, query, signed, body: () => body, good: [200] })
      answer.drop()
      return { number, size: body.length, etag: answer.header('etag') ?? '' }
    },
    async parts({ key, id }) {
      const found: Part[] = []
      try {
        for (let marker: string | undefined = '0'; marker !== undefined; ) {
          const xml: string = await xmlOf({ uploadId: id, 'part-number-marker': marker }, key)
          for (const part of elementsOf(xml, 'Part'))
            found.push({ number: Number(textOf(part, 'PartNumber')), size: Number(textOf(part, 'Size')), etag: textOf(part, 'ETag') ?? '' })
          const next = textOf(xml, 'IsTruncated') === 'true' ? textOf(xml, 'NextPartNumberMarker') : undefined
          if (next === marker) throw new Error('its listing does not end')
          marker = next
        }
      } catch (cause) {
        if (cause instanceof S3Refusal && cause.status === 404) return undefined
        throw cause
      }
      return found.sort((a, b) => a.number - b.number)
    },
    async join(upload, parts) {
      const list = parts
        .map(({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag></Part>`)
        .join('')
      const xml = Buffer.from(`<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${list}</CompleteMultipartUpload>`)
      const answer = await ask({ ...of(upload), method: 'POST', unsigned: { 'content-type': 'application/xml' }, body: () => xml, good: [200] })
      const text = (await textUpTo(answer, LISTING_BYTES)) ?? ''
      if (textOf(text, 'Code') !== undefined) throw new S3Refusal(200, text, `the parts of ${upload.key}`) // said after it had begun to answer
      return textOf(text, 'ETag') ?? ''
    },
    drop: (upload) => asked({ ...of(upload), method: 'DELETE', good: [200, 204, 404] }),
    async uploads(prefix) {
      const found: BegunUpload[] = []
      let markers: Headers | undefined = {}
      while (markers !== undefined) {
        const xml = await xmlOf({ uploads: '', prefix, ...markers })
        for (const one of elementsOf(xml, 'Upload')) {
          const begunAt = Date.parse(textOf(one, 'Initiated') ?? '') || Number.POSITIVE_INFINITY
          found.push({ key: textOf(one, 'Key') ?? '', id: textOf(one, 'UploadId') ?? '', begunAt })
        }
        const [key, id] = [textOf(xml, 'NextKeyMarker') ?? '', textOf(xml, 'NextUploadIdMarker') ?? '']
        const isMore: boolean = textOf(xml, 'IsTruncated') === 'true' && key !== '' && key !== markers['key-marker']
        markers = isMore ? { 'key-marker': key, 'upload-id-marker': id } : undefined
      }
      return found
    },
  }
}

/** Trying again would change nothing. */
export class WrongLength extends Error {
  override name = 'WrongLength'
}

/** A stream as parts of at least so many bytes, the last one shorter; one at a time in memory. Bytes that are in memory anyway are one part. */
export async function* inParts(body: Uint8Array | AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<Uint8Array, undefined> {
  if (body instanceof Uint8Array) {
    yield body
    return
  }
  let held: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body) {
    held.push(piece)
    bytes += piece.length
    if (bytes < partBytes) continue
    yield Buffer.concat(held)
    held = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(held)
}

/** One object of these parts; of what fails nothing stays. */
export async function putParts(
  bucket: S3Bucket,
  key: string,
  headers: Headers,
  parts: AsyncIterable<Uint8Array>,
): Promise<{ size: number; etag: string }> {
  const upload = await bucket.begin(key, headers)
  try {
    const sent: Part[] = []
    for await (const part of parts) sent.push(await bucket.putPart(upload, sent.length + 1, part))
    return { size: sent.reduce((sum, { size }) => sum + size, 0), etag: await bucket.join(upload, sent) }
  } catch (cause) {
    await bucket.drop(upload).catch(() => {}) // a rule of the bucket removes what is left
    throw cause
  }
}
