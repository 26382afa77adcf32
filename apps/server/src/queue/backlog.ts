// How much waits in the queue, and since when.
import type { Sql } from '../database/pool.ts'
import type { StoredNeeds } from './abilities.ts'
import type { QueueName } from './task-queue.ts'

export interface Backlog {
  readonly queue: Exclude<QueueName, 'probe'>
  /** Could be taken now; jobs of accounts that run as many as their plan says are among them. */
  readonly waiting: number
  /** Given back after a fault of ours, and to be taken later. */
  readonly paused: number
  readonly running: number
  /** Since the one that waits longest was submitted. */
  readonly oldestSeconds: number
}

/** Counted no further, so that asking stays cheap where millions wait. */
const MOST_COUNTED = 200_000

/** @param schema  of the queue */
export async function backlogOf(sql: Sql, schema: string): Promise<Backlog[]> {
  const { rows } = await sql.query<Backlog>({
    name: 'backlog',
    text: `select names.name as queue,
                  (select count(*) from (select from ${schema}.job j where j.name = names.name and j.state < 'active' and not j.blocked
                                            and j.start_after <= ${schema}.job_now() limit ${MOST_COUNTED}) w)::int as waiting,
                  (select count(*) from ${schema}.job j where j.name = names.name and j.state < 'active' and not j.blocked
                                            and j.start_after > ${schema}.job_now())::int as paused,
                  (select count(*) from ${schema}.job j where j.name = names.name and j.state = 'active')::int as running,
                  coalesce((select extract(epoch from ${schema}.job_now() - j.created_on) from ${schema}.job j
                             where j.name = names.name and j.state < 'active' and not j.blocked and j.start_after <= ${schema}.job_now()
                             order by j.priority desc, j.created_on limit 1), 0)::float8 as "oldestSeconds"
             from unnest(array['build', 'task']) as names (name)`,
  })
  return rows.map((row) => ({ ...row, oldestSeconds: Math.round(row.oldestSeconds * 10) / 10 }))
}

export interface WaitingNeeds {
  readonly needs: StoredNeeds
  readonly count: number
}

/** What those that wait need, of the first so many. */
export async function needsOfWaiting(sql: Sql, schema: string): Promise<WaitingNeeds[]> {
  const { rows } = await sql.query<WaitingNeeds>({
    name: 'needs_of_waiting',
    text: `select needs, count(*)::int as count
             from (select j.data -> 'needs' as needs from ${schema}.job j
                    where j.name in ('build', 'task') and j.state < 'active' and not j.blocked and j.data ? 'needs' limit 10000) waiting
            group by needs`,
  })
  return rows
}
