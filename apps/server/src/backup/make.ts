// A backup of everything: accounts, repositories, builds, tasks with their outputs, files, secrets, in one file. The platform may go on meanwhile:
// the rows are of one moment, and the objects are copied after it, so that what a row names is there unless somebody has deleted it since.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrations } from '../database/migrate.ts'
import type { Database, Tx } from '../database/pool.ts'
import type { ObjectStore } from '../objects/store.ts'
import { SEALING_FILE } from '../sealing/open.ts'
import { FORMAT, lineOf, type Piece, type Totals, VERSION, writeBackup } from './format.ts'
import { listTables, type Table } from './tables.ts'

const ROWS_AT_ONCE = 50

export interface BackupDeps {
  readonly database: Database
  readonly objects: ObjectStore
  /** The data folder. */
  readonly home: string
}

/** @param path  of a file that is not there yet. @returns what it holds */
export async function makeBackup(deps: BackupDeps, path: string): Promise<Totals> {
  const counts = { tables: 0, rows: 0, objects: 0, bytes: 0 }
  await writeBackup(path, piecesOf(deps, counts))
  return counts
}

async function* piecesOf({ database, objects, home }: BackupDeps, counts: { -readonly [Name in keyof Totals]: number }): AsyncIterable<Piece> {
  const { rows } = await database.query<{ name: string }>({ text: 'select name from migration order by name' })
  const made = new Set(rows.map(({ name }) => name))
  yield lineOf({
    format: FORMAT,
    version: VERSION,
    madeAt: new Date().toISOString(),
    migrations: migrations().flatMap(({ name }) => (made.has(name) ? [name] : [])),
  })
  for await (const piece of inOneSnapshot(database, (tx, put) => tellRows(tx, database.schema, put, counts))) yield piece
  const sealingKey = await readFile(join(home, SEALING_FILE), 'utf8').catch(() => undefined) // absent where the settings have it
  if (sealingKey !== undefined) yield lineOf({ file: SEALING_FILE, text: sealingKey })
  for (const { key } of await objects.list('')) {
    const object = await objects.get(key)
    if (!object) continue // deleted meanwhile
    yield lineOf({ object: key, size: object.size, contentType: object.contentType })
    yield* object.body
    yield '\n'
    counts.objects++
    counts.bytes += object.size
  }
  yield lineOf({ end: { ...counts } })
}

/** What `tell` puts, piece by piece: it waits until each was taken. */
async function* inOneSnapshot(database: Database, tell: (tx: Tx, put: (piece: Piece) => Promise<void>) => Promise<void>): AsyncIterable<Piece> {
  const { readable, writable } = new TransformStream<Piece, Piece>()
  const writer = writable.getWriter()
  const told = database
    .transaction(async (tx) => {
      await tx.query({ text: 'set transaction isolation level repeatable read, read only' })
      await tx.query({ text: 'set local idle_in_transaction_session_timeout = 0' }) // it waits for the disk in between
      await tell(tx, (piece) => writer.write(piece))
    })
    .then(
      () => writer.close(),
      (cause: unknown) => writer.abort(cause),
    )
  yield* readable
  await told
}

async function tellRows(tx: Tx, schema: string, put: (piece: Piece) => Promise<void>, counts: { tables: number; rows: number }): Promise<void> {
  for (const table of await listTables(tx, schema)) {
    await put(lineOf({ table: table.name, columns: table.columns }))
    counts.tables++
    for await (const lines of rowsOf(tx, table)) {
      counts.rows += lines.length
      await put(lines.map((line) => `${line}\n`).join(''))
    }
  }
}

async function* rowsOf(tx: Tx, { name }: Table): AsyncIterable<readonly string[]> {
  await tx.query({ text: `declare rows_of_table no scroll cursor for select to_jsonb(t)::text as line from "${name}" t` })
  while (true) {
    const { rows } = await tx.query<{ line: string }>({ text: `fetch ${ROWS_AT_ONCE} from rows_of_table` })
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await tx.query({ text: 'close rows_of_table' })
}
