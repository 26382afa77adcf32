// Requests of the S3 API: signed in the address, as links are, and sent again while the server is busy or the network is away. How they are sent is
// a transport's business: our own store is dialled by `fetch`, buckets of users through the guard.
import { setTimeout as sleep } from 'node:timers/promises'
import { type LinkOptions, type SigningKey, signLink } from './signature.ts'
import { readFault, textOf } from './xml.ts'

/** Where a bucket is. */
export interface S3Place {
  /** `https://host[:port]` */
  readonly origin: string
  /** In front of every key: '/name' in path style, else ''. */
  readonly base: string
  readonly region: string
  readonly key: SigningKey
}
export interface S3Answer {
  readonly status: number
  header(name: string): string | undefined
  readonly body: AsyncIterable<Uint8Array>
  /** Nobody reads the body. */
  drop(): void
}
export interface Sending {
  readonly method: LinkOptions['method']
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array | AsyncIterable<Uint8Array>
}
/** @throws Error  no answer came */
export type Transport = (sending: Sending) => Promise<S3Answer>

export interface S3Settings {
  readonly place: S3Place
  readonly transport: Transport
  /** That go with every request, and are signed. */
  readonly headers?: Readonly<Record<string, string>>
  readonly tries: number
  /** Before a request is sent again the first time, and how many times as long each time after. */
  readonly pauses: { readonly firstMs: number; readonly growth: number }
  /** Ends waiting, too. */
  readonly signal?: AbortSignal
  /** Errors of the connection that no further try would mend. Default: none. */
  readonly isFinal?: (cause: unknown) => boolean
  /** What is thrown for a refusal, or a connection that failed to the end. Default: that itself. */
  readonly fault?: (cause: unknown) => unknown
}
export interface S3Request {
  readonly method: LinkOptions['method']
  /** Of an object; absent: of the bucket. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  /** That the signature vouches for. */
  readonly signed?: Readonly<Record<string, string>>
  readonly unsigned?: Readonly<Record<string, string>>
  /** Asked for once for each try. */
  readonly body?: () => Uint8Array | AsyncIterable<Uint8Array>
  /** Statuses that are answers. */
  readonly good: readonly number[]
}
export type AskS3 = (request: S3Request) => Promise<S3Answer>

/** What the server refused. */
export class S3Refusal extends Error {
  override name = 'S3Refusal'
  readonly status: number
  /** In its own word such as `NoSuchBucket`; '' where it says none. */
  readonly code: string
  /** What it says, code and message, in one line. */
  readonly said: string | undefined
  constructor(status: number, xml: string, what: string) {
    const code = textOf(xml, 'Code') ?? ''
    super(`the object store answers ${status}${code === '' ? '' : ` ${code}`} to ${what}`)
    this.status = status
    this.code = code
    this.said = readFault(xml)
  }
}

const LINK_SECONDS = 900
const FAULT_BYTES = 20_000

/** The function answers with a status that is good. @throws S3Refusal, or what the transport throws, after the last try */
export function openS3({
  place,
  transport,
  headers: common = {},
  tries,
  pauses,
  signal,
  isFinal = () => false,
  fault = (cause) => cause,
}: S3Settings): AskS3 {
  const { origin, base, region, key: signingKey } = place
  return async ({ method, key, query = {}, signed = {}, unsigned = {}, body, good }) => {
    const path = base + (key === undefined ? (base === '' ? '/' : '') : `/${key}`)
    const headers = { ...signed, ...common }
    for (let attempt = 1; ; attempt++) {
      const url = signLink({ method, origin, path, key: signingKey, region, lifetimeSeconds: LINK_SECONDS, headers, query })
      try {
        const answer = await transport({ method, url, headers: { ...headers, ...unsigned }, ...(body && { body: body() }) })
        if (good.includes(answer.status)) return answer
        throw new S3Refusal(answer.status, (await textUpTo(answer, FAULT_BYTES).catch(() => '')) ?? '', `${method} ${path}`)
      } catch (cause) {
        signal?.throwIfAborted()
        const isOver = cause instanceof S3Refusal ? cause.status < 500 && cause.status !== 429 : isFinal(cause)
        if (isOver || attempt === tries) throw fault(cause)
        const pause = pauses.firstMs * pauses.growth ** (attempt - 1) * (0.75 + Math.random() / 2) // not all at once
        await sleep(pause, undefined, { signal })
      }
    }
  }
}

/** Undefined: there is more. */
export async function textUpTo(answer: S3Answer, most: number): Promise<string | undefined> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body) {
    bytes += part.length
    if (bytes > most) {
      answer.drop()
      return undefined
    }
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
