// How requests to an S3 server are sent: to that of the operator, and to one that a user named.
import { askOutside, type OutsideSettings } from '../outside/request.ts'
import type { Transport } from './requests.ts'

const PATIENCE_MS = 60_000

/** Connections are kept. Bodies are in memory, whose length `fetch` tells by itself. An answer begins within a minute, and may take as long as bytes keep coming. */
export const overFetch: Transport = async ({ method, url, headers: { 'content-length': _, ...headers }, body }) => {
  if (body !== undefined && !(body instanceof Uint8Array)) throw new TypeError('fetch would send a stream without its length')
  const impatience = new AbortController()
  const timer = setTimeout(() => impatience.abort(new Error(`no answer within ${PATIENCE_MS / 1000} s`)), PATIENCE_MS)
  try {
    const reply = await fetch(url, {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
      redirect: 'error',
      signal: impatience.signal,
      ...(body && { body: body as BodyInit }),
    })
    return {
      status: reply.status,
      header: (name) => reply.headers.get(name) ?? undefined,
      body: (reply.body ?? []) as AsyncIterable<Uint8Array>,
      drop: () => void reply.body?.cancel().catch(() => {}),
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Dialled by the guard, one connection a request; redirects are answers. */
export const overGuard =
  (settings: OutsideSettings, signal: AbortSignal): Transport =>
  async ({ method, url, headers, body }) => {
    const sent = body instanceof Uint8Array ? [body] : body
    const answer = await askOutside(settings, { method, url, headers, signal, ...(sent && { body: sent }) })
    return {
      status: answer.statusCode ?? 0,
      header: (name) => answer.headers[name] as string | undefined,
      body: answer as AsyncIterable<Uint8Array>,
      drop: () => void answer.destroy(),
    }
  }
