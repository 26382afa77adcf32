// Keeps one worker process running: starts it again when it ends, and gives back what it had, so that nobody waits for its leases to run out.
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { throughOutage } from '../database/outage.ts'
import type { Database } from '../database/pool.ts'
import { loseWorker } from '../jobs/attempts.ts'
import type { Log } from '../log/log.ts'
import { isAlive } from '../processes/alive.ts'
import type { TaskQueue } from '../queue/task-queue.ts'
import type { WorkerNews } from './main.ts'
import { forgetWorker, workersOfHost } from './queries.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const LONGEST_PAUSE_MS = 10_000
/** Longer, and its leases run out by themselves. */
const OUTAGE_MS = 10_000
/** A worker that lasted so long did not fail at its start. */
const LASTED_MS = 30_000

/**
 * Gives back what workers of this machine had that are gone, as after a power cut. A process id that was given to a stranger meanwhile only means
 * that its leases run out by themselves.
 */
export async function loseDeadWorkers(database: Database, queue: TaskQueue, log: Log): Promise<void> {
  for (const { workerId, pid } of await workersOfHost(database, hostname())) {
    if (isAlive(pid)) continue
    const lost = await loseWorker(database, queue, workerId)
    await forgetWorker(database, workerId)
    if (lost > 0) log.warn({ event: 'worker.lost', workerId, lost }, 'gave back the unfinished work of a worker that is gone')
  }
}

export interface SupervisorOptions {
  readonly database: Database
  readonly queue: TaskQueue
  readonly log: Log
  readonly argv: readonly string[]
  /** Where its process keeps its own code, compiled: half of its start is that. */
  readonly codeFolder: string
  /** Until it is killed, after it was asked to stop. */
  readonly graceMs: number
  readonly onNews: (news: WorkerNews) => void
}
export interface Supervisor {
  stop(): Promise<void>
}

export function superviseWorker({ database, queue, log, argv, codeFolder, graceMs, onNews }: SupervisorOptions): Supervisor {
  let stopping = false
  let failures = 0
  let wake = () => {}
  let stopChild = async () => {}

  const runOnce = async (): Promise<void> => {
    const workerId = randomUUID()
    const began = performance.now()
    const env = { NODE_COMPILE_CACHE: codeFolder, ...process.env }
    const child = fork(MAIN, [workerId, ...argv], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [], env })
    const ended = new Promise<string>((resolve) => {
      child.once('error', () => resolve('could not be started'))
      child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
    })
    child.on('message', (news) => onNews(news as WorkerNews))
    stopChild = async () => {
      if (child.connected) child.send('stop')
      const kill = setTimeout(() => child.kill('SIGKILL'), graceMs)
      await ended
      clearTimeout(kill)
    }
    if (stopping) await stopChild()
    const how = await ended
    if (!stopping) log.error({ event: 'worker.ended', workerId, how }, 'the worker ended and is started again')
    failures = performance.now() - began > LASTED_MS ? 0 : failures + 1
    const lost = await throughOutage(() => loseWorker(database, queue, workerId), OUTAGE_MS).catch((cause: unknown) => {
      log.warn({ event: 'worker.leases-kept', workerId, cause }, 'could not give its work back; its leases will run out')
      return 0
    })
    if (lost > 0) log.warn({ event: 'worker.lost', workerId, lost }, 'gave its unfinished work back')
  }
  const loop = (async () => {
    while (!stopping) {
      await runOnce()
      if (stopping) break
      const pause = Math.min(LONGEST_PAUSE_MS, 100 * 2 ** Math.min(failures, 10))
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, pause)
      })
    }
  })()
  return {
    async stop() {
      stopping = true
      wake()
      await stopChild()
      await loop
    },
  }
}
