// Which plots an account made.
import type { Tx } from '../database/pool.ts'

export async function insertPlot(tx: Tx, owner: string, plotId: string, objectKey: string): Promise<void> {
  await tx.query({
    name: 'insert_plot',
    text: 'insert into plot (plot_id, owner, object_key, created_at) values ($1, $2, $3, $4)',
    values: [plotId, owner, objectKey, Date.now()],
  })
  await tx.query({ name: 'count_plot', text: 'update usage set plot_count = plot_count + 1 where owner = $1', values: [owner] })
}
