// Answers of text are compressed for clients that take it. Streams go as they are: what a task prints is to arrive while it prints.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { takesGzip } from './accept.ts'

/** Below this a packet holds it anyway. */
const LEAST_BYTES = 1400
const compress = promisify(gzip)

export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < LEAST_BYTES || reply.hasHeader('content-encoding')) return payload
    if (!/^(?:application\/json|text\/plain)/.test(String(reply.getHeader('content-type')))) return payload
    const vary = reply.getHeader('vary')
    reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`)
    if (!takesGzip(request.headers['accept-encoding'])) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return compress(payload)
  })
}
