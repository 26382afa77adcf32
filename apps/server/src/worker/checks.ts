// Whether some worker compiles and runs programs: each tries both when it is asked to, and writes down what it found.
import { LANGUAGES, type Language } from '@credence/contract'
import type { FortranSupport } from '@credence/engine'
import type { Database } from '../database/pool.ts'
import type { Checks, Finding } from '../health/finding.ts'
import { listWorkers, type WorkerRow } from './queries.ts'
import { TRIAL_CHANNEL, TRIAL_FRESH_MS } from './trials.ts'

/** Compiler and runner have half of it each. */
const PATIENCE_MS = 9000
const POLL_MS = 50
/** So far the clocks of machines differ. What is later yet was written before a clock was put back, and may be old. */
const AHEAD_MS = 60_000

export function workerChecks(database: Database): Pick<Checks, 'compiler' | 'runner' | 'git'> {
  const workers = oneAtATime(() => triedWorkers(database))
  return {
    compiler: async () => partOfWorkers(await workers(), 'compiler'),
    runner: async () => partOfWorkers(await workers(), 'runner'),
    git: async () => partOfWorkers(await workers(), 'git'),
  }
}

/** Workers, after those that are ready have tried their parts a moment ago. */
async function triedWorkers(database: Database): Promise<WorkerRow[]> {
  const fresh = ({ state }: WorkerRow) =>
    state.preparing !== undefined || (state.runner !== undefined && Date.now() - state.runner.at < TRIAL_FRESH_MS + PATIENCE_MS)
  let workers = await listWorkers(database)
  const asked = Date.now()
  const before = new Map(workers.map(({ workerId, state }) => [workerId, state.runner?.at]))
  const isNear = (at: number) => at >= asked - TRIAL_FRESH_MS && at <= asked + AHEAD_MS
  const recent = ({ workerId, state: { runner } }: WorkerRow) => runner !== undefined && (isNear(runner.at) || runner.at !== before.get(workerId))
  if (workers.every((row) => row.state.preparing !== undefined || recent(row))) return workers
  await database.query({ text: 'select pg_notify($1, $2)', values: [TRIAL_CHANNEL, ''] })
  for (const end = asked + PATIENCE_MS; Date.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    workers = await listWorkers(database)
    if (workers.some(recent)) return workers
  }
  return workers.filter(fresh)
}

function partOfWorkers(workers: readonly WorkerRow[], part: 'compiler' | 'runner' | 'git'): Finding {
  const tried = workers.flatMap(({ state }) => (state[part] ? [state[part]] : []))
  const isolation = workers.find(({ state }) => state.isolation !== undefined)?.state.isolation
  const preparing = workers.find(({ state }) => state.preparing !== undefined)?.state.preparing
  const fortran = workers.flatMap(({ state }) => state.fortran ?? [])
  const more = {
    workers: workers.length,
    ...(part === 'runner' && isolation !== undefined ? { isolation } : {}),
    ...(part === 'compiler' && fortran.length > 0 ? { languages: languagesOf(fortran), fortran: fortranOf(fortran) } : {}),
  }
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

const languagesOf = (found: readonly FortranSupport[]): readonly Language[] =>
  LANGUAGES.filter((language) => language !== 'Fortran' || found.some((one) => 'version' in one))
/** Versions of flang, or how its operator gets one. */
function fortranOf(found: readonly FortranSupport[]): string {
  const versions = [...new Set(found.flatMap((one) => ('version' in one ? [one.version] : [])))]
  const missing = found.flatMap((one) => ('missing' in one ? [one.missing] : []))
  const some = versions.length > 0 && missing.length > 0 ? ` on ${found.length - missing.length} of ${found.length} workers` : ''
  return versions.length > 0 ? `flang ${versions.join(', ')}${some}` : missing[0]!
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
