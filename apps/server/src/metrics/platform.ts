// What the database knows of the whole platform: what waits and since when, what runs, who works.
import type { Database, Sql } from '../database/pool.ts'
import { KINDS } from '../jobs/kinds.ts'
import type { Family } from './registry.ts'

/** A worker that was silent so long counts as gone. */
const SILENT_MS = 10_000
/** Several who ask share one look. */
const KEPT_MS = 2000

interface Waiting {
  readonly kind: string
  readonly status: string
  readonly count: number
  /** Epoch milliseconds. */
  readonly since: number
}

export function openPlatformFigures(database: Database): () => Promise<readonly Family[]> {
  let kept: { readonly at: number; readonly families: Promise<readonly Family[]> } | undefined
  return () => {
    if (kept && performance.now() - kept.at < KEPT_MS) return kept.families
    kept = { at: performance.now(), families: look(database) }
    return kept.families
  }
}

async function look(sql: Sql): Promise<readonly Family[]> {
  const [jobs, workers, outbox] = await Promise.all([unfinished(sql), workersThere(sql), outboxSpan(sql)])
  const waiting = jobs.filter(({ status }) => status === 'Accepted' || status === 'Rescheduled')
  return [
    {
      name: 'credence_jobs',
      type: 'gauge',
      help: 'Builds and tasks that have not ended, by status.',
      samples: KINDS.flatMap((kind) => {
        const own = jobs.filter((row) => row.kind === kind)
        return own.length === 0
          ? [{ labels: { kind, status: 'Accepted' }, value: 0 }]
          : own.map(({ status, count }) => ({ labels: { kind, status }, value: count }))
      }),
    },
    {
      name: 'credence_queue_oldest_seconds',
      type: 'gauge',
      help: 'How long the build or task has waited for a worker that has waited longest; 0: none waits.',
      samples: KINDS.map((kind) => {
        const since = Math.min(...waiting.filter((row) => row.kind === kind).map((row) => row.since))
        return { labels: { kind }, value: Number.isFinite(since) ? Math.max(0, (Date.now() - since) / 1000) : 0 }
      }),
    },
    {
      name: 'credence_workers',
      type: 'gauge',
      help: 'Workers that said in the last ten seconds that they are there.',
      samples: [{ value: workers.count }],
    },
    { name: 'credence_worker_slots', type: 'gauge', help: 'Tasks that they can run at a time.', samples: [{ value: workers.slots }] },
    { name: 'credence_outbox_events', type: 'gauge', help: 'Events that are kept, of about so many ids.', samples: [{ value: outbox }] },
  ]
}

async function unfinished(sql: Sql): Promise<Waiting[]> {
  const { rows } = await sql.query<Waiting>({
    name: 'unfinished_by_status',
    text: KINDS.map(
      (kind) =>
        `select '${kind}' as kind, status, count(*) as count, min(updated_at) as since from ${kind} where finished_at is null group by status`,
    ).join(' union all '),
  })
  return rows
}
async function workersThere(sql: Sql): Promise<{ count: number; slots: number }> {
  const { rows } = await sql.query<{ count: number; slots: number }>({
    name: 'workers_there',
    text: 'select count(*) as count, coalesce(sum(slots), 0) as slots from worker where seen_at > $1',
    values: [Date.now() - SILENT_MS],
  })
  return rows[0] ?? { count: 0, slots: 0 }
}
/** Ids have next to no gaps. */
async function outboxSpan(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ span: number }>({ name: 'outbox_span', text: 'select coalesce(max(id) - min(id) + 1, 0) as span from outbox' })
  return rows[0]?.span ?? 0
}
