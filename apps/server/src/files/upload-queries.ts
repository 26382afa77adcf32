// Uploads in parts that are neither complete nor given up.
import { PAGE_ROWS, type Page } from '../database/page.ts'
import type { Sql, Tx } from '../database/pool.ts'

export interface UploadRow {
  readonly uploadId: string
  readonly owner: string
  readonly path: string
  readonly size: number
  readonly partSize: number
  readonly objectKey: string
  readonly partsId: string
  /** Epoch seconds. */
  readonly createdAt: number
  readonly updatedAt: number
}
const COLUMNS = `upload_id as "uploadId", owner, path, size, part_size as "partSize", object_key as "objectKey", parts_id as "partsId",
  created_at as "createdAt", updated_at as "updatedAt"`

export async function insertUpload(tx: Tx, row: UploadRow): Promise<void> {
  await tx.query({
    name: 'insert_upload',
    text: `insert into upload (upload_id, owner, path, size, part_size, object_key, parts_id, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [row.uploadId, row.owner, row.path, row.size, row.partSize, row.objectKey, row.partsId, row.createdAt, row.updatedAt],
  })
}

export async function getUpload(sql: Sql, owner: string, uploadId: string): Promise<UploadRow | undefined> {
  const { rows } = await sql.query<UploadRow>({
    name: 'get_upload',
    text: `select ${COLUMNS} from upload where owner = $1 and upload_id = $2`,
    values: [owner, uploadId],
  })
  return rows[0]
}

/** Locked until the transaction ends. */
export async function getUploadForUpdate(tx: Tx, owner: string, uploadId: string): Promise<UploadRow | undefined> {
  const { rows } = await tx.query<UploadRow>({
    name: 'get_upload_for_update',
    text: `select ${COLUMNS} from upload where owner = $1 and upload_id = $2 for update`,
    values: [owner, uploadId],
  })
  return rows[0]
}

/** The same, which is in use at this time. @param now  epoch seconds */
export async function touchUpload(sql: Sql, owner: string, uploadId: string, now: number): Promise<UploadRow | undefined> {
  const { rows } = await sql.query<UploadRow>({
    name: 'touch_upload',
    text: `update upload set updated_at = greatest(updated_at, $3) where owner = $1 and upload_id = $2 returning ${COLUMNS}`,
    values: [owner, uploadId, now],
  })
  return rows[0]
}

export async function listUploads(sql: Sql, owner: string, { before }: Page): Promise<UploadRow[]> {
  const { rows } = await sql.query<UploadRow>({
    name: 'list_uploads_in_parts',
    text: `select ${COLUMNS} from upload where owner = $1 and ($2::bigint is null or (created_at, upload_id) < ($2, $3))
            order by created_at desc, upload_id desc limit ${PAGE_ROWS}`,
    values: [owner, before?.createdAt ?? null, before?.id ?? null],
  })
  return rows
}

/** False: it is over. */
export async function deleteUpload(sql: Sql, owner: string, uploadId: string): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: 'delete_upload',
    text: 'delete from upload where owner = $1 and upload_id = $2',
    values: [owner, uploadId],
  })
  return rowCount === 1
}

/** Of ids at the object store, those of uploads. */
export async function knownParts(sql: Sql, partsIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql.query<{ partsId: string }>({
    name: 'known_parts',
    text: 'select parts_id as "partsId" from upload where parts_id = any($1)',
    values: [partsIds],
  })
  return new Set(rows.map(({ partsId }) => partsId))
}

/** Nobody asked for them since; locked until the transaction ends, and left out where somebody else has them. @param before  epoch seconds */
export async function idleUploads(tx: Tx, before: number, most: number): Promise<UploadRow[]> {
  const { rows } = await tx.query<UploadRow>({
    name: 'idle_uploads',
    text: `select ${COLUMNS} from upload where updated_at < $1 order by updated_at limit ${most} for update skip locked`,
    values: [before],
  })
  return rows
}
