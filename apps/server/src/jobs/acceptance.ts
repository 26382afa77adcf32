// How builds and tasks are accepted: row, place in the plan, events and entry in the queue, in one transaction. All submissions of an owner change
// the same row, the owner's usage, and would wait for each other until the disk has what the one before wrote. So an owner has one transaction at a
// time here, and what is submitted meanwhile goes together into the next: under load, one wait for the disk serves many.
import { setImmediate } from 'node:timers/promises'
import type { DataSource } from '@credence/contract'
import type { Database, Statement, Tx } from '../database/pool.ts'
import type { Needs } from '../queue/abilities.ts'
import type { Job, TaskQueue } from '../queue/task-queue.ts'
import { COMMON, type Given, JOBS, type Kind } from './kinds.ts'
import { acceptedEntry, countEvent, statusEvent } from './moves.ts'

const MOST_AT_ONCE = 50
const MOST_FULL = 10_000
/** Answers that are written without a look at what else has come, reads above all. */
const MOST_IN_A_ROW = 8

export interface NewJob<K extends Kind = Kind> {
  readonly kind: K
  readonly id: string
  /** Epoch milliseconds of its submission, which its id was made with. */
  readonly at: number
  readonly owner: string
  readonly plan: string
  /** Of the plan: unfinished builds and tasks. */
  readonly allowed: number
  readonly name?: string | undefined
  readonly dataSources: readonly DataSource[]
  readonly given: Given[K]
  /** Of the request that submits it. */
  readonly requestId?: string
  /** Keeps its answer with it. */
  readonly keep?: (tx: Pick<Tx, 'send'>) => void
  readonly needs: Needs
}
/** Jobs of one kind and owner, under one plan. */
type Group = Pick<NewJob, 'kind' | 'owner' | 'plan' | 'allowed'>
interface Waiting {
  readonly job: NewJob
  readonly answer: PromiseWithResolvers<boolean>
}

export interface Acceptance {
  /** Resolves when the job is durable. False: the plan does not allow one more. */
  accept(job: NewJob): Promise<boolean>
}

/** @param atOnce  transactions under way at most, of all groups: the other connections are for those who read */
export function openAcceptance(database: Database, queue: TaskQueue, atOnce: number): Acceptance {
  const turns = openTurns(atOnce)
  /** Of groups that have a transaction under way. */
  const waiting = new Map<string, Waiting[]>()
  /** Groups that were refused a place: they are asked for before they are taken. */
  const full = new Set<string>()

  const acceptSome = async (name: string, group: Group, jobs: readonly NewJob[]): Promise<readonly NewJob[]> => {
    if (!full.has(name)) {
      try {
        await database.transaction((tx) => acceptAll(tx, queue, group, jobs))
        return jobs
      } catch (cause) {
        if (!isRefusal(cause)) throw cause
        if (full.size >= MOST_FULL) full.clear()
        full.add(name)
      }
    }
    const accepted = await database.transaction((tx) => acceptPossible(tx, queue, group, jobs))
    if (accepted.length === jobs.length) full.delete(name)
    return accepted
  }
  const work = async (name: string, group: Group, queued: Waiting[]): Promise<void> => {
    while (queued.length > 0) {
      if (!turns.take()) await turns.wait()
      const next = queued.splice(0, MOST_AT_ONCE)
      try {
        const jobs = next.map(({ job }) => job)
        const accepted = await acceptSome(name, group, jobs)
        for (const [at, { job, answer }] of next.entries()) {
          if (at > 0 && at % MOST_IN_A_ROW === 0) await setImmediate()
          answer.resolve(accepted.includes(job))
        }
      } catch (cause) {
        for (const { answer } of next) answer.reject(cause)
      } finally {
        turns.give()
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
        void work(name, job, queued)
      }
      return answer.promise
    },
  }
}

