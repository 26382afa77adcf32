// The database for what is done on the machine. It works beside a platform that runs, and starts its database for the moment where none does.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { connectDatabase, databaseFolder } from '../database/connect.ts'
import { startEmbeddedDatabase } from '../database/embedded.ts'
import { ownDatabase } from '../database/ownership.ts'
import type { Database } from '../database/pool.ts'
import { type Log, openLog } from '../log/log.ts'

/**
 * @param isNew  whether there may be no platform yet; then none may run either
 * @throws Error  no platform ever ran here
 */
export async function withDatabase<T>(config: Config, work: (database: Database, log: Log) => Promise<T>, isNew = false): Promise<T> {
  const log = openLog(config, 'platform')
  await using down = new AsyncDisposableStack()
  if (config.databaseUrl === undefined) {
    const folder = databaseFolder(config)
    if (!isNew && !existsSync(join(folder, 'data', 'PG_VERSION')))
      throw new Error(`there is no platform in ${config.home}: start it once, or name its folder with --home or CREDENCE_HOME`)
    const server = await startEmbeddedDatabase(folder)
    // Only who owns the folder may stop its server again: a platform may have come in between and use it.
    const owner = isNew ? await ownDatabase(server.url, log) : server.adopted ? undefined : await ownDatabase(server.url, log).catch(() => undefined)
    if (owner) {
      down.defer(() => server.stop())
      down.defer(() => owner.release())
    }
  }
  const database = await connectDatabase(config, log, 2)
  down.defer(() => database.close())
  return await work(database, log)
}
