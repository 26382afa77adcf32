// Where webhooks may lead: as far as an address tells when it is given. What its name stands for is looked at again by every connection.
import { errors } from '@credence/contract'
import { type AllowedHosts, type Guard, openGuard } from '../outside/guard.ts'

const PORTS = [80, 443, 8443] as const

export const openTargets = (allowed: AllowedHosts): Guard => openGuard(allowed, PORTS)

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80)

/** @throws ApiError 400 */
export function checkTarget(guard: Guard, text: string): void {
  const url = URL.parse(text)
  // A credential in an address would stand in every list of webhooks.
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') throw errors.malformedField('url')
  if (!guard.mayDial(url.hostname, portOf(url))) throw errors.webhookTarget(url.host)
}
