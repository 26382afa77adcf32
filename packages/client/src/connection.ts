// One request of the API: path, query, body and credential from the operation's row in the contract, the answer by its type.
import {
  ApiError,
  LIMITS,
  type Method,
  type Operation,
  type OperationBody,
  type OperationId,
  type OperationPath,
  type OperationQuery,
  type OperationReply,
  operations,
} from '@credence/contract'
import { pause } from './pause.ts'

export interface ConnectionOptions {
  /** The origin of the platform, as `http://localhost:8080`. A path behind it is kept. */
  readonly host: string
  /** An API key, or `Bearer` and a token. Absent: only what needs no credential. */
  readonly credential?: string
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof fetch
  /** Instead of the global `WebSocket`. */
  readonly webSocket?: typeof WebSocket
  readonly requestMilliseconds?: number
  readonly downloadMilliseconds?: number
}

export type RequestInput<Id extends OperationId> = (keyof OperationPath<Id> extends never
  ? { readonly path?: undefined }
  : { readonly path: OperationPath<Id> }) & {
  readonly query?: OperationQuery<Id>
  readonly body?: OperationBody<Id>
  readonly signal?: AbortSignal
  /** Of a POST that makes something: asked again with the same key, it makes nothing more and answers as it did. */
  readonly idempotencyKey?: string
}

