// Health by doing: each service is really used, in ways that wait behind no user's job, and the result is kept for a few seconds.
import { randomUUID } from 'node:crypto'
import { type HealthRecord, type HealthStatus, SERVICES, type Service } from '@credence/contract'
import type { Database } from '../database/pool.ts'
import { type ObjectStore, readAll } from '../objects/store.ts'
import type { BossQueue } from '../queue/boss-queue.ts'
import { listWorkers, type WorkerRow } from '../worker/queries.ts'
import { TRIAL_CHANNEL, TRIAL_FRESH_MS } from '../worker/trials.ts'

const KEPT_MS = 3000
/** Compiler and runner have half of it each. */
const PATIENCE_MS = 9000
const POLL_MS = 50

export interface HealthDeps {
  readonly database: Database
  readonly queue: BossQueue
  readonly objects: ObjectStore
}
interface Finding {
  readonly status: HealthStatus
  /** Milliseconds, when the service itself measured them. */
  readonly responseTime?: number
  readonly more?: Readonly<Record<string, unknown>>
}

export interface HealthChecks {
  of(service: Service): Promise<HealthRecord>
  all(): Promise<HealthRecord[]>
}

export function openHealthChecks(deps: HealthDeps): HealthChecks {
  const kept = new Map<Service, { at: number; record: Promise<HealthRecord> }>()
  const workers = oneAtATime(() => triedWorkers(deps.database))
  const checks: Readonly<Record<Service, () => Promise<Finding>>> = {
    database: () => checkDatabase(deps.database),
    queue: () => checkQueue(deps.queue),
    objects: () => checkObjects(deps.objects),
    compiler: async () => partOfWorkers(await workers(), 'compiler'),
    runner: async () => partOfWorkers(await workers(), 'runner'),
  }
  const of = (service: Service): Promise<HealthRecord> => {
    const last = kept.get(service)
    if (last && Date.now() - last.at < KEPT_MS) return last.record
    const record = examine(service, checks[service])
    kept.set(service, { at: Date.now(), record })
    return record
  }
  return { of, all: () => Promise.all(SERVICES.map(of)) }
}

async function examine(service: Service, check: () => Promise<Finding>): Promise<HealthRecord> {
  const began = performance.now()
  const { status, responseTime, more } = await within(PATIENCE_MS + 1000, check()).catch(
    (cause: unknown): Finding => ({ status: 'unhealthy', more: { error: problemOf(service, cause) } }),
  )
  const details = { responseTime: responseTime ?? Math.round(performance.now() - began), ...more }
  return { service, status, timestamp: new Date().toISOString(), details }
}

/** In our own words: messages of the system name paths. */
function problemOf(service: Service, cause: unknown): string {
  const { code } = (cause ?? {}) as { code?: unknown }
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full'
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return 'its folder may not be written'
  return `${service} does not answer`
}

async function checkDatabase(database: Database): Promise<Finding> {
  await database.transaction((tx) => tx.query({ text: 'select count(*) from migration' }))
  return { status: 'healthy' }
}

async function checkQueue(queue: BossQueue): Promise<Finding> {
  await queue.probe()
  return { status: 'healthy' }
}

async function checkObjects(objects: ObjectStore): Promise<Finding> {
  const key = `health/${randomUUID()}`
  const bytes = new TextEncoder().encode(key)
  await objects.put(key, bytes, { contentType: 'text/plain' })
  const read = await objects.get(key)
  const same = read !== undefined && (await readAll(read)).equals(bytes)
  await objects.delete(key)
  return same ? { status: 'healthy' } : { status: 'unhealthy', more: { error: 'an object did not read back as written' } }
}

/** Workers, after those that are ready have tried their parts a moment ago. */
async function triedWorkers(database: Database): Promise<WorkerRow[]> {
  const fresh = ({ state }: WorkerRow) =>
    state.preparing !== undefined || (state.runner !== undefined && Date.now() - state.runner.at < TRIAL_FRESH_MS + PATIENCE_MS)
  let workers = await listWorkers(database)
  const asked = Date.now()
  const recent = (row: WorkerRow) => (state(row)?.at ?? 0) >= asked - TRIAL_FRESH_MS
  const state = (row: WorkerRow) => row.state.runner
  if (workers.every((row) => row.state.preparing !== undefined || recent(row))) return workers
  await database.query({ text: 'select pg_notify($1, $2)', values: [TRIAL_CHANNEL, ''] })
  for (const end = asked + PATIENCE_MS; Date.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    workers = await listWorkers(database)
    if (workers.some(recent)) return workers
  }
  return workers.filter(fresh)
}

function partOfWorkers(workers: readonly WorkerRow[], part: 'compiler' | 'runner'): Finding {
  const tried = workers.flatMap(({ state }) => (state[part] ? [state[part]] : []))
  const isolation = workers.find(({ state }) => state.isolation !== undefined)?.state.isolation
  const preparing = workers.find(({ state }) => state.preparing !== undefined)?.state.preparing
  const more = { workers: workers.length, ...(part === 'runner' && isolation !== undefined ? { isolation } : {}) }
  const good = tried.filter((trial) => trial.ok)
  const error = tried.find((trial) => !trial.ok)?.error
  if (good.length === 0) {
    if (tried.length === 0 && preparing !== undefined) return { status: 'degraded', more: { ...more, preparing } }
    return { status: 'unhealthy', more: { ...more, error: error ?? (workers.length === 0 ? 'no worker is running' : `the ${part} does not answer`) } }
  }
  const responseTime = Math.min(...good.map((trial) => trial.milliseconds))
  const busy = good.every((trial) => trial.busy)
  const whole = good.length === tried.length && !busy
  return {
    status: whole ? 'healthy' : 'degraded',
    responseTime,
    more: { ...more, ...(busy ? { busy } : {}), ...(error === undefined ? {} : { error }) },
  }
}

function oneAtATime<T>(work: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined
  return () => {
    current ??= work().finally(() => {
      current = undefined
    })
    return current
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('late')), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
