// One request to a receiver, which may be hostile: one connection to an address that the guard allows, no redirects, a bounded answer, and an end.
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as tlsConnect } from 'node:tls'
import type { DeliveryFault } from '@credence/contract'
import type { Guard } from '../outside/guard.ts'
import type { Attempt } from './outcome.ts'
import { portOf } from './target.ts'

export interface Sender {
  readonly guard: Guard
  /** Certificates instead of the system's, PEM. */
  readonly certificates?: string | undefined
  /** Until the status of the answer is there. */
  readonly timeoutMs: number
}
export interface Sent {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
/** A receiver that still writes when its status is known is listened to for so much, out of politeness; what it says is not kept. */
const ANSWER_BYTES = 64 * 1024
const ANSWER_MS = 300

/** @throws the reason of `stopped`; everything else that goes wrong is in the attempt */
export async function send({ guard, certificates, timeoutMs }: Sender, { url: text, headers, body }: Sent, stopped: AbortSignal): Promise<Attempt> {
  const at = Date.now()
  const began = performance.now()
  const attempt = (status: number | null, fault: DeliveryFault | null, retryAfter?: string): Attempt => ({
    at,
    status,
    fault,
    milliseconds: Math.round(performance.now() - began),
    retryAfter,
  })
  const late = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([stopped, late])
  const url = new URL(text)
  let fault: DeliveryFault = 'address'
  const ends = new DisposableStack()
  try {
    if (!guard.mayDial(url.hostname, portOf(url))) return attempt(null, fault)
    fault = 'connection'
    const plain = guard.dial(url.hostname, portOf(url)).on('error', () => {})
    ends.defer(() => plain.destroy())
    await once(plain, 'connect', { signal })
    let socket = plain
    if (url.protocol === 'https:') {
      // Over a socket that is dialled already: tls.connect itself passes over block lists.
      fault = 'tls'
      const name = url.hostname.replace(/^\[|\]$/g, '')
      const secure = tlsConnect({
        socket: plain,
        ...(isIP(name) === 0 && { servername: name }),
        ...(isIP(name) !== 0 && { host: name }),
        ALPNProtocols: ['http/1.1'],
        ...(certificates !== undefined && { ca: certificates }),
      }).on('error', () => {})
      ends.defer(() => secure.destroy())
      await once(secure, 'secureConnect', { signal })
      socket = secure
    }
    fault = 'connection'
    const request = httpRequest({
      method: 'POST',
      host: url.hostname,
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body), connection: 'close' },
      createConnection: () => socket,
    }).on('error', () => {})
    ends.defer(() => request.destroy())
    request.end(body)
    const [answer] = (await once(request, 'response', { signal })) as [IncomingMessage]
    const made = attempt(answer.statusCode ?? null, null, answer.headers['retry-after'])
    await drained(answer)
    return made
  } catch (cause) {
    stopped.throwIfAborted()
    return attempt(null, late.aborted ? 'timeout' : (FAULTS[codeOf(cause)] ?? (codeOf(cause).startsWith('HPE_') ? 'answer' : fault)))
  } finally {
    ends.dispose()
  }
}

const FAULTS: Readonly<Record<string, DeliveryFault>> = { ERR_IP_BLOCKED: 'address', ENOTFOUND: 'name', EAI_AGAIN: 'name' }
const codeOf = (cause: unknown): string => String((cause as { code?: unknown }).code)

async function drained(answer: IncomingMessage): Promise<void> {
  let bytes = 0
  const over = new AbortController()
  answer.on('error', () => {})
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > ANSWER_BYTES) over.abort()
  })
  answer.once('close', () => over.abort())
  await sleep(ANSWER_MS, undefined, { signal: over.signal }).catch(() => {})
}
