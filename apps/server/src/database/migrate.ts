// Brings the schema to the newest version: numbered files in `migrations/`, forward only, all that are missing in one transaction with their records.
// A migration adds, so that processes of the release before go on beside newer ones. One that takes something away says why old code goes on working,
// or `-- breaks older releases` in a line of its own, and is written a release after the code that no longer needs what it takes.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, LONG_MS } from './pool.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
/** Of the advisory lock that two starting processes meet at. */
const LOCK = 7_433_210_018
const BREAKS = /^-- breaks older releases$/m

export interface Migration {
  readonly name: string
  readonly text: string
  /** Releases that do not know it must not run on what it made. */
  readonly breaks: boolean
}

export function migrations(): Migration[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => {
    const text = readFileSync(join(FOLDER, name), 'utf8')
    return { name, text, breaks: BREAKS.test(text) }
  })
}

/**
 * @param known  the migrations of this release, or of them those that a backup was made with
 * @returns the names of those that ran now; none when the schema was up to date
 * @throws Error  a newer release brought the schema to where this one cannot follow
 */
export async function migrate(database: Database, known: readonly Migration[] = migrations()): Promise<string[]> {
  await database.query({ text: `create schema if not exists ${pg.escapeIdentifier(database.schema)}` }).catch(ignoreRace)
  return database.transaction(async (tx) => {
    await tx.query({ text: 'select pg_advisory_xact_lock($1)', values: [LOCK], patienceMs: LONG_MS })
    await tx.query({ text: 'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())' })
    await tx.query({ text: 'alter table migration add column if not exists breaks boolean not null default false' })
    const { rows } = await tx.query<{ name: string; breaks: boolean }>({ text: 'select name, breaks from migration' })
    const applied = new Set(rows.map((row) => row.name))
    const strange = rows.filter(({ name, breaks }) => breaks && !known.some((migration) => migration.name === name))
    if (strange.length > 0)
      throw new Error(`the database was used by a newer release (migration ${strange.map(({ name }) => name).join(', ')}); start that release`)
    const missing = known.filter(({ name }) => !applied.has(name))
    for (const { name, text, breaks } of missing) {
      await tx.query({ text, patienceMs: LONG_MS })
      await tx.query({ text: 'insert into migration (name, breaks) values ($1, $2)', values: [name, breaks] })
    }
    return missing.map(({ name }) => name)
  })
}

/** Two processes may create the schema at once; "if not exists" does not cover that race. */
function ignoreRace(error: unknown): void {
  if (!['23505', '42P06'].includes((error as { code?: string }).code ?? '')) throw error
}
