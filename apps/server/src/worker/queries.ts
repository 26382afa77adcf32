// Workers that are there, with what their trials found.
import type { FortranSupport } from '@credence/engine'
import type { Sql } from '../database/pool.ts'
import type { Abilities } from '../queue/abilities.ts'

/** What one try of a part found. */
export interface Trial {
  readonly ok: boolean
  readonly milliseconds: number
  /** Epoch milliseconds. */
  readonly at: number
  readonly error?: string
  /** It waited behind a user's build and was not heard. */
  readonly busy?: boolean
}
export interface WorkerState {
  readonly isolation?: string
  /** Absent while it is being made ready. */
  readonly abilities?: Abilities
  readonly fortran?: FortranSupport
  /** What is being made ready before the worker takes anything. */
  readonly preparing?: string
  readonly compiler?: Trial
  readonly runner?: Trial
  /** Not a trial of a remote: whether there is a git to fetch repositories with. */
  readonly git?: Trial
}
export interface WorkerRow {
  readonly workerId: string
  readonly slots: number
  readonly seenAt: number
  readonly state: WorkerState
}

/** A worker that was silent for so long is gone. */
const SILENT_MS = 15_000

export async function sayHello(sql: Sql, worker: { workerId: string; host: string; pid: number; slots: number; state: WorkerState }): Promise<void> {
  await sql.query({
    name: 'say_hello',
    text: `insert into worker (worker_id, host, pid, slots, started_at, seen_at, state) values ($1, $2, $3, $4, $5, $5, $6)
           on conflict (worker_id) do update set seen_at = excluded.seen_at, slots = excluded.slots, state = excluded.state`,
    values: [worker.workerId, worker.host, worker.pid, worker.slots, Date.now(), JSON.stringify(worker.state)],
  })
}

export async function forgetWorker(sql: Sql, workerId: string): Promise<void> {
  await sql.query({
    name: 'forget_worker',
    text: 'delete from worker where worker_id = $1 or seen_at < $2',
    values: [workerId, Date.now() - 3_600_000],
  })
}

/** Workers of this machine that said hello once, with their process ids. */
export async function workersOfHost(sql: Sql, host: string): Promise<{ workerId: string; pid: number }[]> {
  const { rows } = await sql.query<{ workerId: string; pid: number }>({
    name: 'workers_of_host',
    text: 'select worker_id as "workerId", pid from worker where host = $1',
    values: [host],
  })
  return rows
}

export async function listWorkers(sql: Sql): Promise<WorkerRow[]> {
  const { rows } = await sql.query<WorkerRow>({
    name: 'list_workers',
    text: `select worker_id as "workerId", slots, seen_at as "seenAt", state from worker where seen_at > $1 order by started_at`,
    values: [Date.now() - SILENT_MS],
  })
  return rows
}
