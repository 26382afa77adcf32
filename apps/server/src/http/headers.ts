// Headers of every answer, whatever it is.
import { COMPLETE_HEADER } from '@credence/contract'

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': `x-request-id, etag, retry-after, ratelimit, ratelimit-policy, location, content-range, ${COMPLETE_HEADER.toLowerCase()}`,
}
/** Of every answer that says nothing else: it is data, and no document of this address. */
const GUARDS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}
export const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': 'Authorization, Content-Type, X-API-Key, Idempotency-Key, If-None-Match, Range, X-Request-Id, Mcp-Protocol-Version',
  'access-control-max-age': '86400',
}

export const commonHeaders = (requestId: string) => ({ 'x-request-id': requestId, ...CORS, ...GUARDS })
