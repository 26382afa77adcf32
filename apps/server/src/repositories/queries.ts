// Connected repositories.
import type { DataSource, TraceVariable } from '@credence/contract'
import { lockAccount } from '../database/lock-account.ts'
import { PAGE_ROWS, type Page } from '../database/page.ts'
import type { Sql, Tx } from '../database/pool.ts'

export interface RepositoryRow {
  readonly repositoryId: string
  readonly owner: string
  readonly remoteUrl: string
  /** A commit id, a tag or HEAD. */
  readonly commit: string
  readonly branch: string
  readonly buildDirectory: string
  readonly arguments: string | null
  readonly core: string | null
  readonly dataSources: readonly DataSource[] | null
  readonly traceVariables: readonly TraceVariable[] | null
  /** Epoch seconds. */
  readonly createdAt: number
  readonly updatedAt: number
}
const COLUMNS = `repository_id as "repositoryId", owner, remote_url as "remoteUrl", commit_name as "commit", branch, build_directory as "buildDirectory",
  arguments, core, data_sources as "dataSources", trace_variables as "traceVariables", created_at as "createdAt", updated_at as "updatedAt"`

export async function getRepository(sql: Sql, owner: string, repositoryId: string): Promise<RepositoryRow | undefined> {
  const { rows } = await sql.query<RepositoryRow>({
    name: 'get_repository',
    text: `select ${COLUMNS} from repository where repository_id = $2 and owner = $1`,
    values: [owner, repositoryId],
  })
  return rows[0]
}

/** As `getRepository`, and nobody else changes it until the transaction ends. */
export async function getRepositoryForUpdate(tx: Tx, owner: string, repositoryId: string): Promise<RepositoryRow | undefined> {
  const { rows } = await tx.query<RepositoryRow>({
    name: 'get_repository_for_update',
    text: `select ${COLUMNS} from repository where repository_id = $2 and owner = $1 for update`,
    values: [owner, repositoryId],
  })
  return rows[0]
}

export async function listRepositories(sql: Sql, owner: string, { before }: Page): Promise<RepositoryRow[]> {
  const { rows } = await sql.query<RepositoryRow>({
    name: 'list_repositories',
    text: `select ${COLUMNS} from repository where owner = $1 and ($2::bigint is null or (created_at, repository_id) < ($2, $3))
            order by created_at desc, repository_id desc limit ${PAGE_ROWS}`,
    values: [owner, before?.createdAt ?? null, before?.id ?? null],
  })
  return rows
}

/** The newest with this address, and with this branch if one is given. */
export async function findRepository(sql: Sql, owner: string, remoteUrl: string, branch: string | undefined): Promise<string | undefined> {
  const { rows } = await sql.query<{ repositoryId: string }>({
    name: 'find_repository',
    text: `select repository_id as "repositoryId" from repository
            where owner = $1 and regexp_replace(remote_url, '(\\.git)?/*$', '') = regexp_replace($2, '(\\.git)?/*$', '') and ($3::text is null or branch = $3)
            order by created_at desc, repository_id desc limit 1`,
    values: [owner, remoteUrl, branch ?? null],
  })
  return rows[0]?.repositoryId
}

/** Locks the account, so that two requests cannot both take the last place. */
export async function countRepositoriesForUpdate(tx: Tx, owner: string): Promise<number> {
  await lockAccount(tx, owner)
  const { rows } = await tx.query<{ count: number }>({
    name: 'count_repositories',
    text: 'select count(*) from repository where owner = $1',
    values: [owner],
  })
  return rows[0]?.count ?? 0
}

const valuesOf = (row: RepositoryRow): unknown[] => [
  ...[row.repositoryId, row.owner, row.remoteUrl, row.commit, row.branch, row.buildDirectory, row.arguments, row.core],
  ...[row.dataSources, row.traceVariables].map((list) => (list === null ? null : JSON.stringify(list))),
  ...[row.createdAt, row.updatedAt],
]

export async function insertRepository(tx: Tx, row: RepositoryRow): Promise<void> {
  await tx.query({
    name: 'insert_repository',
    text: `insert into repository (repository_id, owner, remote_url, commit_name, branch, build_directory, arguments, core, data_sources, trace_variables,
                                   created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: valuesOf(row),
  })
}

export async function updateRepository(tx: Tx, row: RepositoryRow): Promise<void> {
  await tx.query({
    name: 'update_repository',
    text: `update repository set remote_url = $3, commit_name = $4, branch = $5, build_directory = $6, arguments = $7, core = $8, data_sources = $9,
                                 trace_variables = $10, created_at = $11, updated_at = $12
            where repository_id = $1 and owner = $2`,
    values: valuesOf(row),
  })
}

/** False: the owner has no such repository. */
export async function deleteRepository(sql: Sql, owner: string, repositoryId: string): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: 'delete_repository',
    text: 'delete from repository where repository_id = $2 and owner = $1',
    values: [owner, repositoryId],
  })
  return rowCount === 1
}
