import type { Tx } from './pool.ts'

/**
 * Until the transaction ends, whoever else locks this account waits: two requests can neither both take the last place of a plan, nor both delete the
 * last key, nor change one thing of it at once.
 */
export async function lockAccount(tx: Tx, owner: string): Promise<void> {
  await tx.query({ name: 'lock_account', text: 'select from account where user_id = $1 for update', values: [owner] })
}
