// `npm start -- --backup=FILE` and `--restore=FILE`. The right to do so is that to read the data folder, or DATABASE_URL and the object store.
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Totals } from '../backup/format.ts'
import { makeBackup } from '../backup/make.ts'
import { restoreBackup } from '../backup/restore.ts'
import type { Config } from '../config.ts'
import { openObjects } from '../objects/open.ts'
import { openQueueOf } from '../queue/open.ts'
import { withDatabase } from './with-database.ts'

export interface BackupWish {
  readonly what: 'backup' | 'restore'
  /** Absolute. */
  readonly path: string
  readonly rest: readonly string[]
}
export interface Saved extends Totals {
  /** Builds and tasks that wait again. */
  readonly requeued: number
}

/** The wish in the words of the command line, and the words without it. @throws Error  no file is named */
export function backupWish(argv: readonly string[]): BackupWish | undefined {
  const at = argv.findIndex((word) => /^--(backup|restore)(=|$)/.test(word))
  if (at < 0) return undefined
  const [flag = '', given] = (argv[at] ?? '').split(/=(.*)/s)
  const path = given ?? argv[at + 1] ?? ''
  if (path === '' || path.startsWith('--')) throw new Error(`${flag} needs a file: ${flag}=credence.backup`)
  return { what: flag === '--backup' ? 'backup' : 'restore', path: resolve(path), rest: argv.toSpliced(at, given === undefined ? 2 : 1) }
}

/** @throws Error  the file is there already, or is no backup; there are accounts where one is to be restored */
export async function backUp(config: Config, { what, path }: BackupWish): Promise<Saved> {
  if (what === 'backup')
    return withDatabase(config, async (database, log) => {
      const { objects } = await openObjects(config, database)
      try {
        const saved = await makeBackup({ database, objects, home: config.home }, path)
        log.info({ event: 'backup.made', ...saved }, 'saved everything in a file')
        return { ...saved, requeued: 0 }
      } catch (cause) {
        const isThere = (cause as NodeJS.ErrnoException).code === 'EEXIST'
        if (isThere) throw new Error(`${path} is there already: name another file`, { cause })
        await rm(path, { force: true }) // what is not whole is no backup
        throw cause
      }
    })
  return withDatabase(
    config,
    async (database, log) => {
      let queue: Awaited<ReturnType<typeof openQueueOf>> | undefined
      const openQueue = async () => {
        queue = await openQueueOf(config, database, log)
        return queue
      }
      const restored = await restoreBackup(
        { config, database, openQueue, openObjects: async () => (await openObjects(config, database)).objects },
        path,
      ).finally(() => queue?.close(0))
      log.info({ event: 'backup.restored', ...restored }, 'restored everything from a file')
      return restored
    },
    true,
  )
}
