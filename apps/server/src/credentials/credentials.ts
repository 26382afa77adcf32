// Who asks: an API key or the token of a person who signed in, in `Authorization`, raw or behind Bearer, or in `X-API-Key`.
import type { IncomingHttpHeaders } from 'node:http'
import { errors, type Plan } from '@credence/contract'

/** For whom a request acts. */
export interface User {
  readonly userId: string
  readonly plan: Plan
  /** Of a person who signed in; absent where a key acts. */
  readonly session?: string
  /** The device whose key it is; absent otherwise. */
  readonly thing?: string
}
/** What knows keys, or tokens. */
export interface Credentials {
  /** For whom a credential acts now; undefined if it is none of ours, was ended, or its time is over. */
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

/** The first that knows it. */
export const firstOf = (list: readonly Credentials[]): Credentials => ({
  async userOf(text) {
    for (const one of list) {
      const user = await one.userOf(text)
      if (user) return user
    }
    return undefined
  },
})
