// The database of this process: of DATABASE_URL, or the embedded one of the data folder.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { Log } from '../log/log.ts'
import { embeddedDatabaseUrl } from './embedded.ts'
import { migrate } from './migrate.ts'
import { DatabaseAway } from './outage.ts'
import { type Database, openDatabase } from './pool.ts'

export const SCHEMA = 'credence'
const PATIENCE_MS = 30_000

export const databaseFolder = (config: Config): string => join(config.home, 'postgres')
export const databaseUrl = (config: Config): string => config.databaseUrl ?? embeddedDatabaseUrl(databaseFolder(config))

/** Connects, waiting for a server that is still starting, and brings the schema to this release. */
export async function connectDatabase(config: Config, log: Log, connections: number): Promise<Database> {
  const database = openDatabase({ url: databaseUrl(config), schema: SCHEMA, connections, log })
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(200)) {
    try {
      const ran = await migrate(database)
      if (ran.length > 0) log.info({ event: 'database.migrated', migrations: ran }, 'brought the schema up to date')
      return database
    } catch (cause) {
      const starting = cause instanceof DatabaseAway
      if (starting && Date.now() < end) continue
      await database.close()
      throw starting
        ? new Error(
            config.databaseUrl
              ? 'the PostgreSQL of DATABASE_URL does not answer'
              : `no PostgreSQL runs in ${config.home}; start a platform there first`,
            { cause },
          )
        : cause
    }
  }
}
