// Build rows. Status is written by lifecycle/moves.ts alone.
import type { Application, BuildCoreSpecs, BuildStats, DataSource, Status, TraceVariable } from '@credence/contract'
import type { Database, Sql, Tx } from '../database/pool.ts'
import { PAGE_ROWS, type Page } from '../http/paging.ts'
import type { Attempt, StatusEntry } from '../lifecycle/moves.ts'

export interface BuildRow {
  readonly buildId: string
  readonly owner: string
  readonly status: Status
  readonly transitions: StatusEntry[]
  readonly application: Application
  readonly defaultArguments: string
  readonly dataSources: DataSource[]
  readonly traceVariables: TraceVariable[]
  readonly core: BuildCoreSpecs
  readonly stats: BuildStats | null
  readonly outputKey: string | null
  readonly moduleKey: string | null
  /** Epoch milliseconds, as all times here. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
}
const COLUMNS = `build_id as "buildId", owner, status, transitions, application, default_arguments as "defaultArguments", data_sources as "dataSources",
  trace_variables as "traceVariables", core, stats, output_key as "outputKey", module_key as "moduleKey",
  created_at as "createdAt", updated_at as "updatedAt", started_at as "startedAt", finished_at as "finishedAt"`

export async function getBuild(sql: Sql, owner: string, buildId: string): Promise<BuildRow | undefined> {
  const { rows } = await sql.query<BuildRow>({
    name: 'get_build',
    text: `select ${COLUMNS} from build where build_id = $2 and owner = $1`,
    values: [owner, buildId],
  })
  return rows[0]
}

/** What a new task needs to know of its build. */
export type BuildOfTask = Pick<BuildRow, 'status' | 'dataSources' | 'core' | 'moduleKey'>
export async function buildOfTask(sql: Sql, owner: string, buildId: string): Promise<BuildOfTask | undefined> {
  const { rows } = await sql.query<BuildOfTask>({
    name: 'build_of_task',
    text: `select status, data_sources as "dataSources", core, module_key as "moduleKey" from build where build_id = $2 and owner = $1`,
    values: [owner, buildId],
  })
  return rows[0]
}

export async function listBuilds(sql: Sql, owner: string, { before, from, to, statuses }: Page): Promise<BuildRow[]> {
  const { rows } = await sql.query<BuildRow>({
    name: 'list_builds',
    text: `select ${COLUMNS} from build
            where owner = $1 and ($2::bigint is null or (created_at, build_id) < ($2, $3))
              and ($4::bigint is null or created_at >= $4) and ($5::bigint is null or created_at <= $5) and ($6::text[] is null or status = any($6))
            order by created_at desc, build_id desc limit ${PAGE_ROWS}`,
    values: [owner, before?.createdAt ?? null, before?.id ?? null, from ?? null, to ?? null, statuses ?? null],
  })
  return rows
}

/** Locks the row until the end of the transaction. */
export async function statusForUpdate(tx: Tx, owner: string, buildId: string): Promise<Status | undefined> {
  const { rows } = await tx.query<{ status: Status }>({
    name: 'build_status_for_update',
    text: 'select status from build where build_id = $2 and owner = $1 for update',
    values: [owner, buildId],
  })
  return rows[0]?.status
}

export async function deleteBuild(tx: Tx, owner: string, buildId: string): Promise<void> {
  await tx.query({ name: 'delete_build', text: 'delete from build where build_id = $2 and owner = $1', values: [owner, buildId] })
}

/** What an attempt at a build needs; on the way from the queue, so without an owner to compare. */
export type BuildOfAttempt = Pick<BuildRow, 'owner' | 'application' | 'core'>
export async function buildOfAttempt(database: Database, { id, attempt }: Attempt): Promise<BuildOfAttempt | undefined> {
  const { rows } = await database.query<BuildOfAttempt>({
    name: 'build_of_attempt',
    text: 'select owner, application, core from build where build_id = $1 and attempt = $2',
    values: [id, attempt],
  })
  return rows[0]
}
