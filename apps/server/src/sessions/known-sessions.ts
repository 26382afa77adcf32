// For whom a token of ours acts now.
import type { Credentials } from '../credentials/credentials.ts'
import { type Known, openKnown } from '../credentials/known.ts'
import type { Sql } from '../database/pool.ts'
import { findSession } from './queries.ts'
import type { Tokens } from './tokens.ts'

export interface KnownSessions extends Credentials, Pick<Known<unknown>, 'forget' | 'forgetUser'> {}

export function openKnownSessions(sql: Sql, tokens: Tokens, now: () => number = Date.now): KnownSessions {
  const { look, forget, forgetUser } = openKnown((sessionId) => findSession(sql, sessionId), now)
  return {
    forget,
    forgetUser,
    async userOf(text) {
      const claims = await tokens.read(text)
      const found = claims && (await look(claims.sessionId))
      if (!found || found.userId !== claims.userId || found.endsAt <= now() / 1000) return undefined
      return { userId: found.userId, plan: found.plan, session: claims.sessionId }
    },
  }
}
