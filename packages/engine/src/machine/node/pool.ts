// Runs programs, each in a fresh process that is used once. Some wait ready, so that a run does not wait for a process to start.
import { mkdir } from 'node:fs/promises'
import type { RunEvents, RunRequest, RunResult } from '../../types.ts'
import { messageOf, requireAvailable } from '../execute.ts'
import { PAGE } from '../module.ts'
import { WARM } from './frames.ts'
import { type IsolationLevel, probeIsolation, runnerCommand } from './isolation.ts'
import { Runner } from './process.ts'
import { prepareRunner } from './program-files.ts'

export interface MachineOptions {
  /** Where the runner's code is kept. */
  readonly cacheDir: string
  /** The runtime module. */
  readonly runtime: Uint8Array
  /** Processes that wait ready. Default 0: each run starts its own. */
  readonly poolSize?: number
}
export interface Machine {
  readonly isolation: IsolationLevel
  /** Runs a program to its end. Rejects only for faults of ours. */
  readonly run: (request: RunRequest, events: RunEvents) => Promise<RunResult>
  /** Kills what runs and waits until all processes are gone. */
  readonly close: () => Promise<void>
}

/** Enough for every ensemble budget (2 GiB) and for programs up to that size; larger ones get a process with a higher cap. */
const USUAL_PAGES = (2048 + 256) * 16
const MOST_PAGES = 65_536

export async function openMachine({ cacheDir, runtime, poolSize = 0 }: MachineOptions): Promise<Machine> {
  await mkdir(cacheDir, { recursive: true })
  const [folder, isolation] = await Promise.all([prepareRunner(cacheDir), probeIsolation()])
  const alive = new Set<Runner>()
  const waiting: Runner[] = []
  let closed = false
  const start = (pages: number, ...words: string[]) => {
    const runner = new Runner(runnerCommand(isolation, folder, pages, words), runtime)
    alive.add(runner)
    return runner
  }
  const fill = () => {
    while (!closed && waiting.length < poolSize) waiting.push(start(USUAL_PAGES, WARM))
  }
  const take = (pages: number): Runner => {
    if (pages > USUAL_PAGES) return start(MOST_PAGES)
    for (let runner = waiting.shift(); runner; runner = waiting.shift()) {
      if (!runner.isGone) return runner
      alive.delete(runner)
    }
    return start(USUAL_PAGES)
  }
  fill()
  return {
    isolation,
    async run(request, events) {
      if (closed) throw new Error('the machine is closed')
      requireAvailable(request.core)
      if (events.signal?.aborted) return cancelled()
      const runner = take(Math.ceil(request.core.MemorySize / PAGE))
      try {
        const result = runner.run(request, events)
        await runner.ready
        fill() // only now, so that this run's process is not slowed by the next one's start
        return await result
      } finally {
        void runner.close().then(() => alive.delete(runner)) // the result need not wait for the kernel; `close` does
      }
    },
    async close() {
      closed = true
      await Promise.all([...alive].map((runner) => runner.close()))
    },
  }
}

function cancelled(): RunResult {
  const ending = { kind: 'cancelled' } as const
  return { ending, message: messageOf(ending), dynamicInstructions: 0, processorSeconds: 0, executionMilliseconds: 0, files: new Map() }
}
