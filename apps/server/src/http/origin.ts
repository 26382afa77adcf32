// The platform's own address as a client reaches it, for links.
import type { FastifyRequest } from 'fastify'

/** @param origin  of the settings; absent: the host that the request names */
export function originOf(request: FastifyRequest, origin: string | undefined): string {
  return origin ?? `${request.protocol}://${request.host || 'localhost'}`
}
