// The first account of an empty platform, with an API key that is shown once.
import type { Config } from '../config.ts'
import type { Database } from '../database/pool.ts'
import { createKey } from '../keys/queries.ts'
import { anyAccount, createAccount } from '../users/queries.ts'

export interface FirstAccount {
  readonly username: string
  readonly userId: string
  readonly keyText: string
}

/** Undefined: there is an account already. */
export async function makeFirstAccount(database: Database, { username, plan }: Config['firstUser']): Promise<FirstAccount | undefined> {
  return database.transaction(async (tx) => {
    await tx.query({ text: 'lock table account in exclusive mode' }) // two platforms that start at once
    if (await anyAccount(tx)) return undefined
    const { userId } = await createAccount(tx, username, plan)
    const { text } = await createKey(tx, userId, 'first key', null)
    return { username, userId, keyText: text }
  })
}
