// The cookie that renews a session. Scripts cannot read it, other sites cannot send it, and it goes to /session alone.
import type { IncomingHttpHeaders } from 'node:http'
import { isLoopback } from './sign-up.ts'

const NAME = 'credence_refresh'

export const refreshCookie = (token: string, endsAt: number, origin: string): string =>
  cookie(token, Math.max(0, endsAt - Math.floor(Date.now() / 1000)), origin)
export const clearCookie = (origin: string): string => cookie('', 0, origin)

function cookie(value: string, seconds: number, origin: string): string {
  const { protocol, hostname } = new URL(origin)
  const isPlain = protocol === 'http:' && isLoopback(hostname)
  return `${NAME}=${value}; Path=/session; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isPlain ? '' : '; Secure'}`
}

export function refreshTokenOf({ cookie: given = '' }: IncomingHttpHeaders): string | undefined {
  const pairs = given.split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([name]) => name === NAME)?.[1]
}
