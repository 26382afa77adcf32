// For tests only: one embedded server per test file in a folder of its own, one schema per test.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { type Database, openDatabase } from '../database/pool.ts'
import type { Log } from '../log/log.ts'
import { lendData } from './made-data.ts'

export const quiet: Log = { info() {}, warn() {}, error() {} }

export interface TestDatabase {
  readonly folder: string
  readonly url: string
  /** A migrated schema that nobody else uses. */
  schema(): Promise<Database>
  close(): Promise<void>
}

export async function openTestDatabase(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'credence-test-'))
  await lendData(join(folder, 'postgres'))
  const server = await startEmbeddedDatabase(join(folder, 'postgres'))
  const open: Database[] = []
  return {
    folder,
    url: server.url,
    async schema() {
      const database = openDatabase({ url: server.url, schema: `test_${open.length}`, connections: 6, log: quiet })
      open.push(database)
      await migrate(database)
      return database
    },
    async close() {
      for (const database of open) await database.close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
