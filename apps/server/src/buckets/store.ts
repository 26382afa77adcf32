// A bucket as its store serves it. The store is a stranger: what it says is bounded in time and bytes, and its words come back as faults that name it.

import type { OutsideSettings } from '../outside/request.ts'
import { inParts, MOST_PARTS, MOST_PUT_BYTES, openBucket, putParts } from '../s3/bucket.ts'
import { type S3Place, S3Refusal } from '../s3/requests.ts'
import { overGuard } from '../s3/transports.ts'
import type { ListedObject } from '../s3/xml.ts'

export interface BucketStore {
  /** Objects whose keys begin so, page after page. @throws BucketFault */
  list(prefix: string): AsyncGenerator<ListedObject>
  /** The bytes of an object as it was listed, exactly as many as that said. @throws BucketFault */
  read(object: Pick<ListedObject, 'key' | 'size' | 'etag'>): AsyncGenerator<Uint8Array>
  /** In parts where it is larger than one request may be. @throws BucketFault */
  write(key: string, body: () => AsyncIterable<Uint8Array>, size: number): Promise<void>
}
export interface BucketConnection extends S3Place {
  /** Sent to Amazon, which refuses where the bucket is of another account. */
  readonly expectedOwner?: string
}

/** What a store refuses, or does wrong; the message is for the owner of the bucket. */
export class BucketFault extends Error {
  override name = 'BucketFault'
}

const TRIES = 4
const PAUSES = { firstMs: 200, growth: 3 }
const HEADERS = { 'content-type': 'application/octet-stream' }
/** Of what goes in parts: one is in memory at a time. */
const PART_BYTES = 16 * 2 ** 20

/** @param mostPutBytes  of one request */
export function openBucketStore(
  settings: OutsideSettings,
  connection: BucketConnection,
  signal: AbortSignal,
  mostPutBytes = MOST_PUT_BYTES,
): BucketStore {
  const { expectedOwner, ...place } = connection
  const bucket = openBucket({
    place,
    transport: overGuard(settings, signal),
    tries: TRIES,
    pauses: PAUSES,
    signal,
    isFinal,
    ...(expectedOwner !== undefined && { headers: { 'x-amz-expected-bucket-owner': expectedOwner } }),
  })
  const told = (cause: unknown): never => {
    signal.throwIfAborted()
    throw new BucketFault(wordsOf(cause), { cause })
  }
  async function* toldIn<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
    try {
      yield* items
    } catch (cause) {
      told(cause)
    }
  }
  return {
    list: (prefix) => toldIn(bucket.list(prefix)),
    read: (object) => toldIn(bucket.read(object)),
    async write(key, body, size) {
      const partBytes = Math.max(PART_BYTES, Math.ceil(size / MOST_PARTS))
      await (size <= mostPutBytes ? bucket.put(key, body, size, HEADERS) : putParts(bucket, key, HEADERS, inParts(body(), partBytes))).catch(told)
    },
  }
}

/** Trying again would change nothing. */
const isFinal = (cause: unknown): boolean =>
  /^ERR_IP_BLOCKED$|^ENOTFOUND$|^ERR_INVALID|^ERR_TLS|CERT/.test(String((cause as NodeJS.ErrnoException).code))

function wordsOf(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException
  if (cause instanceof S3Refusal) return refusalOf(cause)
  if (code === 'ERR_IP_BLOCKED') return 'this platform may not reach its store: the address is not a public one'
  return cause instanceof AggregateError && message === '' ? `no connection to its store (${code ?? 'it failed'})` : message.slice(0, 300)
}
function refusalOf({ status, said }: S3Refusal): string {
  const elsewhere = status >= 300 && status < 400 ? ' It leads elsewhere, which is not followed; look at Endpoint, Region and PathStyle.' : ''
  return `its store answers ${status}${said === undefined ? '' : ` ${said}`}.${elsewhere}`.replace(/\.\.(?= |$)/, '.')
}
