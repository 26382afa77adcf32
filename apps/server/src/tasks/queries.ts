// What an attempt at a task reads.
import type { BuildCoreSpecs, DataSource, TaskStats, TraceVariable } from '@credence/contract'
import type { Sql } from '../database/pool.ts'
import type { Attempt } from '../jobs/moves.ts'

/** Prefixes of everything that tasks of this account wrote. */
export async function prefixesOfTasks(sql: Sql, owner: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>({ text: 'select task_id as id from task where owner = $1', values: [owner] })
  return rows.map(({ id }) => `tasks/${id}/`)
}

/** Module and core are null when the build was deleted. */
export interface TaskOfAttempt {
  readonly owner: string
  readonly arguments: string
  readonly standardError: number | null
  readonly moduleKey: string | null
  readonly inputsKey: string | null
  readonly dataSources: readonly DataSource[]
  readonly core: BuildCoreSpecs | null
  readonly traceVariables: readonly TraceVariable[] | null
}
export async function taskOfAttempt(sql: Sql, { id, attempt }: Attempt): Promise<TaskOfAttempt | undefined> {
  const { rows } = await sql.query<TaskOfAttempt>({
    name: 'task_of_attempt',
    text: `select t.owner, coalesce(t.arguments, b.default_arguments, '') as arguments, b.module_key as "moduleKey", b.inputs_key as "inputsKey", b.core,
                  b.trace_variables as "traceVariables", t.data_sources as "dataSources", t.standard_error as "standardError"
             from task t left join build b on b.build_id = t.build_id where t.task_id = $1 and t.attempt = $2`,
    values: [id, attempt],
  })
  return rows[0]
}

/** Figures of a task that runs: nothing of them stays once it has ended. */
export async function tellProgress(sql: Sql, { id, attempt }: Attempt, stats: TaskStats): Promise<void> {
  await sql.query({
    name: 'tell_progress',
    text: `update task set stats = $3 where task_id = $1 and attempt = $2 and status = 'In Progress'`,
    values: [id, attempt, JSON.stringify(stats)],
  })
}
