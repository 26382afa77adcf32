// One HTTP request to an address that a user named, over a connection that the guard dials: TLS goes over the guarded socket, since `tls.connect`
// itself heeds no list of blocked addresses. Redirects are answers like any other and are not followed.
import { once } from 'node:events'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Guard } from './guard.ts'

export interface OutsideRequest {
  readonly method: 'GET' | 'PUT' | 'HEAD' | 'POST' | 'DELETE'
  /** As it is sent: nothing of its path is resolved. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** With its length in the headers. */
  readonly body?: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  readonly signal: AbortSignal
  /** What an error from here on is about. */
  readonly begins?: (part: 'connection' | 'tls' | 'exchange') => void
}
export interface OutsideSettings {
  readonly guard: Guard
  /** PEM, in place of those of the system. */
  readonly certificates: string | undefined
  /** Without TLS too at hosts that the operator has not named. Default: no. */
  readonly isPlainAllowed?: boolean
  /** Milliseconds in which nothing may come or go. Default: 20 s. */
  readonly silenceMs?: number
}

const SILENCE_MS = 20_000

/** The answer, whose body is read or destroyed by whoever asked. @throws Error of the connection; of code ERR_IP_BLOCKED where it may not be dialled */
export async function askOutside(
  { guard, certificates, isPlainAllowed = false, silenceMs = SILENCE_MS }: OutsideSettings,
  { method, url, headers, body, signal, begins = () => {} }: OutsideRequest,
): Promise<IncomingMessage> {
  const { protocol, hostname, port: given, origin } = new URL(url)
  const isTls = protocol === 'https:'
  const port = Number(given || (isTls ? 443 : 80))
  if (!(isTls || isPlainAllowed ? guard.mayDial(hostname, port) : guard.isAllowed(hostname, port))) throw blocked(origin)
  const dial = () => {
    begins('connection')
    const socket = guard.dial(hostname, port).once('connect', () => begins(isTls ? 'tls' : 'exchange'))
    if (!isTls) return socket
    const bare = hostname.replace(/^\[|\]$/g, '')
    const isName = isIP(bare) === 0
    const own = { ...(isName && { servername: bare }), ...(certificates !== undefined && { ca: certificates }) }
    return connectTls({ socket, host: bare, ALPNProtocols: ['http/1.1'], ...own }).once('secureConnect', () => begins('exchange'))
  }
  // No `agent`, not even false: Node would then make one, which dials by itself.
  const ask = isTls ? tlsRequest : plainRequest
  const path = url.slice(origin.length)
  const request = ask({
    method,
    host: hostname,
    port,
    path,
    headers: { ...headers, host: new URL(url).host },
    createConnection: dial,
    signal,
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) => request.once('response', resolve).on('error', reject))
  request.setTimeout(silenceMs, () => {
    const silence = new Error(`nothing came within ${silenceMs / 1000} s`)
    void answered.then((answer) => answer.destroy(silence)).catch(() => {})
    setImmediate(() => request.destroy(silence))
  })
  const over = Promise.allSettled([answered])
  let isOver = false
  void over.then(() => {
    isOver = true
  })
  if (body === undefined) request.end()
  else {
    try {
      for await (const part of body) {
        if (!request.write(part)) await Promise.race([once(request, 'drain').catch(() => {}), over])
        if (isOver) break // an answer that comes before all was sent is the answer
      }
      if (!isOver) request.end()
    } catch (cause) {
      request.destroy()
      await over
      throw cause
    }
  }
  return answered
}

const blocked = (origin: string): Error => Object.assign(new Error(`this platform may not reach ${origin}`), { code: 'ERR_IP_BLOCKED' })
