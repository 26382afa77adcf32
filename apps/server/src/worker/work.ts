// A worker: takes leases, runs attempts, hears of cancels, says that it is there, and tries its own compiler and runner when health is asked for.
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { ID } from '@credence/contract'
import type { Config } from '../config.ts'
import { ATTEMPT_MS, DatabaseAway, throughOutage, whileThere } from '../database/outage.ts'
import { isDiskFull } from '../disk/full.ts'
import { githubToken } from '../github/queries.ts'
import { beginAttempt, CANCEL_CHANNEL, endLost, loseAttempt, unwanted } from '../jobs/attempts.ts'
import type { Kind } from '../jobs/kinds.ts'
import type { Attempt } from '../jobs/moves.ts'
import type { Log } from '../log/log.ts'
import { openGuard } from '../outside/guard.ts'
import type { BossQueue } from '../queue/boss-queue.ts'
import type { Lease } from '../queue/task-queue.ts'
import { openSealing } from '../sealing/open.ts'
import { removeAbandoned } from '../sources/repository.ts'
import { abilitiesOf, freeMemory } from './abilities.ts'
import { type AttemptDeps, attemptBuild, attemptTask, Fenced, type Signals } from './attempt.ts'
import { openModules } from './modules.ts'
import { forgetWorker, sayHello, type WorkerState } from './queries.ts'
import type { SourceSettings } from './sources.ts'
import { openTrials, TRIAL_CHANNEL } from './trials.ts'

const HELLO_MS = 2000
/** Builds at a time. One account has all but one of them at most, so that behind a build that takes a minute the small ones of others go on. */
export const COMPILERS = 2
const PERFORM = { build: attemptBuild, task: attemptTask } as const satisfies Record<Kind, unknown>

export interface WorkerDeps extends Omit<AttemptDeps, 'readModule' | 'sources' | 'plans' | 'buckets'> {
  readonly queue: BossQueue
  readonly workerId: string
  readonly config: Config
  readonly log: Log
}
export interface Worker {
  /** Takes nothing more, lets attempts end for the grace time, and gives the rest back to the queue. */
  stop(): Promise<void>
}

