import type { Database } from '../database/pool.ts'
import type { Log } from '../log/log.ts'
import { keepOutbox } from './outbox.ts'

/** Keeps the outbox of events bounded while the API is up. */
export function outboxFeature({ database, log }: { database: Database; log: Log }) {
  const outbox = keepOutbox(database, log)
  return { close: () => outbox.close() }
}
