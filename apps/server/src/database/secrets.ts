// Secrets of the platform itself, which all its processes share through the database.
import type { Database } from './pool.ts'

/** Made by whoever asks first. */
export async function sharedSecret(database: Database, name: string, make: () => string): Promise<string> {
  await database.query({ text: 'insert into secret (name, value) values ($1, $2) on conflict do nothing', values: [name, make()] })
  const { rows } = await database.query<{ value: string }>({ text: 'select value from secret where name = $1', values: [name] })
  if (!rows[0]) throw new Error(`the secret ${name} disappeared while it was read`)
  return rows[0].value
}
