// When keys were last used, to the minute: gathered in memory and written every few seconds, a key once a minute. A row update per request would cost more
// than the request.
import type { Database } from '../database/pool.ts'
import type { Log } from '../log/log.ts'
import { noteKeyUses } from './queries.ts'

const WRITE_MS = 5000
const MINUTE_SECONDS = 60

export interface KeyUses {
  note(keyId: string): void
  /** Writes what was noted. */
  close(): Promise<void>
}

export function openKeyUses(database: Database, log: Log, now: () => number = Date.now): KeyUses {
  let minute = 0
  /** Of the minute; true: it is written. */
  let noted = new Map<string, boolean>()
  const write = async () => {
    const [at, of] = [minute, noted]
    const waiting = [...of].flatMap(([keyId, isWritten]) => (isWritten ? [] : [keyId]))
    if (waiting.length === 0) return
    for (const keyId of waiting) of.set(keyId, true)
    await noteKeyUses(database, waiting, at).catch((cause: unknown) =>
      log.warn({ event: 'key-uses.lost', cause }, 'uses of keys could not be written'),
    )
  }
  const timer = setInterval(write, WRITE_MS)
  timer.unref()
  return {
    note(keyId) {
      const present = Math.floor(now() / 1000 / MINUTE_SECONDS) * MINUTE_SECONDS
      if (present !== minute) {
        void write()
        ;[minute, noted] = [present, new Map()]
      }
      if (!noted.has(keyId)) noted.set(keyId, false)
    },
    async close() {
      clearInterval(timer)
      await write()
    },
  }
}
