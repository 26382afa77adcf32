// Who asks: an API key in `Authorization`, raw or behind Bearer, or in `X-API-Key`.
import type { IncomingHttpHeaders } from 'node:http'
import { errors, type Plan } from '@credence/contract'

/** For whom a request acts. */
export interface User {
  readonly userId: string
  readonly plan: Plan
}
/** What knows the keys. */
export interface Credentials {
  /** For whom a key acts now; undefined if it is none of ours, was deleted, or its time is over. */
  userOf(text: string): Promise<User | undefined>
}

/** @throws ApiError 401 without a credential, and for one that is wrong, deleted or over: all the same to the caller */
export async function authenticate(credentials: Credentials, headers: IncomingHttpHeaders): Promise<User> {
  const text = credentialOf(headers)
  const user = text === undefined ? undefined : await credentials.userOf(text)
  if (!user) throw errors.unauthorized()
  return user
}

export function credentialOf(headers: IncomingHttpHeaders): string | undefined {
  const given = headers['authorization'] ?? headers['x-api-key']
  return typeof given === 'string' ? given.trim().replace(/^Bearer\s+/i, '') : undefined
}