/** So many at a time; who comes later waits, in order. */
function openTurns(atOnce: number): { take(): boolean; wait(): Promise<void>; give(): void } {
  let left = atOnce
  const waiting: (() => void)[] = []
  return {
    take() {
      if (left > 0) left--
      else return false
      return true
    },
    wait: () => new Promise((resolve) => waiting.push(resolve)),
    give() {
      const next = waiting.shift()
      if (next) next()
      else left++
    },
  }
}

/**
 * All or none. Nothing is waited for between begin and commit, so that the owner's usage is locked for one write to the disk, and not while this
 * process is busy with something else.
 */
async function acceptAll(tx: Tx, queue: TaskQueue, group: Group, jobs: readonly NewJob[]): Promise<void> {
  await queue.enqueue(tx, jobs.map(entryOf))
  for (const { keep } of jobs) keep?.(tx)
  tx.send(insertion(group, jobs, 'must'))
}

/** @returns those for which there was a place: all, or where that is too many, the first */
async function acceptPossible(tx: Tx, queue: TaskQueue, group: Group, jobs: readonly NewJob[]): Promise<readonly NewJob[]> {
  const isPlaceFor = async (some: readonly NewJob[]) => (await tx.query(insertion(group, some, 'may'))).rowCount === 1
  const accepted: NewJob[] = []
  if (await isPlaceFor(jobs)) accepted.push(...jobs)
  else if (jobs.length > 1) for (const job of jobs) if (await isPlaceFor([job])) accepted.push(job)
  await queue.enqueue(tx, accepted.map(entryOf))
  for (const { keep } of accepted) keep?.(tx)
  return accepted
}

const entryOf = ({ kind, id, owner, plan, needs, requestId }: NewJob): Job => ({
  queue: kind,
  id,
  owner,
  plan,
  needs,
  ...(requestId !== undefined && { requestId }),
})

/** Takes the places, writes the rows and tells of both, in one statement. A row comes back if there were places; without, 'must' divides by zero. */
function insertion({ kind, owner, allowed }: Group, jobs: readonly NewJob[], places: 'must' | 'may'): Statement {
  const { key, given, counters } = JOBS[kind]
  const now = Date.now()
  const sql: Readonly<Record<string, string>> = { id: key, ...COMMON, ...given }
  const rows = jobs.map(({ id, at, name, dataSources, given: own }) => {
    const transitions = [acceptedEntry(kind, id, at)]
    const row = { id, owner, name: name || null, status: 'Accepted', transitions, dataSources, createdAt: at, updatedAt: at, ...own }
    return Object.fromEntries(Object.entries(row).map(([field, value]) => [sql[field], value]))
  })
  const events = jobs.flatMap(({ id, at }) => [
    { id, ...statusEvent(kind, id, 'Accepted', at) },
    { id, ...countEvent(kind, owner, 1) },
  ])
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  return {
    name: `accept_${kind}_${places}`,
    text: `with place as (
             update usage set ${[counters.underWay, ...counters.ever].map((counter) => `${counter} = ${counter} + $2`).join(', ')}, updated_at = $4
              where owner = $1 and concurrent_build_count + concurrent_task_count + $2 <= $3
          returning owner
           ), accepted as (
             insert into ${kind} (${columns})
             select ${columns.replace(/\w+/g, 'fresh.$&')} from place, jsonb_populate_recordset(null::${kind}, $5::jsonb) as fresh
           ), told as (
             insert into outbox (owner, object_id, kind, payload, created_at)
             select place.owner, event.id, event.kind, event.payload, $4
               from place, jsonb_to_recordset($6::jsonb) as event (id text, kind text, payload jsonb)
           ) ${places === 'must' ? 'select 1 / count(*) from place' : 'select from place'}`,
    values: [owner, jobs.length, allowed, now, JSON.stringify(rows), JSON.stringify(events)],
  }
}
/** SQLSTATE of a division by zero. */
const isRefusal = (cause: unknown): boolean => (cause as { code?: unknown }).code === '22012'
