// Custom cores, and where a build finds its core.
import { CORE_FIELD_NAMES, type Core, type CoreValues } from '@credence/contract'
import { lockAccount } from '../database/lock-account.ts'
import { PAGE_ROWS, type Page } from '../database/page.ts'
import type { Sql, Tx } from '../database/pool.ts'

export type CoreRow = Omit<Core, 'Object'>
/** `MemorySize` stands in the column `memory_size`, and so on. */
export const columnOf = (field: string): string => field.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
/** Every field of a row, in any order. */
export const ROW_FIELDS = [
  ...CORE_FIELD_NAMES,
  ...Object.keys({ CoreID: 0, Owner: 0, CreatedAt: 0, UpdatedAt: 0 } satisfies Record<keyof Omit<CoreRow, keyof CoreValues>, 0>),
] as readonly (keyof CoreRow)[]
const COLUMNS = ROW_FIELDS.map((field) => `${columnOf(field)} as "${field}"`).join(', ')
const numbered = (count: number, from = 1): string[] => Array.from({ length: count }, (_, index) => `$${from + index}`)

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
  await lockAccount(tx, owner)
  const { rows } = await tx.query<{ count: number }>({ name: 'count_cores', text: 'select count(*) from core where owner = $1', values: [owner] })
  return rows[0]?.count ?? 0
}

export async function insertCore(tx: Tx, core: CoreRow): Promise<void> {
  await tx.query({
    name: 'insert_core',
    text: `insert into core (${ROW_FIELDS.map(columnOf).join(', ')}) values (${numbered(ROW_FIELDS.length).join(', ')})`,
    values: ROW_FIELDS.map((field) => core[field]),
  })
}

export async function updateCore(tx: Tx, owner: string, coreId: string, core: CoreValues): Promise<void> {
  const places = numbered(CORE_FIELD_NAMES.length, 4)
  await tx.query({
    name: 'update_core',
    text: `update core set ${CORE_FIELD_NAMES.map((field, index) => `${columnOf(field)} = ${places[index]}`).join(', ')}, updated_at = $3
            where core_id = $2 and owner = $1`,
    values: [owner, coreId, Math.floor(Date.now() / 1000), ...CORE_FIELD_NAMES.map((field) => core[field])],
  })
}

/** False: the owner has no such core. */
export async function deleteCore(sql: Sql, owner: string, coreId: string): Promise<boolean> {
  const { rowCount } = await sql.query({ name: 'delete_core', text: 'delete from core where core_id = $2 and owner = $1', values: [owner, coreId] })
  return rowCount === 1
}
