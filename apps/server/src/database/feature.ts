import { checkDatabase } from './check.ts'
import type { Database } from './pool.ts'

export const databaseFeature = (database: Database) => ({ checks: { database: () => checkDatabase(database) } })
