// One platform per data folder: a lock in its own database, which ends with the process that holds it, however that ends.
import pg from 'pg'
import type { Log } from '../log/log.ts'

const LOCK = 7_433_210_019
const AGAIN_MS = 500

/** @throws Error when another platform has it */
export async function ownDatabase(url: string, log: Log): Promise<{ release(): Promise<void> }> {
  let released = false
  let holder: pg.Client | undefined
  const take = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: url, keepAlive: true })
    client.on('error', () => {}) // 'end' follows
    await client.connect()
    const { rows } = await client.query<{ owned: boolean }>('select pg_try_advisory_lock($1) as owned', [LOCK])
    if (!rows[0]?.owned) {
      await client.end()
      return false
    }
    holder = client
    client.on('end', again)
    return true
  }
  const again = (): void => {
    if (released) return
    log.warn({ event: 'database.ownership-lost' }, 'the connection that holds the folder broke and is made again')
    const timer = setTimeout(() => take().then((owned) => owned || again(), again), AGAIN_MS)
    timer.unref()
  }
  if (!(await take())) throw new Error('another platform is running on this data folder. Stop it, or name another folder with CREDENCE_HOME.')
  return {
    async release() {
      released = true
      await holder?.end()
    },
  }
}
