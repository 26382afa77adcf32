// Task rows. Status is written by lifecycle/moves.ts alone.
import type { BuildCoreSpecs, DataSource, Status, TaskStats } from '@credence/contract'
import type { Database, Sql, Tx } from '../database/pool.ts'
import { PAGE_ROWS, type Page } from '../http/paging.ts'
import { type Attempt, acceptedEntry, countEvent, type StatusEntry, statsEvent, statusEvent } from '../lifecycle/moves.ts'

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

export interface NewTask {
  readonly taskId: string
  readonly buildId: string
  readonly owner: string
  /** Absent: those of the build. */
  readonly arguments: string | undefined
  readonly dataSources: readonly DataSource[]
  readonly createdAt: number
}

/** Takes the place among the unfinished ones, writes the row and tells of both, in one statement. False: the plan does not allow one more. */
export async function acceptTask(tx: Tx, task: NewTask, allowed: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'accept_task',
    text: `with place as (
             update usage set concurrent_task_count = concurrent_task_count + 1, task_count = task_count + 1, updated_at = $7
              where owner = $3 and concurrent_build_count + concurrent_task_count < $8
          returning owner
           ), accepted as (
             insert into task (task_id, build_id, owner, status, transitions, arguments, data_sources, created_at, updated_at)
             select $1, $2, owner, 'Accepted', $4, $5, $6, $7, $7 from place
           ) insert into outbox (owner, object_id, kind, payload, created_at)
             select owner, $1, event.kind, event.payload, $7 from place, (values ('task-status', $9::jsonb), ('task-count', $10::jsonb)) as event (kind, payload)`,
    values: [
      task.taskId,
      task.buildId,
      task.owner,
      JSON.stringify([acceptedEntry('task', task.taskId, task.createdAt)]),
      task.arguments ?? null,
      JSON.stringify(task.dataSources),
      task.createdAt,
      allowed,
      JSON.stringify(statusEvent('task', task.taskId, 'Accepted', task.createdAt)),
      JSON.stringify(countEvent('task', task.owner, 1)),
    ],
  })
  return (rowCount ?? 0) > 0
}

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

/** Publishes what an attempt made, counts it for its owner and tells of it, in the transaction of its final move. */
export async function recordTask(tx: Tx, { id, attempt }: Attempt, owner: string, outputPrefix: string, stats: TaskStats): Promise<void> {
  const totals = { TotalDynamicInstructions: stats.DynamicInstructions, TotalExecutionTime: stats.ExecutionTimeInMilliseconds }
  await tx.query({
    name: 'record_task',
    text: `with recorded as (
             update task set output_prefix = $3, stats = $4 where task_id = $1 and attempt = $2
           ), counted as (
             update usage set execution_milliseconds = execution_milliseconds + $6, dynamic_instructions = dynamic_instructions + $7 where owner = $5
           ) insert into outbox (owner, object_id, kind, payload, created_at) values ($5, $1, 'task-stats', $8::jsonb, $9)`,
    values: [
      ...[id, attempt, outputPrefix, JSON.stringify(stats), owner, stats.ExecutionTimeInMilliseconds, stats.DynamicInstructions],
      ...[JSON.stringify(statsEvent('task', owner, totals)), Date.now()],
    ],
  })
}
