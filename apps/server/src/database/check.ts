// Whether the database works.
import type { HealthRecord } from '@credence/contract'
import type { Database } from './pool.ts'

export async function checkDatabase(database: Database): Promise<Pick<HealthRecord, 'status'>> {
  await database.transaction((tx) => tx.query({ text: 'select count(*) from migration' }))
  return { status: 'healthy' }
}
