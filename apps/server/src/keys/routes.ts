// API keys of the caller.
import { errors, type Key, keyIdOf, type keyOperations } from '@credence/contract'
import type { Config } from '../config.ts'
import type { Database } from '../database/pool.ts'
import type { Handlers } from '../http/handler.ts'
import { countKeysForUpdate, createKey, listKeys, revokeKey, type StoredKey } from './queries.ts'

export function keyRoutes({ database, config }: { database: Database; config: Config }): Handlers<typeof keyOperations> {
  return {
    async listKeys({ user }) {
      const keys = await listKeys(database, user.userId)
      return { UserID: user.userId, Keys: keys.map((key) => asKey(key, key.masked)), Count: keys.length }
    },
    createKey: ({ user, body }) =>
      database.transaction(async (tx) => {
        if ((await countKeysForUpdate(tx, user.userId)) >= config.plans[user.plan].keys) throw errors.tierLimit()
        const { key, text } = await createKey(tx, user.userId, body.Name, body.ValidUntil)
        return asKey(key, text)
      }),
    async deleteKey({ user, path }) {
      const keyId = keyIdOf(path.KeyID)
      if (keyId === undefined || !(await revokeKey(database, user.userId, keyId))) throw errors.keyNotFound()
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
})
