// Brings a backup back into a platform without accounts: the schema as it was, the rows, the objects, and then what is newer in the schema. Builds and
// tasks that were under way wait in the queue again: leases are not kept, since whoever held them is not here.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { migrate, migrations } from '../database/migrate.ts'
import { type Database, LONG_MS, type Tx } from '../database/pool.ts'
import { JOBS, KINDS, type Kind } from '../jobs/kinds.ts'
import { move } from '../jobs/moves.ts'
import { needsOfBuild, needsOfTask } from '../jobs/needs.ts'
import type { ObjectStore } from '../objects/store.ts'
import type { Job, TaskQueue } from '../queue/task-queue.ts'
import { SEALING_FILE } from '../sealing/open.ts'
import { FORMAT, type Head, type Line, type Reader, readBackup, type Totals, VERSION } from './format.ts'
import { listTables } from './tables.ts'

const ROWS_AT_ONCE = 200
const CHARACTERS_AT_ONCE = 4_000_000

export interface RestoreDeps {
  readonly config: Config
  /** Without a schema, or with one that holds no account. */
  readonly database: Database
  readonly openObjects: () => Promise<ObjectStore>
  /** Opened when the rows are there. */
  readonly openQueue: () => Promise<TaskQueue>
}

/** @throws Error  there are accounts already; the file is no backup, not whole, or of a newer release; the sealing key is another one */
export async function restoreBackup({ config, database, openObjects, openQueue }: RestoreDeps, path: string): Promise<Totals & { requeued: number }> {
  const reader = readBackup(path)
  try {
    const head = headOf(await reader.line(), path)
    await requireEmpty(database)
    await clear(database)
    try {
      await migrate(
        database,
        migrations().filter(({ name }) => head.migrations.includes(name)),
      )
      const counts = await takeIn(reader, { config, database, openObjects }, path)
      await migrate(database)
      const queue = await openQueue()
      return { ...counts, requeued: await queueAgain(database, queue, config) }
    } catch (cause) {
      await clear(database).catch(() => {}) // half a platform is none, and the next try finds an empty one
      throw cause
    }
  } finally {
    await reader.close()
  }
}

async function clear(database: Database): Promise<void> {
  for (const schema of [database.schema, `${database.schema}_queue`])
    await database.query({ text: `drop schema if exists "${schema}" cascade`, patienceMs: LONG_MS })
}

function headOf(line: string | undefined, path: string): Head {
  let head: Partial<Head> = {}
  try {
    head = JSON.parse(line ?? '')
  } catch {
    // said below
  }
  if (head.format !== FORMAT) throw new Error(`${path} is no backup of a platform`)
  const known = new Set(migrations().map(({ name }) => name))
  const { migrations: made = [] } = head
  if (head.version !== VERSION || made.some((name) => !known.has(name)))
    throw new Error(`${path} was made by a newer release: restore it with that one`)
  return head as Head
}

async function requireEmpty(database: Database): Promise<void> {
  const { rows } = await database.query<{ there: boolean }>({
    text: 'select to_regclass($1) is not null as there',
    values: [`"${database.schema}".account`],
  })
  if (!rows[0]?.there) return
  const { rowCount } = await database.query({ text: 'select from account limit 1' })
  if (rowCount !== 0)
    throw new Error('this platform has accounts: a backup is restored into an empty one, with another CREDENCE_HOME or DATABASE_URL')
}

async function takeIn(reader: Reader, { config, database, openObjects }: Omit<RestoreDeps, 'openQueue'>, path: string): Promise<Totals> {
  const counts = { tables: 0, rows: 0, objects: 0, bytes: 0 }
  let objects: ObjectStore | undefined
  let table: { name: string; columns: readonly string[] } | undefined
  let lines: string[] = []
  let characters = 0
  const store = async (): Promise<void> => {
    if (table && lines.length > 0) await insertRows(database, table, lines)
    counts.rows += lines.length
    lines = []
    characters = 0
  }
  for (let text = await reader.line(); text !== undefined; text = await reader.line()) {
    const line = beginsPart(text)
    if (!line) {
      lines.push(text)
      characters += text.length
      if (lines.length >= ROWS_AT_ONCE || characters >= CHARACTERS_AT_ONCE) await store()
      continue
    }
    await store()
    if ('table' in line) {
      table = { name: line.table, columns: line.columns }
      counts.tables++
    } else if ('file' in line) await takeSealingKey(config, line.text)
    else if ('object' in line) {
      objects ??= await openObjects()
      await objects.put(line.object, reader.bytes(line.size), { contentType: line.contentType })
      counts.objects++
      counts.bytes += line.size
    } else if ('end' in line) {
      const { end } = line
      if (JSON.stringify(end) !== JSON.stringify(counts)) break
      await countOn(database)
      return counts
    }
  }
  throw new Error(`${path} is no whole backup`)
}