export async function startWorker(deps: WorkerDeps): Promise<Worker> {
  const { database, queue, engine, config, log, workerId } = deps
  const readModule = openModules(deps.objects)
  const sealing = await openSealing(config)
  const sources: SourceSettings = {
    ...config.outside,
    folder: join(config.home, 'repositories'),
    isBoxed: engine.isolation !== 'process',
    githubAddress: config.github.login,
    githubToken: (owner) => githubToken(database, sealing, owner),
  }
  const { allowedHosts, certificates: file } = config.outside
  const certificates = file === undefined ? undefined : await readFile(file, 'utf8')
  const buckets = { guard: openGuard(allowedHosts), certificates, sealing }
  await removeAbandoned(sources.folder)
  const running = new Map<string, AbortController>()
  const attempts = new Set<Promise<void>>()
  const stopping = new AbortController()
  const trials = openTrials(engine, () => [...running.keys()].some((id) => id.startsWith(ID.build)))
  const fortran = await engine.fortran()
  const abilities = await abilitiesOf(config.worker, engine, fortran)
  const known = { isolation: engine.isolation, abilities, fortran }
  let state: WorkerState = known
  const hello = () => sayHello(database, { workerId, host: hostname(), pid: process.pid, slots: config.worker.slots, state })

  const work = async (lease: Lease<Kind>): Promise<void> => {
    if (stopping.signal.aborted) throw new Error('the worker is stopping')
    const cancelled = new AbortController()
    running.set(lease.id, cancelled)
    const signals: Signals = { cancelled: cancelled.signal, any: AbortSignal.any([cancelled.signal, lease.signal, stopping.signal]) }
    const attempt: Attempt = { kind: lease.queue, id: lease.id, attempt: lease.attempt }
    const ids = { workerId, ...attempt, ...(lease.requestId !== undefined && { requestId: lease.requestId }) }
    try {
      if ((await beginAttempt(database, queue, lease, workerId, config.worker.attempts)) === 'ended') return
      log.info({ event: 'attempt.begun', ...ids }, 'began an attempt')
      await PERFORM[lease.queue]({ ...deps, readModule, sources, buckets, plans: config.plans }, lease, signals)
      log.info({ event: 'attempt.ended', ...ids }, 'ended an attempt')
    } catch (cause) {
      if (stopping.signal.aborted) await loseAttempt(database, queue, attempt, 'its worker is stopping')
      else if (cause instanceof Fenced || lease.signal.aborted)
        log.warn({ event: 'attempt.fenced', ...ids }, 'lost the lease; the result was discarded')
      else {
        log.error({ event: 'attempt.failed', ...ids, cause }, 'an attempt failed by a fault of ours and goes back to the queue')
        // What PostgreSQL interrupted is begun again as soon as it is back: it is no fault that a pause could mend.
        const pauseMs = cause instanceof DatabaseAway ? 0 : pauseAfter(lease.attempt)
        await throughOutage(() => loseAttempt(database, queue, attempt, faultOf(cause), pauseMs), ATTEMPT_MS, stopping.signal)
      }
      // The queue takes what returns as done. If this lease is still valid, as when its beginning was not committed, the job must come again.
      throw cause
    } finally {
      running.delete(lease.id)
    }
  }
  const tracked = (lease: Lease<Kind>): Promise<void> => {
    const attempt = work(lease)
    attempts.add(attempt)
    return attempt.finally(() => attempts.delete(attempt))
  }

  const tryAll = async (): Promise<void> => {
    state = { ...known, ...(await trials.now()) }
    await hello()
  }
  const report = () => void tryAll().catch((cause: unknown) => log.warn({ event: 'trial.failed', cause }, 'a trial could not be reported'))
  const listen = (channel: string, heard: (payload: string) => void) => throughOutage(() => whileThere(database.listen(channel, heard)), ATTEMPT_MS)
  const cancels = await listen(CANCEL_CHANNEL, (id) => running.get(id)?.abort())
  const asked = await listen(TRIAL_CHANNEL, report)
  const timer = setInterval(async () => {
    try {
      await hello()
      for (const one of await unwanted(database)) {
        if (one.workerId === workerId) running.get(one.id)?.abort()
        await endLost(database, queue, one)
      }
    } catch (cause) {
      log.warn({ event: 'worker.silent', cause }, 'could not say hello')
    }
  }, HELLO_MS)
  await throughOutage(hello, ATTEMPT_MS)
  await queue.take('build', COMPILERS, tracked, { ofOne: COMPILERS - 1, abilities })
  await queue.take('task', config.worker.slots, tracked, { abilities, freeMemory })
  report() // the compiler is warm then, before somebody waits for it
  log.info({ event: 'worker.started', workerId, slots: config.worker.slots, ...abilities }, 'takes builds and tasks')

  return {
    async stop() {
      clearInterval(timer)
      const grace = AbortSignal.timeout(config.worker.graceSeconds * 1000)
      grace.addEventListener('abort', () => stopping.abort())
      const closed = queue.close(config.worker.graceSeconds * 1000 + 2000)
      await Promise.allSettled(attempts)
      await closed
      stopping.abort()
      const ends = await Promise.allSettled([cancels.close(), asked.close(), forgetWorker(database, workerId)])
      for (const end of ends)
        if (end.status === 'rejected') log.warn({ event: 'worker.not-forgotten', cause: end.reason }, 'the database was away at the end')
    },
  }
}

/** Faults of ours last: a disk is full for minutes, not for the moment that all attempts together would take. 0.5 s, 2 s, 8 s, 32 s, then 60 s. */
export const pauseAfter = (attempt: number): number => Math.min(60_000, 500 * 4 ** (attempt - 1))

const faultOf = (cause: unknown): string => (isDiskFull(cause) ? 'the disk of the platform is full' : 'an internal fault interrupted it')
