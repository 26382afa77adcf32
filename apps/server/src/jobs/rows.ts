// Rows of builds and tasks. Status is written by moves.ts alone.
import { LIMITS, type Status } from '@credence/contract'
import type { Page } from '../database/page.ts'
import type { Sql, Tx } from '../database/pool.ts'
import { COMMON, type CommonRow, JOBS, type Kind, type Row } from './kinds.ts'

function columnsOf(kind: Kind): string {
  const { key, given, published, derived } = JOBS[kind]
  const columns = { id: key, ...COMMON, ...given, ...published, ...derived }
  return Object.entries(columns)
    .map(([field, sql]) => `${sql} as "${field}"`)
    .join(', ')
}

/** What names one on a list. */
export type Brief = Pick<CommonRow, 'id' | 'owner' | 'createdAt'>
const briefColumnsOf = (kind: Kind): string => `${JOBS[kind].key} as id, owner, created_at as "createdAt"`

export async function getJob<K extends Kind>(sql: Sql, kind: K, owner: string, id: string): Promise<Row<K> | undefined> {
  const { rows } = await sql.query<Row<K>>({
    name: `get_${kind}`,
    text: `select ${columnsOf(kind)} from ${kind} where ${JOBS[kind].key} = $2 and owner = $1`,
    values: [owner, id],
  })
  return rows[0]
}

/** What the jobs of a list belong to, where it is not everything of their owner. */
export interface Within {
  readonly column: 'build_id' | 'repository_id'
  readonly id: string
}

/** Where the page is brief, the rows have no more than `Brief`. */
export async function listJobs<K extends Kind>(sql: Sql, kind: K, owner: string, page: Page, within?: Within): Promise<Row<K>[]> {
  const { before, from, to, statuses, isBrief = false, size = LIMITS.pageSize } = page
  const { key } = JOBS[kind]
  const { rows } = await sql.query<Row<K>>({
    name: `${isBrief ? 'name' : 'list'}_${kind}s${within === undefined ? '' : `_of_${within.column}`}`,
    text: `select ${isBrief ? briefColumnsOf(kind) : columnsOf(kind)} from ${kind}
            where ${within === undefined ? '' : `${within.column} = $8 and `}owner = $1 and ($2::bigint is null or (created_at, ${key}) < ($2, $3))
              and ($4::bigint is null or created_at >= $4) and ($5::bigint is null or created_at <= $5) and ($6::text[] is null or status = any($6))
            order by created_at desc, ${key} desc limit $7`,
    values: [
      ...[owner, before?.createdAt ?? null, before?.id ?? null, from ?? null, to ?? null, statuses ?? null, size + 1],
      ...(within === undefined ? [] : [within.id]),
    ],
  })
  return rows
}

/** When the job of this id was made, if it is on the list. */
export async function createdAtOf(sql: Sql, kind: Kind, owner: string, id: string, within?: Within): Promise<number | undefined> {
  const { rows } = await sql.query<{ createdAt: number }>({
    name: `${kind}_created_at${within === undefined ? '' : `_of_${within.column}`}`,
    text: `select created_at as "createdAt" from ${kind} where ${JOBS[kind].key} = $2 and owner = $1${within === undefined ? '' : ` and ${within.column} = $3`}`,
    values: [owner, id, ...(within === undefined ? [] : [within.id])],
  })
  return rows[0]?.createdAt
}

/** One that everybody may look at, or use. */
export async function getPublicJob<K extends Kind>(sql: Sql, kind: K, id: string): Promise<Row<K> | undefined> {
  const { rows } = await sql.query<Row<K>>({
    name: `get_public_${kind}`,
    text: `select ${columnsOf(kind)} from ${kind} where ${JOBS[kind].key} = $1 and is_public`,
    values: [id],
  })
  return rows[0]
}

/** An empty name is none. False: the owner has no such job. */
export async function renameJob(sql: Sql, kind: Kind, owner: string, id: string, name: string): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: `rename_${kind}`,
    text: `update ${kind} set name = nullif($3, ''), updated_at = greatest(updated_at + 1, $4) where ${JOBS[kind].key} = $2 and owner = $1`,
    values: [owner, id, name, Date.now()],
  })
  return rowCount === 1
}

/** Locks the row until the end of the transaction. */
export async function statusForUpdate(tx: Tx, kind: Kind, owner: string, id: string): Promise<Status | undefined> {
  const { rows } = await tx.query<{ status: Status }>({
    name: `${kind}_status_for_update`,
    text: `select status from ${kind} where ${JOBS[kind].key} = $2 and owner = $1 for update`,
    values: [owner, id],
  })
  return rows[0]?.status
}

export async function deleteJob(tx: Tx, kind: Kind, owner: string, id: string): Promise<void> {
  await tx.query({ name: `delete_${kind}`, text: `delete from ${kind} where ${JOBS[kind].key} = $2 and owner = $1`, values: [owner, id] })
}
