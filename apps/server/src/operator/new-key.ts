// `npm start -- --new-key`: a key made on the machine, for an owner who has none left. The right to do so is that to read the data folder or
// DATABASE_URL. It works beside a platform that runs, and starts its database for the moment where none does.
import type { Config } from '../config.ts'
import { createKey } from '../keys/queries.ts'
import { accountsNamed } from '../users/queries.ts'
import { withDatabase } from './with-database.ts'

export const NEW_KEY = '--new-key'
const NAME = 'made on the machine'

export interface MadeKey {
  readonly username: string
  readonly userId: string
  readonly text: string
}

/**
 * A key without end for the account of that name, or for the only one there is. Plans do not limit it.
 * @throws Error  no platform ever ran here, no such account, or several and none is named
 */
export async function makeNewKey(config: Config, username: string | undefined): Promise<MadeKey> {
  return withDatabase(config, (database, log) =>
    database.transaction(async (tx) => {
      const accounts = await accountsNamed(tx, username)
      const [account] = accounts
      if (!account)
        throw new Error(username === undefined ? 'there is no account yet: the first start makes one' : `no account is called '${username}'`)
      if (accounts.length > 1) throw new Error(`there are several accounts: name one, as ${NEW_KEY}=${account.username}`)
      const { text, key } = await createKey(tx, account.userId, NAME, null)
      log.info({ event: 'key.made-on-machine', keyId: key.keyId, owner: account.userId }, 'made a key on the machine')
      return { ...account, text }
    }),
  )
}
