// `npm start -- --new-key`: a key made on the machine, for an owner who has none left. The right to do so is that to read the data folder or
// DATABASE_URL. It works beside a platform that runs, and starts its database for the moment where none does.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { connectDatabase, databaseFolder } from '../database/connect.ts'
import { startEmbeddedDatabase } from '../database/embedded.ts'
import { ownDatabase } from '../database/ownership.ts'
import { createKey } from '../keys/queries.ts'
import { openLog } from '../log/log.ts'
import { accountsNamed } from '../users/queries.ts'

const FLAG = '--new-key'
const NAME = 'made on the machine'

/** The wish in the words of the command line, and the words without it; undefined: no key is wanted. */
export function newKeyWish(argv: readonly string[]): { readonly username: string | undefined; readonly rest: readonly string[] } | undefined {
  const word = argv.find((one) => one === FLAG || one.startsWith(`${FLAG}=`))
  if (word === undefined) return undefined
  return { username: word === FLAG ? undefined : word.slice(FLAG.length + 1), rest: argv.filter((one) => one !== word) }
}

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
  const log = openLog(config, 'platform')
  await using down = new AsyncDisposableStack()
  if (config.databaseUrl === undefined) {
    const folder = databaseFolder(config)
    if (!existsSync(join(folder, 'data', 'PG_VERSION')))
      throw new Error(`there is no platform in ${config.home}: start it once, or name its folder with --home or CREDENCE_HOME`)
    const server = await startEmbeddedDatabase(folder)
    // Only who owns the folder may stop its server again: a platform may have come in between and use it.
    const owner = server.adopted ? undefined : await ownDatabase(server.url, log).catch(() => undefined)
    if (owner) {
      down.defer(() => server.stop())
      down.defer(() => owner.release())
    }
  }
  const database = await connectDatabase(config, log, 2)
  down.defer(() => database.close())
  return await database.transaction(async (tx) => {
    const accounts = await accountsNamed(tx, username)
    const [account] = accounts
    if (!account)
      throw new Error(username === undefined ? 'there is no account yet: the first start makes one' : `no account is called '${username}'`)
    if (accounts.length > 1) throw new Error(`there are several accounts: name one, as ${FLAG}=${account.username}`)
    const { text, key } = await createKey(tx, account.userId, NAME, null)
    log.info({ event: 'key.made-on-machine', keyId: key.keyId, owner: account.userId }, 'made a key on the machine')
    return { ...account, text }
  })
}
