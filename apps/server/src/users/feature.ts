import type { Database } from '../database/pool.ts'
import type { Feature } from '../http/feature.ts'
import type { Log } from '../log/log.ts'
import { openAccessCounter } from './accesses.ts'
import { userRoutes } from './routes.ts'

/** The account of the caller, and how often each account asks. */
export function userFeature({ database, log }: { database: Database; log: Log }) {
  const accesses = openAccessCounter(database, log)
  return {
    operations: userRoutes({ database }),
    onUser: ({ userId }) => accesses.count(userId),
    close: () => accesses.close(),
  } satisfies Feature
}
