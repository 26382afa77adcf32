// GitHub itself, at the addresses that the operator set. Only those are dialled: a caller chooses the path behind them, and a redirect that leads elsewhere
// is handed on instead of followed.
import { errors } from '@credence/contract'

export interface GitHubAddresses {
  /** Of the REST API; undefined: there is no way to GitHub. */
  readonly api: string | undefined
  /** Where people agree, and codes are exchanged. */
  readonly login: string
  /** Of this platform as an OAuth app there; undefined: it is none. */
  readonly client: { readonly id: string; readonly secret: string } | undefined
}
export interface Upstream {
  /** Passes a call to the API. @throws ApiError 503 where GitHub is not reachable, or says too much */
  pass(call: PassedCall): Promise<PassedAnswer>
  /** As whom a token acts; undefined: GitHub does not know it. @throws ApiError 503 */
  loginOf(token: string): Promise<string | undefined>
  /** The token for a code; undefined: GitHub does not take the code. @throws ApiError 503 also where this platform is no OAuth app */
  exchange(code: string): Promise<string | undefined>
}
export interface PassedCall {
  readonly method: string
  /** Without a slash before it; no segment of dots. */
  readonly path: string
  readonly query: Readonly<Record<string, string | readonly string[]>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly token: string | undefined
}
export interface PassedAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
}

const PATIENCE_MS = 9000 // clients wait ten seconds
const MOST_BYTES = 20_000_000
const MOST_REDIRECTS = 3

export function openUpstream({ api, login, client }: GitHubAddresses): Upstream {
  const base = api?.replace(/\/+$/, '')
  const pass: Upstream['pass'] = async ({ method, path, query, headers, body, token }) => {
    if (base === undefined) throw errors.githubUnavailable()
    const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one]))
    let url = new URL(`${base}/${path.split('/').map(encodeURIComponent).join('/')}${pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`}`)
    const all = { 'user-agent': 'Credence', ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
    for (let left = MOST_REDIRECTS; ; left--) {
      const answer = await ask(url, { method, headers: all, ...(body === undefined ? {} : { body }) })
      const next = method === 'GET' && left > 0 ? follows(url, answer.headers.get('location'), answer.status) : undefined
      if (!next) return answer
      url = next // a repository that was renamed
    }
  }
  return {
    pass,
    async loginOf(token) {
      const call = { method: 'GET', path: 'user', query: {}, headers: { accept: 'application/json' }, body: undefined, token }
      const { status, body } = await pass(call)
      if (status === 401 || status === 403) return undefined
      return textOf(body, 'login')
    },
    async exchange(code) {
      if (!client) throw errors.githubUnavailable()
      const form = new URLSearchParams({ client_id: client.id, client_secret: client.secret, code })
      const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Credence' }
      const { body } = await ask(new URL(`${login.replace(/\/+$/, '')}/login/oauth/access_token`), { method: 'POST', headers, body: String(form) })
      return textOf(body, 'access_token')
    },
  }
}

/** What private repositories need: GitHub has nothing smaller for an OAuth app. */
const SCOPE = 'repo'
/** Where somebody agrees, but for `redirect_uri` and `state`; undefined: this platform is no OAuth app, or has no way to GitHub. */
export const loginAddress = ({ api, login, client }: GitHubAddresses): string | undefined =>
  api === undefined || !client
    ? undefined
    : `${login.replace(/\/+$/, '')}/login/oauth/authorize?${new URLSearchParams({ client_id: client.id, scope: SCOPE })}`

/** The same host only. */
function follows(url: URL, location: string | null, status: number): URL | undefined {
  if (location === null || ![301, 302, 307, 308].includes(status) || !URL.canParse(location, url)) return undefined
  const next = new URL(location, url)
  return next.origin === url.origin ? next : undefined
}

async function ask(url: URL, init: RequestInit): Promise<PassedAnswer> {
  try {
    const { status, headers, body } = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) })
    const parts: Uint8Array[] = []
    let bytes = 0
    for await (const part of body ?? []) {
      bytes += part.length
      if (bytes > MOST_BYTES) throw new RangeError('the answer of GitHub is too large')
      parts.push(part)
    }
    return { status, headers, body: Buffer.concat(parts) }
  } catch (cause) {
    throw errors.githubUnavailable(cause)
  }
}

/** A text of a JSON object. */
function textOf(body: Uint8Array, name: string): string | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString())
    const found = (value as Readonly<Record<string, unknown>> | null)?.[name]
    return typeof found === 'string' && found !== '' ? found : undefined
  } catch {
    return undefined
  }
}
