// Keys that were looked up a moment ago: a client that sends two hundred requests a second is asked for its papers twice a second at most.
import { readKey } from '@credence/contract'
import type { Credentials } from '../credentials/credentials.ts'
import type { Sql } from '../database/pool.ts'
import { type FoundKey, findKey, isText } from './queries.ts'

/** So long a key works that was deleted by another process; one that was deleted in this one ends at once. */
const KNOWN_MS = 2000
const MOST_KEYS = 10_000

export interface KnownKeys extends Credentials {
  /** Of a key that was deleted; to be called when that was committed. */
  forget(keyId: string): void
  /** Of all keys of an account. */
  forgetUser(userId: string): void
}

export function openKnownKeys(sql: Sql, now: () => number = Date.now): KnownKeys {
  const known = new Map<string, { readonly found: FoundKey; readonly until: number }>()
  let forgotten = 0
  const look = async (keyId: string): Promise<FoundKey | undefined> => {
    const held = known.get(keyId)
    if (held && held.until > now()) return held.found
    const before = forgotten
    const found = await findKey(sql, keyId)
    known.delete(keyId)
    // A key that is deleted while it is looked up may have been seen before that.
    if (found && forgotten === before) known.set(keyId, { found, until: now() + KNOWN_MS })
    if (known.size > MOST_KEYS) known.delete(known.keys().next().value!)
    return found
  }
  return {
    async userOf(text) {
      const parts = readKey(text)
      const found = parts && (await look(parts.keyId))
      if (!found || !isText(found, text) || (found.validUntil !== null && found.validUntil <= now() / 1000)) return undefined
      return { userId: found.userId, plan: found.plan }
    },
    forget(keyId) {
      forgotten++
      known.delete(keyId)
    },
    forgetUser(userId) {
      forgotten++
      for (const [keyId, { found }] of known) if (found.userId === userId) known.delete(keyId)
    },
  }
}
