// The platform's own address as a client reaches it, for links.
import type { FastifyRequest } from 'fastify'

/**
 * @param origin  of the settings; absent: the host that the request names, if it can be one, since the address is written into pages and scripts.
 *                What carries it varies by host.
 */
export function originOf(request: FastifyRequest, origin: string | undefined): string {
  return origin ?? `${request.protocol}://${isHost(request.host) ? request.host : 'localhost'}`
}

/** A name of DNS or an address, perhaps with a port (RFC 3986, 3.2.2 and 3.2.3), as browsers read it: `0x7f.1` would be another one's name. */
export function isHost(text: string): boolean {
  const [, name = '', port = '0'] = /^(\[[\da-f:.]+\]|[a-z\d](?:[\w-]*\w)?(?:\.[a-z\d](?:[\w-]*\w)?)*)(?::(\d{1,5}))?$/i.exec(text) ?? []
  if (name === '' || name.length > 253 || Number(port) > 65_535) return false
  const url = URL.canParse(`http://${name}/`) ? new URL(`http://${name}/`) : undefined
  return url?.hostname === name.toLowerCase()
}
