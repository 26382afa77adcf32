// Files and directories of users, and uploads on their way.
import { LIMITS } from '@credence/contract'
import type { Sql, Tx } from '../database/pool.ts'
import { folderOf, foldersAbove } from './paths.ts'

export interface FileRow {
  readonly path: string
  readonly isDirectory: boolean
  readonly size: number
  readonly etag: string
  readonly objectKey: string | null
  /** Epoch seconds. */
  readonly modifiedAt: number
}
/** An upload by one link. */
export interface AnnouncedRow {
  readonly objectKey: string
  readonly path: string
  readonly size: number
  /** Epoch milliseconds. */
  readonly until: number
}
const COLUMNS = 'path, is_directory as "isDirectory", size, etag, object_key as "objectKey", modified_at as "modifiedAt"'
export const now = (): number => Math.floor(Date.now() / 1000)

export async function getFile(sql: Sql, owner: string, path: string): Promise<FileRow | undefined> {
  const { rows } = await sql.query<FileRow>({
    name: 'get_file',
    text: `select ${COLUMNS} from file where owner = $1 and path = $2`,
    values: [owner, path],
  })
  return rows[0]
}

/** What lies directly in a directory, by name; one more than a page. */
export async function listFolder(sql: Sql, owner: string, folder: string, after: string): Promise<FileRow[]> {
  const { rows } = await sql.query<FileRow>({
    name: 'list_folder',
    text: `select ${COLUMNS} from file where owner = $1 and folder = $2 and path > $3 order by path limit ${LIMITS.files.pageSize + 1}`,
    values: [owner, folder, after],
  })
  return rows
}

/** All files and directories below a directory, at any depth. */
export async function listBelow(sql: Sql, owner: string, folder: string): Promise<FileRow[]> {
  const { rows } = await sql.query<FileRow>({
    name: 'list_below',
    text: `select ${COLUMNS} from file where owner = $1 and ($2 = '' or starts_with(path, $2 || '/')) order by path`,
    values: [owner, folder],
  })
  return rows
}

export async function isEmptyFolder(sql: Sql, owner: string, folder: string): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: 'any_in_folder',
    text: 'select 1 from file where owner = $1 and folder = $2 limit 1',
    values: [owner, folder],
  })
  return rowCount === 0
}

/** Bytes of files, and of uploads that may still come, but those of one path, which they replace; uploads in parts stay beside each other. */
export async function storedBytes(sql: Sql, owner: string, butPath = ''): Promise<number> {
  const { rows } = await sql.query<{ bytes: number }>({
    name: 'stored_bytes',
    text: `select (select coalesce(sum(size), 0) from file where owner = $1 and path <> $2)::bigint
                + (select coalesce(sum(size), 0) from file_upload where owner = $1 and path <> $2)::bigint
                + (select coalesce(sum(size), 0) from upload where owner = $1)::bigint as bytes`,
    values: [owner, butPath],
  })
  return rows[0]?.bytes ?? 0
}

/** Makes the directories above a path. @returns false: one of them is a file */
export async function makeFoldersAbove(tx: Tx, owner: string, path: string): Promise<boolean> {
  for (const folder of foldersAbove(path)) if (!(await makeFolder(tx, owner, folder))) return false
  return true
}

/** False: there is a file of that name. */
export async function makeFolder(tx: Tx, owner: string, path: string): Promise<boolean> {
  const { rows } = await tx.query<{ isDirectory: boolean }>({
    name: 'make_folder',
    text: `insert into file (owner, path, folder, is_directory, size, etag, object_key, modified_at) values ($1, $2, $3, true, 0, '', null, $4)
           on conflict (owner, path) do update set path = excluded.path returning is_directory as "isDirectory"`,
    values: [owner, path, folderOf(path), now()],
  })
  return rows[0]?.isDirectory === true
}

/** New, or in place of the one of that path; there is no directory of it. */
export async function putFile(tx: Tx, owner: string, file: Omit<FileRow, 'isDirectory'>): Promise<void> {
  await tx.query({
    name: 'put_file',
    text: `insert into file (owner, path, folder, is_directory, size, etag, object_key, modified_at) values ($1, $2, $3, false, $4, $5, $6, $7)
           on conflict (owner, path) do update set size = excluded.size, etag = excluded.etag, object_key = excluded.object_key, modified_at = excluded.modified_at`,
    values: [owner, file.path, folderOf(file.path), file.size, file.etag, file.objectKey, file.modifiedAt],
  })
}

/** A file, or a directory with all below it. @returns the objects that held their bytes */
export async function removeFiles(tx: Tx, owner: string, path: string): Promise<string[]> {
  const { rows } = await tx.query<{ objectKey: string | null }>({
    name: 'remove_files',
    text: `delete from file where owner = $1 and (path = $2 or starts_with(path, $2 || '/')) returning object_key as "objectKey"`,
    values: [owner, path],
  })
  const uploads = await tx.query<{ objectKey: string }>({
    name: 'remove_uploads',
    text: `delete from file_upload where owner = $1 and (path = $2 or starts_with(path, $2 || '/')) returning object_key as "objectKey"`,
    values: [owner, path],
  })
  return [...rows, ...uploads.rows].flatMap(({ objectKey }) => objectKey ?? [])
}

export async function announceUpload(tx: Tx, owner: string, { objectKey, path, size, until }: AnnouncedRow): Promise<void> {
  await tx.query({
    name: 'announce_upload',
    text: 'insert into file_upload (object_key, owner, path, size, until) values ($1, $2, $3, $4, $5)',
    values: [objectKey, owner, path, size, until],
  })
}

/** The oldest first. */
export async function listAnnounced(sql: Sql, owner: string): Promise<AnnouncedRow[]> {
  const { rows } = await sql.query<AnnouncedRow>({
    name: 'list_announced',
    text: 'select object_key as "objectKey", path, size, until from file_upload where owner = $1 order by until, object_key',
    values: [owner],
  })
  return rows
}

/** False: somebody else took it. */
export async function takeUpload(tx: Tx, owner: string, objectKey: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'take_upload',
    text: 'delete from file_upload where owner = $1 and object_key = $2',
    values: [owner, objectKey],
  })
  return rowCount === 1
}
