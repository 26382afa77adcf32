// API keys of the caller.
import { errors, type Key, keyIdOf, type keyOperations, planRefusal } from '@credence/contract'
import type { Config } from '../config.ts'
import type { Database } from '../database/pool.ts'
import { logEvent } from '../history/account-log.ts'
import type { Handlers } from '../http/handler.ts'
import { countKeysForUpdate, createKey, keyForUpdate, listKeys, revokeKey, type StoredKey } from './queries.ts'

export interface KeyDeps {
  readonly database: Database
  readonly config: Config
  /** Its credentials are looked up anew: sessions that a key began end with it. */
  readonly forgetUser: (userId: string) => void
}

export function keyRoutes({ database, config, forgetUser }: KeyDeps): Handlers<typeof keyOperations> {
  return {
    async listKeys({ user }) {
      const keys = await listKeys(database, user.userId)
      return { UserID: user.userId, Keys: keys.map((key) => asKey(key, key.masked)), Count: keys.length }
    },
    createKey: ({ user, body, keep, ...client }) =>
      database.transaction(async (tx) => {
        if (body.ValidUntil !== null && body.ValidUntil <= Date.now() / 1000) throw errors.malformedField('ValidUntil', 'later than now')
        if ((await countKeysForUpdate(tx, user.userId)) >= config.plans[user.plan].keys) throw planRefusal('keys')
        const { key, text } = await createKey(tx, user.userId, body.Name, body.ValidUntil)
        await logEvent(tx, user.userId, 'KeyCreated', client)
        const made = asKey(key, text)
        keep(tx, made)
        return made
      }),
    async deleteKey({ user, path, ...client }) {
      const keyId = keyIdOf(path.KeyID)
      if (keyId === undefined) throw errors.malformedField('KeyID')
      await database.transaction(async (tx) => {
        const { isThere, isLast } = await keyForUpdate(tx, user.userId, keyId)
        if (!isThere) throw errors.keyNotFound()
        if (isLast) throw errors.lastKey()
        await revokeKey(tx, user.userId, keyId)
        await logEvent(tx, user.userId, 'KeyDeleted', client)
      })
      forgetUser(user.userId)
      return { message: 'OK' }
    },
  }
}

const asKey = (key: StoredKey, text: string): Key => ({
  Object: 'Key',
  KeyID: key.keyId,
  Key: text,
  Name: key.name,
  Owner: key.owner,
  CreatedAt: key.createdAt,
  ValidUntil: key.validUntil,
  LastUsedAt: key.lastUsedAt,
})