/** No answer came: the host is unreachable, or too slow. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** What lies behind a link, or the rest of it. */
export interface Content {
  readonly stream: ReadableStream<Uint8Array>
  /** The byte that the stream begins with, counted from 0. */
  readonly from: number
  /** Names these very bytes; empty where the store does not. */
  readonly etag: string
}
export interface Connection {
  readonly host: string
  /**
   * Calls an operation. A GET that got no answer is tried once more; one that was put off (503 with Retry-After) again when it is time.
   * @throws ApiError for an error answer, NetworkError for none
   */
  request<Id extends OperationId>(id: Id, input: RequestInput<Id>): Promise<OperationReply<Id>>
  /** As `request`, with the headers of the answer. */
  requestWithHeaders<Id extends OperationId>(id: Id, input: RequestInput<Id>): Promise<{ reply: OperationReply<Id>; headers: Headers }>
  /** Any call, for what has no row: path with its query, JSON text as the body. The answer as text. @throws ApiError, NetworkError */
  raw(method: Method, target: string, body?: string): Promise<string>
  /** The content behind a signed link, fetched without the credential. @throws ApiError, NetworkError */
  download(link: string, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>
  /** The same, piece by piece, however large it is. @throws ApiError, NetworkError */
  stream(link: string, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>>
  /** The same from one byte on, while it is still what `etag` names; else from its beginning. @throws ApiError, NetworkError */
  streamFrom(link: string, from: { readonly byte: number; readonly etag: string } | undefined, signal?: AbortSignal): Promise<Content>
  /** Sends bytes to a signed link, without the credential; a Blob of a file is read as it is sent. @throws ApiError, NetworkError */
  upload(link: string, body: Blob, signal?: AbortSignal): Promise<void>
}

export function connect(options: ConnectionOptions): Connection {
  const host = options.host.replace(/\/+$/, '')
  const { requestMilliseconds = LIMITS.client.requestMilliseconds, downloadMilliseconds = LIMITS.client.downloadMilliseconds } = options
  const send = (url: string, init: RequestInit, milliseconds: number) => answered(options.fetch ?? fetch, url, init, milliseconds)

  const requestWithHeaders: Connection['requestWithHeaders'] = async <Id extends OperationId>(id: Id, input: RequestInput<Id>) => {
    const row: Operation = operations[id]
    const url = host + fillPath(row.path, input.path ?? {}) + queryText(input.query ?? {})
    const response = await send(url, requestInit(row, options.credential, input), isText(row) ? downloadMilliseconds : requestMilliseconds)
    return { reply: (await content(response)) as OperationReply<Id>, headers: response.headers }
  }
  return {
    host,
    requestWithHeaders,
    request: async (id, input) => (await requestWithHeaders(id, input)).reply,
    async raw(method, target, body) {
      const headers = {
        ...(options.credential && { authorization: options.credential }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      // fetch sends no body with GET; where the API takes one, it takes POST as well.
      const init = { method: method === 'GET' && body !== undefined ? 'POST' : method, headers, ...(body !== undefined && { body }) }
      return (await send(host + target, init, requestMilliseconds)).text()
    },
    async download(link, signal) {
      const response = await send(link, { credentials: 'omit', ...(signal && { signal }) }, downloadMilliseconds)
      return new Uint8Array(await response.arrayBuffer())
    },
    async stream(link, signal) {
      const response = await send(link, { credentials: 'omit', ...(signal && { signal }) }, LIMITS.request.milliseconds)
      return response.body ?? new Blob([]).stream()
    },
    async streamFrom(link, from, signal) {
      const headers = from && from.byte > 0 ? { range: `bytes=${from.byte}-`, 'if-range': from.etag } : undefined
      const response = await send(link, { credentials: 'omit', ...(headers && { headers }), ...(signal && { signal }) }, LIMITS.request.milliseconds)
      const isRest = response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${from?.byte}-`) === true
      return {
        stream: response.body ?? new Blob([]).stream(),
        from: isRest ? from!.byte : 0,
        etag: response.headers.get('etag') ?? '',
      }
    },
    async upload(link, body, signal) {
      const headers = { 'content-type': 'application/octet-stream' }
      await send(link, { method: 'PUT', body, headers, credentials: 'omit', ...(signal && { signal }) }, LIMITS.request.milliseconds)
    },
  }
}

/** `/tasks/{TaskID}` with its values, encoded; a path of files keeps its slashes. @throws TypeError if a value is missing */
export function fillPath(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (!value) throw new TypeError(`the path ${template} needs ${name}`)
    return name === 'path' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
  })
}

/** `?a=1&b=2&b=3`; arrays repeat their name, undefined is left out. */
export function queryText(query: object): string {
  const pairs = Object.entries(query).flatMap(([name, value]: [string, unknown]) =>
    (Array.isArray(value) ? value : [value]).filter((each) => each !== undefined).map((each): [string, string] => [name, String(each)]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

const isText = (row: Operation): boolean => row.replies[200]?.contentType?.startsWith('text/') ?? false

interface Asked {
  readonly body?: unknown
  readonly signal?: AbortSignal
  readonly idempotencyKey?: string
}
function requestInit(row: Operation, credential: string | undefined, input: Asked): RequestInit {
  if (row.method === 'GET' && input.body !== undefined) throw new TypeError(`fetch sends no body with GET ${row.path}; use its POST form`)
  const headers: Record<string, string> = {}
  if (credential) headers['authorization'] = credential
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  if (input.idempotencyKey !== undefined) headers['idempotency-key'] = input.idempotencyKey
  return {
    method: row.method,
    headers,
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    ...(input.signal && { signal: input.signal }),
  }
}

/** A successful response, within the time; put off by the platform, at another time. */
async function answered(fetcher: typeof fetch, url: string, init: RequestInit, milliseconds: number): Promise<Response> {
  const isRepeatable = init.method === undefined || init.method === 'GET'
  for (let left = isRepeatable ? LIMITS.client.retries : 0; ; left--) {
    const response = await sent(fetcher, url, init, milliseconds, isRepeatable)
    if (response.ok) return response
    const seconds = response.status === 503 ? Number(response.headers.get('retry-after')) : 0
    if (left === 0 || !(seconds > 0 && seconds <= LONGEST_WAIT_SECONDS)) throw await errorAnswer(response)
    await response.body?.cancel()
    await pause(seconds * 1000, init.signal ?? undefined)
  }
}

/** A platform that asks for more patience is asked again by people. */
const LONGEST_WAIT_SECONDS = 30

async function sent(fetcher: typeof fetch, url: string, init: RequestInit, milliseconds: number, isRepeatable: boolean): Promise<Response> {
  try {
    return await attempt(fetcher, url, init, milliseconds)
  } catch (error) {
    if (init.signal?.aborted) throw init.signal.reason
    if (!isRepeatable || !(error instanceof NetworkError)) throw error
    return attempt(fetcher, url, init, milliseconds)
  }
}

async function attempt(fetcher: typeof fetch, url: string, init: RequestInit, milliseconds: number): Promise<Response> {
  const timeout = AbortSignal.timeout(milliseconds)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  const { origin } = new URL(url)
  try {
    return await fetcher(url, { ...init, signal })
  } catch (cause) {
    if (init.signal?.aborted) throw init.signal.reason
    if (timeout.aborted) throw new NetworkError(`${origin} did not answer within ${milliseconds / 1000} s`, { cause })
    throw new NetworkError(`${origin} cannot be reached${reasonOf(cause)}`, { cause })
  }
}

/** What the operating system says, where `fetch` passes it on: `: connect ECONNREFUSED 127.0.0.1:8080`. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error && cause.message.includes('wrong version number')) return ': it does not speak TLS; try http://'
  return cause instanceof Error && cause.message ? `: ${cause.message}` : ''
}

async function errorAnswer(response: Response): Promise<ApiError> {
  const requestId = response.headers.get('x-request-id') ?? undefined
  const retryAfter = response.headers.get('retry-after')
  const text = await response.text()
  const said = `${response.status} ${response.statusText}`.trim()
  return new ApiError(
    response.status,
    messageOf(text) ?? `${URL.parse(response.url)?.origin ?? 'What is there'} answers ${said}, and not as a Credence platform does`,
    { requestId, ...(retryAfter !== null && { headers: { 'retry-after': retryAfter } }) },
  )
}
function messageOf(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text)
    const { message, error } = (body ?? {}) as { message?: unknown; error?: unknown }
    return [message, error].find((part) => typeof part === 'string')
  } catch {
    return undefined // not one of our answers: a proxy's page, for one
  }
}

async function content(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  return response.headers.get('content-type')?.startsWith('application/json') ? await response.json() : await response.text()
}
