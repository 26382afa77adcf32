// Runs programs in processes. Some wait ready, so that a run does not wait for one to start. A process belongs to the owner of its first run for good:
// it may be kept for the next run of that owner, in a fresh instance with fresh memory, and is ended after a trap, a limit, a number of runs, or
// some seconds without one. A run without an owner has a process of its own.
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { OPTIMISED_SECTION } from '../../abi.ts'
import { PAGE } from '../../binary/sections/memories.ts'
import { customSection } from '../../binary/sections.ts'
import { type IsolationLevel, probeIsolation } from '../../box/node/isolation.ts'
import { preparePipes } from '../../box/node/pipes.ts'
import type { RunEvents, RunRequest, RunResult } from '../../types.ts'
import { messageOf } from '../ending.ts'
import { keepRunners } from './kept.ts'
import { Runner } from './process.ts'
import { addFile, faultInSources, LAWS_FILE, prepareRunner } from './program-files.ts'
import { COMPILING, type Compiling, codeFile, type RunnerKind, runnerCommand } from './runner-command.ts'

export interface MachineOptions {
  /** Where the runner's code is kept. */
  readonly cacheDir: string
  /** The runtime module. */
  readonly runtime: Uint8Array
  /** Processes that wait ready, and at most so many that are kept for their owners. Default 0: each run starts its own. */
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
export const USUAL_PAGES = (2048 + 256) * 16
export const MOST_PAGES = 65_536
const COMPILINGS = Object.keys(COMPILING) as Compiling[]
/** A short run is over by then, and is not slowed by the start of the process that comes after its own. */
const FILL_AFTER_MILLISECONDS = 50

export async function openMachine({ cacheDir, runtime, poolSize = 0 }: MachineOptions): Promise<Machine> {
  await mkdir(cacheDir, { recursive: true })
  const [folder, isolation] = await Promise.all([prepareRunner(cacheDir), probeIsolation(), preparePipes()])
  const explain = (fault: string) => faultInSources(folder, fault)
  const alive = new Set<Runner>()
  const waiting: Record<Compiling, Runner[]> = { quick: [], optimising: [] }
  /** Of the second kind one waits once a program needed it: those who build such programs run more of them. */
  const wanted: Record<Compiling, number> = { quick: poolSize, optimising: 0 }
  const rehearsed = new Set<string>()
  const rehearsals: Promise<void>[] = []
  let closed = false
  /** Once, beside the first process of its kind, which starts as slowly as without. */
  const rehearse = async (kind: RunnerKind) => {
    const file = codeFile(kind)
    if (existsSync(join(folder, file))) return
    try {
      const runner = start(kind)
      const { laws, code } = await runner.rehearse().finally(() => alive.delete(runner))
      await addFile(folder, LAWS_FILE, laws)
      await addFile(folder, file, code)
    } catch {} // closed meanwhile, or no room: the next machine tries again, and runs do not need it
  }
  const start = (kind: RunnerKind, willWait = false) => {
    const file = codeFile(kind)
    if (!rehearsed.has(file)) {
      rehearsed.add(file)
      rehearsals.push(rehearse(kind))
    }
    const runner = new Runner(runnerCommand(isolation, folder, kind), { runtime, folder: cacheDir, willWait, explain })
    alive.add(runner)
    return runner
  }
  const fill = () => {
    for (const compiling of COMPILINGS) {
      while (!closed && waiting[compiling].length < wanted[compiling]) waiting[compiling].push(start({ pages: USUAL_PAGES, compiling }, true))
    }
  }
  const fillLater = () => {
    setTimeout(() => {
      try {
        fill()
      } catch {} // no memory or descriptors for a process now: the next run tries again, or starts its own and tells
    }, FILL_AFTER_MILLISECONDS).unref()
  }
  const end = (runner: Runner) => void runner.close().then(() => alive.delete(runner)) // the result need not wait for the kernel; `close` does
  const kept = keepRunners(poolSize, end)
  const takeNew = (pages: number, compiling: Compiling): Runner => {
    fillLater()
    if (pages > USUAL_PAGES) return start({ pages: MOST_PAGES, compiling })
    for (let runner = waiting[compiling].shift(); runner; runner = waiting[compiling].shift()) {
      if (!runner.isGone) return runner
      end(runner)
    }
    if (poolSize > 0 && compiling === 'optimising') wanted.optimising = 1
    return start({ pages: USUAL_PAGES, compiling })
  }
  const runWithThreads = async (request: RunRequest, events: RunEvents, kind: RunnerKind): Promise<RunResult> => {
    const runner = start(kind)
    try {
      await endOf(runner.ready, events.signal)
      if (events.signal?.aborted) return cancelled()
      return await runner.run(request, events)
    } finally {
      end(runner)
    }
  }
  fill()
  return {
    isolation,
    async run(request, events) {
      if (closed) throw new Error('the machine is closed')
      if (events.signal?.aborted) return cancelled()
      const compiling = customSection(request.module, OPTIMISED_SECTION) !== undefined ? 'quick' : 'optimising'
      const pages = Math.ceil(request.core.MemorySize / PAGE)
      const threads = request.core.Microarchitecture === 'Reference'
      const owner = pages <= USUAL_PAGES && !threads ? request.owner : undefined
      if (threads) return await runWithThreads(request, events, { pages: pages <= USUAL_PAGES ? USUAL_PAGES : MOST_PAGES, compiling, threads })
      const runner = (owner === undefined ? undefined : kept.take(owner, compiling)) ?? takeNew(pages, compiling)
      try {
        await endOf(runner.ready, events.signal) // on a busy machine a process takes seconds to start
        if (events.signal?.aborted) return cancelled()
        return await runner.run(request, events)
      } finally {
        if (owner !== undefined && !closed && runner.isFit) kept.keep(owner, compiling, runner)
        else end(runner)
      }
    },
    async close() {
      closed = true
      await Promise.all([...[...alive].map((runner) => runner.close()), ...rehearsals]) // one may be about to write its files
    },
  }
}

/** Of what is awaited, or of the patience for it. */
async function endOf(awaited: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal || signal.aborted) return signal ? undefined : awaited
  const impatient = Promise.withResolvers<void>()
  const abort = () => impatient.resolve()
  signal.addEventListener('abort', abort, { once: true })
  try {
    await Promise.race([awaited, impatient.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function cancelled(): RunResult {
  const ending = { kind: 'cancelled' } as const
  return { ending, message: messageOf(ending), dynamicInstructions: 0, processorSeconds: 0, executionMilliseconds: 0, files: new Map() }
}
