// What others read of a build: its tasks, and an attempt at it.
import type { TraceVariable } from '@credence/contract'
import type { Sql } from '../database/pool.ts'
import type { Row } from '../jobs/kinds.ts'
import type { Attempt } from '../jobs/moves.ts'

/** What a new task needs to know of its build. */
export type BuildOfTask = Pick<Row<'build'>, 'status' | 'dataSources' | 'core' | 'moduleKey'>
export async function buildOfTask(sql: Sql, owner: string, buildId: string): Promise<BuildOfTask | undefined> {
  const { rows } = await sql.query<BuildOfTask>({
    name: 'build_of_task',
    text: `select status, data_sources as "dataSources", core, module_key as "moduleKey" from build where build_id = $2 and owner = $1`,
    values: [owner, buildId],
  })
  return rows[0]
}

/** Prefixes of everything that builds of this account wrote. */
export async function prefixesOfBuilds(sql: Sql, owner: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>({ text: 'select build_id as id from build where owner = $1', values: [owner] })
  return rows.map(({ id }) => `builds/${id}/`)
}

/** Lets others run it, or no longer. False: the owner has no such build. */
export async function publishBuild(sql: Sql, owner: string, buildId: string, isPublic: boolean): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: 'publish_build',
    text: 'update build set is_public = $3, updated_at = $4 where build_id = $2 and owner = $1',
    values: [owner, buildId, isPublic, Date.now()],
  })
  return rowCount === 1
}

/** What an attempt at a build needs; on the way from the queue, so without an owner to compare. */
export type BuildOfAttempt = Pick<Row<'build'>, 'owner' | 'application' | 'core' | 'discoverVariables' | 'traceVariables'>
export async function buildOfAttempt(sql: Sql, { id, attempt }: Attempt): Promise<BuildOfAttempt | undefined> {
  const { rows } = await sql.query<BuildOfAttempt>({
    name: 'build_of_attempt',
    text: `select owner, application, core, discover_variables as "discoverVariables", trace_variables as "traceVariables"
             from build where build_id = $1 and attempt = $2`,
    values: [id, attempt],
  })
  return rows[0]
}

/** What the configuration file of its repository asks for, where nobody else did. */
export async function traceInBuild(sql: Sql, { id, attempt }: Attempt, variables: readonly TraceVariable[]): Promise<void> {
  await sql.query({
    name: 'trace_in_build',
    text: 'update build set trace_variables = $3 where build_id = $1 and attempt = $2',
    values: [id, attempt, JSON.stringify(variables)],
  })
}
