// Drives of users.
import type { DataSource } from '@credence/contract'
import type { Sql, Tx } from '../database/pool.ts'

export interface DriveRow {
  readonly driveId: string
  readonly owner: string
  readonly name: string
  readonly dataSources: readonly DataSource[]
  /** Epoch seconds. */
  readonly createdAt: number
  readonly updatedAt: number
}
const COLUMNS = 'drive_id as "driveId", owner, name, data_sources as "dataSources", created_at as "createdAt", updated_at as "updatedAt"'

export async function getDrive(sql: Sql, owner: string, driveId: string): Promise<DriveRow | undefined> {
  const { rows } = await sql.query<DriveRow>({
    name: 'get_drive',
    text: `select ${COLUMNS} from drive where drive_id = $2 and owner = $1`,
    values: [owner, driveId],
  })
  return rows[0]
}

/** The newest first. */
export async function driveIds(sql: Sql, owner: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>({
    name: 'drive_ids',
    text: 'select drive_id as id from drive where owner = $1 order by created_at desc, drive_id desc',
    values: [owner],
  })
  return rows.map(({ id }) => id)
}

/** Made or changed. */
export async function putDrive(tx: Tx, row: DriveRow): Promise<void> {
  await tx.query({
    name: 'put_drive',
    text: `insert into drive (drive_id, owner, name, data_sources, created_at, updated_at) values ($1, $2, $3, $4, $5, $6)
           on conflict (drive_id) do update set name = excluded.name, data_sources = excluded.data_sources, updated_at = excluded.updated_at`,
    values: [row.driveId, row.owner, row.name, JSON.stringify(row.dataSources), row.createdAt, row.updatedAt],
  })
}

/** False: the owner has no such drive. */
export async function deleteDrive(sql: Sql, owner: string, driveId: string): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: 'delete_drive',
    text: 'delete from drive where drive_id = $2 and owner = $1',
    values: [owner, driveId],
  })
  return rowCount === 1
}
