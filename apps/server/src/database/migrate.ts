// Brings the schema to the newest version: numbered files in `migrations/`, forward only, each in one transaction with its own record.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Database } from './pool.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
/** Of the advisory lock that two starting processes meet at. */
const LOCK = 7_433_210_018

export interface Migration {
  readonly name: string
  readonly text: string
}

export function migrations(): Migration[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }))
}

/** @returns the names of those that ran now; none when the schema was up to date */
export async function migrate(database: Database): Promise<string[]> {
  await database.query({ text: `create schema if not exists ${pg.escapeIdentifier(database.schema)}` }).catch(ignoreRace)
  return database.transaction(async (tx) => {
    await tx.query({ text: 'select pg_advisory_xact_lock($1)', values: [LOCK] })
    await tx.query({ text: 'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())' })
    const { rows } = await tx.query<{ name: string }>({ text: 'select name from migration' })
    const applied = new Set(rows.map((row) => row.name))
    const known = migrations()
    const unknown = [...applied].filter((name) => !known.some((migration) => migration.name === name))
    if (unknown.length > 0) throw new Error(`the database was used by a newer release (migration ${unknown.join(', ')}); start that release`)
    const missing = known.filter(({ name }) => !applied.has(name))
    for (const { name, text } of missing) {
      await tx.query({ text })
      await tx.query({ text: 'insert into migration (name) values ($1)', values: [name] })
    }
    return missing.map(({ name }) => name)
  })
}

/** Two processes may create the schema at once; "if not exists" does not cover that race. */
function ignoreRace(error: unknown): void {
  if (!['23505', '42P06'].includes((error as { code?: string }).code ?? '')) throw error
}
