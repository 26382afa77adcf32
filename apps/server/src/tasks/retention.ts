// Deletes outputs of tasks that ended long ago, where the operator wants that. The task stays, and says that its outputs are gone.
import type { Database } from '../database/pool.ts'
import type { Log } from '../log/log.ts'
import type { ObjectStore } from '../objects/store.ts'

const LOOK_MS = 60_000
const DAY_MS = 86_400_000
/** Their rows are locked while their objects go. */
const BATCH = 20

export interface RetentionDeps {
  readonly database: Database
  readonly objects: ObjectStore
  readonly log: Log
}

/** Looks once a minute; any number of processes may do so at once. @param days  0: for ever */
export function keepOutputsFor(days: number, { database, objects, log }: RetentionDeps): { close(): Promise<void> } {
  let current: Promise<unknown> | undefined
  const timer = setInterval(() => {
    current ??= deleteOldOutputs({ database, objects }, Date.now() - days * DAY_MS)
      .then((count) => {
        if (count > 0) log.info({ event: 'outputs.deleted', count }, 'deleted outputs of tasks that ended long ago')
      })
      .catch((cause: unknown) => log.warn({ event: 'outputs.undeleted', cause }, 'old outputs could not be deleted'))
      .finally(() => {
        current = undefined
      })
  }, LOOK_MS)
  timer.unref()
  if (days === 0) clearInterval(timer)
  return {
    async close() {
      clearInterval(timer)
      await current
    },
  }
}

/**
 * The objects first: a process that dies in between leaves them to the next look.
 * @param before  epoch milliseconds
 * @returns of how many tasks
 */
export async function deleteOldOutputs({ database, objects }: Pick<RetentionDeps, 'database' | 'objects'>, before: number): Promise<number> {
  for (let total = 0; ; ) {
    const count = await database.transaction(async (tx) => {
      const { rows } = await tx.query<{ id: string }>({
        name: 'outputs_to_delete',
        text: `select task_id as id from task where finished_at < $1 and outputs_deleted_at is null order by finished_at limit ${BATCH} for update skip locked`,
        values: [before],
      })
      for (const { id } of rows) await objects.deleteAll(`tasks/${id}/`)
      await tx.query({
        name: 'outputs_are_deleted',
        text: 'update task set outputs_deleted_at = $2, updated_at = $2 where task_id = any($1)',
        values: [rows.map(({ id }) => id), Date.now()],
      })
      return rows.length
    })
    total += count
    if (count < BATCH) return total
  }
}
