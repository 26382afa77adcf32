// One request to a receiver, which may be hostile: one connection to an address that the guard allows, no redirects, a bounded answer, and an end.
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DeliveryFault } from '@credence/contract'
import type { Guard } from '../outside/guard.ts'
import { askOutside } from '../outside/request.ts'
import type { Attempt } from './outcome.ts'

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
  const { origin, pathname, search } = new URL(text)
  const bytes = Buffer.from(body)
  let fault: DeliveryFault = 'connection'
  let answer: IncomingMessage | undefined
  try {
    answer = await askOutside(
      { guard, certificates, isPlainAllowed: true, silenceMs: timeoutMs },
      {
        method: 'POST',
        url: origin + pathname + search,
        headers: { ...headers, 'content-length': String(bytes.length), connection: 'close' },
        body: [bytes],
        signal,
        begins: (part) => {
          fault = part === 'tls' ? 'tls' : 'connection'
        },
      },
    )
    const made = attempt(answer.statusCode ?? null, null, answer.headers['retry-after'])
    await drained(answer)
    return made
  } catch (cause) {
    stopped.throwIfAborted()
    return attempt(null, late.aborted ? 'timeout' : (FAULTS[codeOf(cause)] ?? (codeOf(cause).startsWith('HPE_') ? 'answer' : fault)))
  } finally {
    answer?.destroy()
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
