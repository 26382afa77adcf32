// Links that carry their own permission: AWS Signature Version 4 in query parameters, with an unsigned payload, as S3 presigns them.
// Bound into the signature: method, path, host, time of signing, lifetime, every other query parameter, and the headers named.
// Source: AWS, "Authenticating Requests: Using Query Parameters (AWS Signature Version 4)".
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { DEFAULT_REGION } from '@credence/contract'

/** The longest lifetime that the scheme allows, in seconds: seven days. */
export const MAX_LIFETIME_SECONDS = 604_800
const CLOCK_SKEW_MS = 900_000

export interface SigningKey {
  readonly id: string
  readonly secret: string
}
export interface LinkOptions {
  readonly method: 'GET' | 'PUT' | 'HEAD' | 'DELETE' | 'POST'
  /** `https://host[:port]` */
  readonly origin: string
  /** Decoded, with a leading slash. */
  readonly path: string
  readonly key: SigningKey
  /** At most MAX_LIFETIME_SECONDS. */
  readonly lifetimeSeconds: number
  /** Headers that the request must carry with exactly these values, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly region?: string
  readonly now?: Date
}

export function signLink(link: LinkOptions): string {
  const { method, origin, path, key, lifetimeSeconds, headers = {}, query = {}, region = DEFAULT_REGION, now = new Date() } = link
  if (lifetimeSeconds > MAX_LIFETIME_SECONDS) throw new RangeError(`a link lives at most ${MAX_LIFETIME_SECONDS} s`)
  const date = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`
  const signed = { host: new URL(origin).host, ...headers }
  const names = Object.keys(signed).sort()
  const parameters = new URLSearchParams({
    ...query,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
    'X-Amz-Credential': `${key.id}/${scope}`,
    'X-Amz-Date': date,
    'X-Amz-Expires': String(lifetimeSeconds),
    'X-Amz-SignedHeaders': names.join(';'),
  })
  const canonical = canonicalRequest(method, path, parameters, signed, names)
  parameters.set('X-Amz-Signature', signature(key.secret, date, scope, canonical))
  return `${origin}${encodePath(path)}?${[...parameters].map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}`
}

export type Verdict = 'ok' | 'malformed' | 'unknown' | 'signature' | 'expired'
export interface PresentedLink {
  readonly method: string
  /** Decoded. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** @param secretOf  the secret of a key id, undefined if there is no such key */
export function verifyLink({ method, path, query, headers }: PresentedLink, secretOf: (id: string) => string | undefined, now = Date.now()): Verdict {
  const one = (name: string): string => {
    const values = query.getAll(name)
    return values.length === 1 ? (values[0] ?? '') : ''
  }
  const date = one('X-Amz-Date')
  const [id = '', ...scopeParts] = one('X-Amz-Credential').split('/')
  const scope = scopeParts.join('/')
  const given = one('X-Amz-Signature')
  const lifetime = one('X-Amz-Expires')
  const names = one('X-Amz-SignedHeaders').split(';')
  const wellFormed =
    one('X-Amz-Algorithm') === 'AWS4-HMAC-SHA256' && /^\d{8}T\d{6}Z$/.test(date) && /^[0-9a-f]{64}$/.test(given) && /^\d{1,6}$/.test(lifetime)
  if (!wellFormed || Number(lifetime) > MAX_LIFETIME_SECONDS || scope !== `${date.slice(0, 8)}/${DEFAULT_REGION}/s3/aws4_request`) return 'malformed'
  const secret = secretOf(id)
  if (secret === undefined || !names.includes('host')) return 'unknown'
  const wanted = signature(secret, date, scope, canonicalRequest(method, path, query, headers, names))
  if (!timingSafeEqual(Buffer.from(wanted), Buffer.from(given))) return 'signature'
  const signedAt = Date.parse(date.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z'))
  return now > signedAt + Number(lifetime) * 1000 || signedAt > now + CLOCK_SKEW_MS ? 'expired' : 'ok'
}

function canonicalRequest(
  method: string,
  path: string,
  query: URLSearchParams,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  names: readonly string[],
): string {
  const pairs = [...query].filter(([name]) => name !== 'X-Amz-Signature').map(([name, value]): [string, string] => [encode(name), encode(value)])
  pairs.sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0))
  const lines = names.map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replace(/ +/g, ' ')}`,
  )
  return [method, encodePath(path), pairs.map((pair) => pair.join('=')).join('&'), ...lines, '', names.join(';'), 'UNSIGNED-PAYLOAD'].join('\n')
}

function signature(secret: string, date: string, scope: string, canonical: string): string {
  const [day = '', region = '', service = ''] = scope.split('/')
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), 'aws4_request')
  const text = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  return createHmac('sha256', key).update(text).digest('hex')
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
const encodePath = (path: string): string => path.split('/').map(encode).join('/')
