// A credential that ends in one process ends in all of them. Without word of it they find out when they look it up again, two seconds later.
import type { Database } from '../database/pool.ts'
import type { Log } from '../log/log.ts'

const CHANNEL = 'credence_ending'

export interface Endings {
  /** Of an account: a key or a session of it was ended, or what it may do has changed. To be called when that was committed. */
  tell(userId: string): void
  close(): Promise<void>
}

/** @param forget  what this process knows of an account */
export async function shareEndings(database: Database, log: Log, forget: (userId: string) => void): Promise<Endings> {
  const heard = await database.listen(CHANNEL, forget)
  return {
    tell(userId) {
      forget(userId)
      void database
        .query({ name: 'tell_ending', text: 'select pg_notify($1, $2)', values: [CHANNEL, userId] })
        .catch((cause: unknown) => log.warn({ event: 'credentials.untold', cause }, 'other processes find out by themselves'))
    },
    close: () => heard.close(),
  }
}
