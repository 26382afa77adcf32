// How builds and tasks are accepted: row, place in the plan, events and entry in the queue, in one transaction. All submissions of an owner change
// the same row, the owner's usage, and would wait for each other until the disk has what the one before wrote. So an owner has one transaction at a
// time here, and what is submitted meanwhile goes together into the next: under load, one wait for the disk serves many.
import type { DataSource } from '@credence/contract'
import type { Database, Tx } from '../database/pool.ts'
import type { TaskQueue } from '../queue/task-queue.ts'
import { COMMON, type Given, JOBS, type Kind } from './kinds.ts'
import { acceptedEntry, countEvent, statusEvent } from './moves.ts'

const MOST_AT_ONCE = 50

export interface NewJob<K extends Kind = Kind> {
  readonly kind: K
  readonly id: string
  readonly owner: string
  readonly plan: string
  /** Of the plan: unfinished builds and tasks. */
  readonly allowed: number
  readonly dataSources: readonly DataSource[]
  readonly given: Given[K]
}
type Jobs = readonly [NewJob, ...NewJob[]]
interface Waiting {
  readonly job: NewJob
  readonly answer: PromiseWithResolvers<boolean>
}

export interface Acceptance {
  /** Resolves when the job is durable. False: the plan does not allow one more. */
  accept(job: NewJob): Promise<boolean>
}

export function openAcceptance(database: Database, queue: TaskQueue): Acceptance {
  /** Of those that have a transaction under way. */
  const waiting = new Map<string, Waiting[]>()
  const work = async (name: string, queued: Waiting[]): Promise<void> => {
    while (queued.length > 0) {
      const next = queued.splice(0, MOST_AT_ONCE)
      try {
        const accepted = await database.transaction((tx) => acceptAll(tx, queue, next.map(({ job }) => job) as unknown as Jobs))
        for (const { job, answer } of next) answer.resolve(accepted.includes(job))
      } catch (cause) {
        for (const { answer } of next) answer.reject(cause)
      }
    }
    waiting.delete(name)
  }
  return {
    accept(job) {
      const answer = Promise.withResolvers<boolean>()
      const name = `${job.kind} ${job.owner} ${job.plan}`
      const others = waiting.get(name)
      const queued = others ?? []
      queued.push({ job, answer })
      if (!others) {
        waiting.set(name, queued)
        void work(name, queued)
      }
      return answer.promise
    },
  }
}

/** @returns those for which there was a place: all, or where that is too many, the first */
async function acceptAll(tx: Tx, queue: TaskQueue, jobs: Jobs): Promise<readonly NewJob[]> {
  const accepted: NewJob[] = []
  if (await insert(tx, jobs)) accepted.push(...jobs)
  else if (jobs.length > 1) for (const job of jobs) if (await insert(tx, [job])) accepted.push(job)
  const [first, ...rest] = accepted.map(({ kind, id, owner, plan }) => ({ queue: kind, id, owner, plan }))
  if (first) await queue.enqueue(tx, [first, ...rest])
  return accepted
}

/** Takes the places, writes the rows and tells of both, in one statement. False: the plan does not allow so many more. */
async function insert(tx: Tx, jobs: Jobs): Promise<boolean> {
  const [{ kind, owner, allowed }] = jobs
  const { key, given, counters } = JOBS[kind]
  const at = Date.now()
  const sql: Readonly<Record<string, string>> = { id: key, ...COMMON, ...given }
  const rows = jobs.map(({ id, dataSources, given: own }) => {
    const transitions = [acceptedEntry(kind, id, at)]
    const row = { id, owner, status: 'Accepted', transitions, dataSources, createdAt: at, updatedAt: at, ...own }
    return Object.fromEntries(Object.entries(row).map(([field, value]) => [sql[field], value]))
  })
  const events = jobs.flatMap(({ id }) => [
    { id, ...statusEvent(kind, id, 'Accepted', at) },
    { id, ...countEvent(kind, owner, 1) },
  ])
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  const { rowCount } = await tx.query({
    name: `accept_${kind}`,
    text: `with place as (
             update usage set ${[counters.underWay, ...counters.ever].map((counter) => `${counter} = ${counter} + $2`).join(', ')}, updated_at = $4
              where owner = $1 and concurrent_build_count + concurrent_task_count + $2 <= $3
          returning owner
           ), accepted as (
             insert into ${kind} (${columns})
             select ${columns.replace(/\w+/g, 'fresh.$&')} from place, jsonb_populate_recordset(null::${kind}, $5::jsonb) as fresh
           ) insert into outbox (owner, object_id, kind, payload, created_at)
             select place.owner, event.id, event.kind, event.payload, $4
               from place, jsonb_to_recordset($6::jsonb) as event (id text, kind text, payload jsonb)`,
    values: [owner, jobs.length, allowed, at, JSON.stringify(rows), JSON.stringify(events)],
  })
  return (rowCount ?? 0) > 0
}
