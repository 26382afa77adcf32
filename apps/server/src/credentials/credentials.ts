// Who asks: an API key in `Authorization`, raw or behind Bearer, or in `X-API-Key`.
import type { IncomingHttpHeaders } from 'node:http'
import { errors } from '@credence/contract'
import type { KnownKeys } from '../keys/known-keys.ts'
import type { User } from '../users/queries.ts'

/** @throws ApiError 401 without a credential, and for one that is wrong, deleted or over: all the same to the caller */
export async function authenticate(keys: Pick<KnownKeys, 'userOf'>, headers: IncomingHttpHeaders): Promise<User> {
  const text = credentialOf(headers)
  const user = text === undefined ? undefined : await keys.userOf(text)
  if (!user) throw errors.unauthorized()
  return user
}

export function credentialOf(headers: IncomingHttpHeaders): string | undefined {
  const given = headers['authorization'] ?? headers['x-api-key']
  return typeof given === 'string' ? given.trim().replace(/^Bearer\s+/i, '') : undefined
}
