// Which device a key speaks for now. Such a key is in no other table: it opens nothing else.
import { readKey } from '@credence/contract'
import type { Credentials } from '../credentials/credentials.ts'
import { type Known, openKnown } from '../credentials/known.ts'
import type { Sql } from '../database/pool.ts'
import { isText } from '../keys/queries.ts'
import { findThingKey } from './queries.ts'

export interface KnownThings extends Credentials, Pick<Known<unknown>, 'forgetUser'> {}

export function openKnownThings(sql: Sql, now: () => number = Date.now): KnownThings {
  const { look, forgetUser } = openKnown((keyId) => findThingKey(sql, keyId), now)
  return {
    forgetUser,
    async userOf(text) {
      const parts = readKey(text)
      const found = parts && (await look(parts.keyId))
      if (!found || !isText(found, text)) return undefined
      return { userId: found.userId, plan: found.plan, thing: found.thing }
    },
  }
}
