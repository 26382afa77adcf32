// `fetch` to the API of this very process, without a socket: tools act through the same operations as any client, with the same checks.
import type { FastifyInstance, InjectOptions } from 'fastify'

export function fetchWithin(app: FastifyInstance): typeof fetch {
  return async (input, init) => {
    const { pathname, search, host } = new URL(String(input))
    const request = {
      method: init?.method ?? 'GET',
      url: pathname + search,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), host },
      ...(typeof init?.body === 'string' && { payload: init.body }),
    }
    const reply = await app.inject(request as InjectOptions)
    const body = [204, 304].includes(reply.statusCode) ? null : new Uint8Array(reply.rawPayload)
    return new Response(body, { status: reply.statusCode, headers: { 'content-type': String(reply.headers['content-type'] ?? '') } })
  }
}
