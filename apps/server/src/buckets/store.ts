// A bucket as its store serves it: listed, read and written by requests of the S3 API whose addresses are signed, as links to our own objects are.
// The store is a stranger: what it says is bounded in time and bytes, and its words come back as faults that name it.
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { signLink } from '../objects/signature.ts'
import { askOutside, type OutsideRequest, type OutsideSettings } from '../outside/request.ts'
import type { AccessKey, BucketAddress } from './address.ts'
import { type ListedObject, readFault, readListing } from './listing.ts'

export interface BucketStore {
  /** Objects whose keys begin so, page after page. @throws BucketFault */
  list(prefix: string): AsyncGenerator<ListedObject>
  /** The bytes of an object as it was listed, exactly as many as that said. @throws BucketFault */
  read(object: ListedObject): AsyncGenerator<Uint8Array>
  /** @throws BucketFault */
  write(key: string, body: () => AsyncIterable<Uint8Array>, size: number): Promise<void>
}
export interface BucketConnection extends BucketAddress {
  readonly region: string
  readonly key: AccessKey
  /** Sent to Amazon, which refuses where the bucket is of another account. */
  readonly expectedOwner?: string
}

/** What a store refuses, or does wrong; the message is for the owner of the bucket. */
export class BucketFault extends Error {
  override name = 'BucketFault'
}

/** The longest object that one request may store. Amazon S3, "Uploading objects". */
export const MOST_PUT_BYTES = 5 * 2 ** 30
const LINK_SECONDS = 900
const TRIES = 4
const FIRST_PAUSE_MS = 200
/** Of a listing of 1000 keys of 1024 bytes, each encoded, with a kilobyte around each. */
const LISTING_BYTES = 8_000_000
const FAULT_BYTES = 20_000

