// For whom a key acts now.
import { readKey } from '@credence/contract'
import type { Credentials } from '../credentials/credentials.ts'
import { type Known, openKnown } from '../credentials/known.ts'
import type { Sql } from '../database/pool.ts'
import { findKey, isText } from './queries.ts'

export interface KnownKeys extends Credentials, Pick<Known<unknown>, 'forget' | 'forgetUser'> {}

/** @param noteUse  is told of each time that a key is used */
export function openKnownKeys(sql: Sql, now: () => number = Date.now, noteUse: (keyId: string) => void = () => {}): KnownKeys {
  const { look, forget, forgetUser } = openKnown((keyId) => findKey(sql, keyId), now)
  return {
    forget,
    forgetUser,
    async userOf(text) {
      const parts = readKey(text)
      const found = parts && (await look(parts.keyId))
      if (!found || !isText(found, text) || (found.validUntil !== null && found.validUntil <= now() / 1000)) return undefined
      noteUse(parts.keyId)
      return { userId: found.userId, plan: found.plan }
    },
  }
}
