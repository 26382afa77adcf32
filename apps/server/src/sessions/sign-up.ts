// Who may make an account. Unless the operator says more, only somebody on the machine itself, of a platform that listens to nobody else: behind a proxy on
// the same machine every stranger comes from 127.0.0.1.
import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP } from 'node:net'

export interface SignUpRules {
  readonly signUp: 'local' | 'open' | 'closed'
  readonly host: string
  readonly origin: string | undefined
}
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const

export function maySignUp(
  { signUp, host, origin }: SignUpRules,
  { address, headers }: { readonly address: string; readonly headers: IncomingHttpHeaders },
): boolean {
  if (signUp !== 'local') return signUp === 'open'
  if (!isLoopback(host) || (origin !== undefined && !isLoopback(new URL(origin).hostname))) return false
  if (FORWARDED.some((name) => headers[name] !== undefined)) return false
  const named = URL.canParse(`http://${headers.host}`) ? new URL(`http://${headers.host}`).hostname : '' // a page of a rebound name carries that name
  return isLoopback(address) && isLoopback(named)
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** An address of the machine itself, or the name that stands for it. */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, '')
  if (plain === 'localhost') return true
  const version = isIP(plain)
  return version !== 0 && loopback.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}