export function openBucketStore(settings: OutsideSettings, connection: BucketConnection, signal: AbortSignal): BucketStore {
  const { origin, base, region, key, expectedOwner } = connection
  const headersOf = (own: Readonly<Record<string, string>>) => ({
    ...own,
    ...(expectedOwner !== undefined && { 'x-amz-expected-bucket-owner': expectedOwner }),
  })
  /** @param unsigned  headers that a signature need not vouch for */
  const send = async (
    method: OutsideRequest['method'],
    path: string,
    { query, signed = {}, unsigned = {}, body }: Sent,
  ): Promise<IncomingMessage> => {
    const headers = headersOf(signed)
    const url = signLink({ method, origin, path: base + path, key, lifetimeSeconds: LINK_SECONDS, headers, region, ...(query && { query }) })
    return askOutside(settings, { method, url, headers: { ...headers, ...unsigned }, signal, ...(body && { body: body() }) })
  }
  /** Again while the store is busy, or the connection failed. */
  const sendAgain = async (method: OutsideRequest['method'], path: string, sent: Sent, good: readonly number[]): Promise<IncomingMessage> => {
    for (let attempt = 1; ; attempt++) {
      const pause = () => sleep(FIRST_PAUSE_MS * 3 ** (attempt - 1), undefined, { signal })
      let answer: IncomingMessage
      try {
        answer = await send(method, path, sent)
      } catch (cause) {
        signal.throwIfAborted()
        if (attempt === TRIES || isFinal(cause)) throw new BucketFault(wordsOf(cause), { cause })
        await pause()
        continue
      }
      const status = answer.statusCode ?? 0
      if (good.includes(status)) return answer
      const said = readFault((await textUpTo(answer, FAULT_BYTES).catch(() => '')) ?? '')
      if (attempt < TRIES && (status === 429 || status >= 500)) {
        await pause()
        continue
      }
      const elsewhere = status >= 300 && status < 400 ? ' It leads elsewhere, which is not followed; look at Endpoint, Region and PathStyle.' : ''
      throw new BucketFault(`its store answers ${status}${said === undefined ? '' : ` ${said}`}.${elsewhere}`.replace(/\.\.(?= |$)/, '.'))
    }
  }
  return {
    async *list(prefix) {
      let token: string | undefined
      do {
        const query = { 'list-type': '2', 'encoding-type': 'url', prefix, ...(token !== undefined && { 'continuation-token': token }) }
        const answer = await sendAgain('GET', base === '' ? '/' : '', { query }, [200])
        const text = await textUpTo(answer, LISTING_BYTES).catch(asFault(signal))
        if (text === undefined) throw new BucketFault(`its store answers a listing with more than ${LISTING_BYTES} bytes`)
        const { objects, next } = listingOf(text)
        if (next !== undefined && (next === token || objects.length === 0)) throw new BucketFault('its listing does not end')
        yield* objects
        token = next
      } while (token !== undefined)
    },
    async *read({ key: objectKey, size, etag }) {
      if (size === 0) return
      let at = 0
      for (let failures = 0; at < size; ) {
        const unsigned = { ...(at > 0 && { range: `bytes=${at}-${size - 1}` }), ...(etag !== '' && { 'if-match': etag }) }
        const answer = await sendAgain('GET', `/${objectKey}`, { unsigned }, [at > 0 ? 206 : 200])
        const length = answer.headers['content-length']
        if (length !== undefined && Number(length) !== size - at) {
          answer.destroy()
          throw new BucketFault(`'${objectKey}' was listed with ${size} bytes and is sent with ${length}`)
        }
        try {
          for await (const chunk of answer as AsyncIterable<Uint8Array>) {
            at += chunk.length
            if (at > size) throw new BucketFault(`'${objectKey}' was listed with ${size} bytes and has more`)
            yield chunk
          }
          if (at < size) throw new Error(`'${objectKey}' was listed with ${size} bytes and ends after ${at}`)
        } catch (cause) {
          signal.throwIfAborted()
          if (cause instanceof BucketFault || ++failures === TRIES) throw new BucketFault(wordsOf(cause), { cause })
        } finally {
          answer.destroy()
        }
      }
    },
    async write(objectKey, body, size) {
      if (size > MOST_PUT_BYTES) throw new BucketFault(`a file of more than ${MOST_PUT_BYTES} bytes cannot be stored at once`)
      const sent: Sent = { signed: { 'content-length': String(size) }, unsigned: { 'content-type': 'application/octet-stream' }, body }
      const answer = await sendAgain('PUT', `/${objectKey}`, sent, [200, 201])
      answer.resume()
    },
  }
}

interface Sent {
  readonly query?: Readonly<Record<string, string>>
  readonly signed?: Readonly<Record<string, string>>
  readonly unsigned?: Readonly<Record<string, string>>
  readonly body?: () => AsyncIterable<Uint8Array>
}

function listingOf(text: string) {
  try {
    return readListing(text)
  } catch (cause) {
    throw new BucketFault(wordsOf(cause), { cause })
  }
}

/** Undefined: there is more. */
async function textUpTo(answer: IncomingMessage, most: number): Promise<string | undefined> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer as AsyncIterable<Uint8Array>) {
    bytes += part.length
    if (bytes > most) {
      answer.destroy()
      return undefined
    }
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** Trying again would change nothing. */
const isFinal = (cause: unknown): boolean =>
  cause instanceof BucketFault || /^ERR_IP_BLOCKED$|^ENOTFOUND$|^ERR_INVALID|^ERR_TLS|CERT/.test(String((cause as NodeJS.ErrnoException).code))
const asFault =
  (signal: AbortSignal) =>
  (cause: unknown): never => {
    signal.throwIfAborted()
    throw new BucketFault(wordsOf(cause), { cause })
  }
function wordsOf(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException
  if (code === 'ERR_IP_BLOCKED') return 'this platform may not reach its store: the address is not a public one'
  return cause instanceof AggregateError && message === '' ? `no connection to its store (${code ?? 'it failed'})` : message.slice(0, 300)
}
