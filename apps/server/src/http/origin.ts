// The platform's own address as a client reaches it, for links.
import type { FastifyRequest } from 'fastify'

/** @param origin  of the settings; absent: the host that the request names, if that can be a host: the address is written into pages and scripts */
export function originOf(request: FastifyRequest, origin: string | undefined): string {
  const { host } = request
  return origin ?? `${request.protocol}://${/^[\w.:[\]-]+$/.test(host) ? host : 'localhost'}`
}
