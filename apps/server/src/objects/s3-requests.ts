// Requests to an S3 server: signed in the address, sent again while its servers or the network are away, and its answers in XML. Path style, which
// all servers speak. What is sent again is whole in memory, so a second try sends the same bytes.
import { setTimeout as sleep } from 'node:timers/promises'
import { errors } from '@credence/contract'
import { type LinkOptions, type SigningKey, signLink } from './signature.ts'

export interface S3Settings {
  /** `https://host[:port]` */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly key: SigningKey
  /** Before a request is sent again the first time; four times as long each time after. Default: FIRST_PAUSE_MS. */
  readonly firstPauseMs?: number
}
export interface S3Request {
  readonly method: LinkOptions['method']
  /** Of an object; absent: of the bucket. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
}
export type AskS3 = (request: S3Request) => Promise<Response>

/** What the server refused, in its own word such as `NoSuchBucket`. */
export class S3Refusal extends Error {
  readonly status: number
  constructor(status: number, code: string, what: string) {
    super(`the object store answers ${status}${code === '' ? '' : ` ${code}`} to ${what}`)
    this.status = status
  }
}

const LIFETIME_SECONDS = 900
const PATIENCE_MS = 60_000
const TRIES = 5
const FIRST_PAUSE_MS = 100

/** The function answers with a status below 300, or with 404 where an object is read or deleted. @throws S3Refusal  ApiError 503: it does not answer */
export function openS3({ endpoint, bucket, region, key, firstPauseMs = FIRST_PAUSE_MS }: S3Settings): AskS3 {
  return async ({ method, key: objectKey, query = {}, headers = {}, body }) => {
    const path = objectKey === undefined ? `/${bucket}` : `/${bucket}/${objectKey}`
    const mayMiss = objectKey !== undefined && !('uploadId' in query) && ['GET', 'HEAD', 'DELETE'].includes(method)
    const signed = { method, origin: endpoint, path, key, region, lifetimeSeconds: LIFETIME_SECONDS, headers, query }
    let last: unknown
    for (let attempt = 0; attempt < TRIES; attempt++) {
      if (attempt > 0) await sleep(firstPauseMs * 4 ** (attempt - 1) * (0.5 + Math.random()))
      try {
        const reply = await fetch(signLink(signed), {
          method,
          headers: { ...headers, 'accept-encoding': 'identity' },
          redirect: 'error',
          signal: AbortSignal.timeout(PATIENCE_MS),
          ...(body === undefined ? {} : { body: body as BodyInit }),
        })
        if (reply.status < 300 || (mayMiss && reply.status === 404)) return reply
        const text = await reply.text()
        last = new S3Refusal(reply.status, textOf(text, 'Code') ?? '', `${method} ${path}`)
      } catch (cause) {
        last = cause
      }
      if (last instanceof S3Refusal && last.status < 500 && last.status !== 429) throw last
    }
    throw errors.objectsAway(last)
  }
}

/** The text of the first element of that name, or undefined. */
export function textOf(xml: string, name: string): string | undefined {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return found === undefined ? undefined : unescapeXml(found)
}
/** The insides of all elements of that name. */
export const elementsOf = (xml: string, name: string): string[] =>
  Array.from(xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs')), ([, inner = '']) => inner)

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescapeXml = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, name) =>
    hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : decimal ? String.fromCodePoint(Number(decimal)) : (ENTITIES[name] ?? all),
  )
