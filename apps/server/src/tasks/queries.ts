// Task rows. Status is written by lifecycle/moves.ts alone.
import type { BuildCoreSpecs, DataSource, Status, TaskStats } from '@credence/contract'
import type { Database, Sql, Tx } from '../database/pool.ts'
import { PAGE_ROWS, type Page } from '../http/paging.ts'
import type { Attempt, StatusEntry } from '../lifecycle/moves.ts'

export interface TaskRow {
  readonly taskId: string
  readonly buildId: string
  readonly buildDeleted: boolean
  readonly owner: string
  readonly status: Status
  readonly attempt: number
  readonly transitions: StatusEntry[]
  readonly arguments: string | null
  readonly dataSources: DataSource[]
  readonly stats: TaskStats | null
  readonly outputPrefix: string | null
  /** Epoch milliseconds, as all times here. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
}
const COLUMNS = `task_id as "taskId", build_id as "buildId", not exists (select from build b where b.build_id = task.build_id) as "buildDeleted", owner, status, attempt, transitions, arguments, data_sources as "dataSources", stats,
  output_prefix as "outputPrefix", created_at as "createdAt", updated_at as "updatedAt", started_at as "startedAt", finished_at as "finishedAt"`

export async function getTask(sql: Sql, owner: string, taskId: string): Promise<TaskRow | undefined> {
  const { rows } = await sql.query<TaskRow>({
    name: 'get_task',
    text: `select ${COLUMNS} from task where task_id = $2 and owner = $1`,
    values: [owner, taskId],
  })
  return rows[0]
}

export async function listTasks(sql: Sql, owner: string, { before, from, to, statuses }: Page): Promise<TaskRow[]> {
  const { rows } = await sql.query<TaskRow>({
    name: 'list_tasks',
    text: `select ${COLUMNS} from task
            where owner = $1 and ($2::bigint is null or (created_at, task_id) < ($2, $3))
              and ($4::bigint is null or created_at >= $4) and ($5::bigint is null or created_at <= $5) and ($6::text[] is null or status = any($6))
            order by created_at desc, task_id desc limit ${PAGE_ROWS}`,
    values: [owner, before?.createdAt ?? null, before?.id ?? null, from ?? null, to ?? null, statuses ?? null],
  })
  return rows
}

export async function listTasksOfBuild(sql: Sql, owner: string, buildId: string, { before, from, to }: Page): Promise<TaskRow[]> {
  const { rows } = await sql.query<TaskRow>({
    name: 'list_tasks_of_build',
    text: `select ${COLUMNS} from task
            where build_id = $6 and owner = $1 and ($2::bigint is null or (created_at, task_id) < ($2, $3))
              and ($4::bigint is null or created_at >= $4) and ($5::bigint is null or created_at <= $5)
            order by created_at desc, task_id desc limit ${PAGE_ROWS}`,
    values: [owner, before?.createdAt ?? null, before?.id ?? null, from ?? null, to ?? null, buildId],
  })
  return rows
}

/** Locks the row until the end of the transaction. */
export async function statusForUpdate(tx: Tx, owner: string, taskId: string): Promise<Status | undefined> {
  const { rows } = await tx.query<{ status: Status }>({
    name: 'task_status_for_update',
    text: 'select status from task where task_id = $2 and owner = $1 for update',
    values: [owner, taskId],
  })
  return rows[0]?.status
}

export async function deleteTask(tx: Tx, owner: string, taskId: string): Promise<void> {
  await tx.query({ name: 'delete_task', text: 'delete from task where task_id = $2 and owner = $1', values: [owner, taskId] })
}

/** What an attempt at a task needs; module and core are null when the build was deleted. */
export interface TaskOfAttempt {
  readonly owner: string
  readonly arguments: string
  readonly moduleKey: string | null
  readonly core: BuildCoreSpecs | null
}
export async function taskOfAttempt(database: Database, { id, attempt }: Attempt): Promise<TaskOfAttempt | undefined> {
  const { rows } = await database.query<TaskOfAttempt>({
    name: 'task_of_attempt',
    text: `select t.owner, coalesce(t.arguments, b.default_arguments, '') as arguments, b.module_key as "moduleKey", b.core
             from task t left join build b on b.build_id = t.build_id where t.task_id = $1 and t.attempt = $2`,
    values: [id, attempt],
  })
  return rows[0]
}
