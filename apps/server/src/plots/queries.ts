// Which plots an account made.
import type { Sql, Tx } from '../database/pool.ts'

export async function insertPlot(tx: Tx, owner: string, plotId: string, objectKey: string): Promise<void> {
  await tx.query({
    name: 'insert_plot',
    text: 'insert into plot (plot_id, owner, object_key, created_at) values ($1, $2, $3, $4)',
    values: [plotId, owner, objectKey, Date.now()],
  })
  await tx.query({ name: 'count_plot', text: 'update usage set plot_count = plot_count + 1 where owner = $1', values: [owner] })
}

/** Objects with the plots of this account. */
export async function keysOfPlots(sql: Sql, owner: string): Promise<string[]> {
  const { rows } = await sql.query<{ key: string }>({ text: 'select object_key as key from plot where owner = $1', values: [owner] })
  return rows.map(({ key }) => key)
}
