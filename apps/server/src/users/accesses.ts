// How often each account asked, counted in memory and written every few seconds: a row update per request would cost more than the request.
import type { Database } from '../database/pool.ts'
import type { Log } from '../log/log.ts'
import { addAccesses } from './queries.ts'

const WRITE_MS = 5000

export interface AccessCounter {
  count(userId: string): void
  /** Writes what was counted. */
  close(): Promise<void>
}

export function openAccessCounter(database: Database, log: Log): AccessCounter {
  let counts = new Map<string, number>()
  const write = async () => {
    if (counts.size === 0) return
    const counted = counts
    counts = new Map()
    await addAccesses(database, counted).catch((cause: unknown) => log.warn({ event: 'usage.lost', cause }, 'counted requests could not be written'))
  }
  const timer = setInterval(write, WRITE_MS)
  timer.unref()
  return {
    count: (userId) => void counts.set(userId, (counts.get(userId) ?? 0) + 1),
    async close() {
      clearInterval(timer)
      await write()
    },
  }
}
