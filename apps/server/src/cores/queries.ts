// Custom cores, and where a build finds its core.
import type { Class, Core, CorrelationTracking, Microarchitecture } from '@credence/contract'
import { PAGE_ROWS, type Page } from '../database/page.ts'
import type { Sql, Tx } from '../database/pool.ts'

export type CoreRow = Omit<Core, 'Object'>
const COLUMNS = `core_id as "CoreID", owner as "Owner", name as "Name", class as "Class", microarchitecture as "Microarchitecture",
  correlation_tracking as "CorrelationTracking", memory_size as "MemorySize", precision as "Precision", created_at as "CreatedAt", updated_at as "UpdatedAt"`

export async function getCore(sql: Sql, owner: string, coreId: string): Promise<CoreRow | undefined> {
  const { rows } = await sql.query<CoreRow>({
    name: 'get_core',
    text: `select ${COLUMNS} from core where core_id = $2 and owner = $1`,
    values: [owner, coreId],
  })
  return rows[0]
}

/** As `getCore`, and nobody else changes it until the transaction ends. */
export async function getCoreForUpdate(tx: Tx, owner: string, coreId: string): Promise<CoreRow | undefined> {
  const { rows } = await tx.query<CoreRow>({
    name: 'get_core_for_update',
    text: `select ${COLUMNS} from core where core_id = $2 and owner = $1 for update`,
    values: [owner, coreId],
  })
  return rows[0]
}

export async function listCores(sql: Sql, owner: string, { before }: Page): Promise<CoreRow[]> {
  const { rows } = await sql.query<CoreRow>({
    name: 'list_cores',
    text: `select ${COLUMNS} from core where owner = $1 and ($2::bigint is null or (created_at, core_id) < ($2, $3))
            order by created_at desc, core_id desc limit ${PAGE_ROWS}`,
    values: [owner, before?.createdAt ?? null, before?.id ?? null],
  })
  return rows
}

/** Locks the account, so that two requests cannot both take the last place. */
export async function countCoresForUpdate(tx: Tx, owner: string): Promise<number> {
  await tx.query({ name: 'lock_account', text: 'select from account where user_id = $1 for update', values: [owner] })
  const { rows } = await tx.query<{ count: number }>({ name: 'count_cores', text: 'select count(*) from core where owner = $1', values: [owner] })
  return rows[0]?.count ?? 0
}

export async function insertCore(tx: Tx, core: CoreRow): Promise<void> {
  await tx.query({
    name: 'insert_core',
    text: `insert into core (core_id, owner, name, class, microarchitecture, correlation_tracking, memory_size, precision, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      core.CoreID,
      core.Owner,
      core.Name,
      core.Class,
      core.Microarchitecture,
      core.CorrelationTracking,
      core.MemorySize,
      core.Precision,
      core.CreatedAt,
      core.UpdatedAt,
    ],
  })
}

export interface CoreChange {
  readonly Name: string
  readonly Class: Class
  readonly Microarchitecture: Microarchitecture
  readonly CorrelationTracking: CorrelationTracking
  readonly MemorySize: number
  readonly Precision: number
}
export async function updateCore(tx: Tx, owner: string, coreId: string, core: CoreChange): Promise<void> {
  await tx.query({
    name: 'update_core',
    text: `update core set name = $3, class = $4, microarchitecture = $5, correlation_tracking = $6, memory_size = $7, precision = $8, updated_at = $9
            where core_id = $2 and owner = $1`,
    values: [
      owner,
      coreId,
      core.Name,
      core.Class,
      core.Microarchitecture,
      core.CorrelationTracking,
      core.MemorySize,
      core.Precision,
      Math.floor(Date.now() / 1000),
    ],
  })
}

/** False: the owner has no such core. */
export async function deleteCore(sql: Sql, owner: string, coreId: string): Promise<boolean> {
  const { rowCount } = await sql.query({ name: 'delete_core', text: 'delete from core where core_id = $2 and owner = $1', values: [owner, coreId] })
  return rowCount === 1
}