/** Rows are as PostgreSQL writes them, with a space behind each colon. */
function beginsPart(text: string): Exclude<Line, Head> | undefined {
  return /^\{"(table|object|file|end)":/.test(text) ? JSON.parse(text) : undefined
}

async function insertRows(
  database: Database,
  { name, columns }: { name: string; columns: readonly string[] },
  lines: readonly string[],
): Promise<void> {
  const list = columns.map((column) => `"${column}"`).join(', ')
  await database.query({
    text: `insert into "${name}" (${list}) overriding system value select ${list} from jsonb_populate_recordset(null::"${name}", $1::jsonb)`,
    values: [`[${lines.join(',')}]`],
    patienceMs: LONG_MS,
  })
}

/** Columns that PostgreSQL counts go on behind what was brought in. */
async function countOn(database: Database): Promise<void> {
  for (const { name, counted } of await listTables(database, database.schema))
    for (const column of counted)
      await database.query({
        text: `select setval(pg_get_serial_sequence($1, $2), greatest(1, (select coalesce(max("${column}"), 1) from "${name}")))`,
        values: [`"${database.schema}"."${name}"`, column],
        patienceMs: LONG_MS,
      })
}

/** Of the data folder that was saved; where the settings have keys, theirs hold. */
async function takeSealingKey({ home, sealingKeys }: Config, text: string): Promise<void> {
  if (sealingKeys.length > 0) return
  const path = join(home, SEALING_FILE)
  const found = await readFile(path, 'utf8').catch(() => undefined)
  if (found === text) return
  if (found !== undefined) throw new Error(`${path} is another key than that of the backup: restore into a folder that was never used`)
  await writeFile(path, text, { mode: 0o600, flag: 'wx' })
}

interface Unfinished {
  readonly id: string
  readonly owner: string
  readonly plan: string
  readonly status: string
  readonly attempt: number
  readonly about: never
}

/** @returns how many builds and tasks wait again */
async function queueAgain(database: Database, queue: TaskQueue, config: Config): Promise<number> {
  let count = 0
  for (const kind of KINDS) {
    count += await database.transaction(async (tx) => {
      const unfinished = await listUnfinished(tx, kind)
      for (const { id, status, attempt } of unfinished)
        if (status === 'Initialising' || status === 'In Progress')
          await move(tx, { kind, id, attempt }, 'Rescheduled', { reason: 'the platform was restored from a backup' })
      // The entry in the queue is new, and counts attempts from one.
      await tx.query({ text: `update ${kind} set attempt = 0, worker_id = null where finished_at is null` })
      const jobs = unfinished.map(
        ({ id, owner, plan, about }): Job => ({
          queue: kind,
          id,
          owner,
          plan,
          needs: kind === 'build' ? needsOfBuild(about, config.worker.isolation, false) : needsOfTask(about, config.worker.isolation),
        }),
      )
      await queue.enqueue(tx, jobs)
      return jobs.length
    })
  }
  return count
}

async function listUnfinished(tx: Tx, kind: Kind): Promise<Unfinished[]> {
  const about = kind === 'build' ? 'j.application' : `(select b.core from build b where b.build_id = j.build_id)`
  const { rows } = await tx.query<Unfinished>({
    text: `select j.${JOBS[kind].key} as id, j.owner, account.plan, j.status, j.attempt, coalesce(${about}, '{"MemorySize": 0}') as about
             from ${kind} j join account on account.user_id = j.owner where j.finished_at is null order by j.created_at`,
  })
  return rows
}
