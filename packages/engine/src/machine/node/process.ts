// Runs programs in a process, one after the other. Whose programs it gets is decided in pool.ts; here, whether it is fit for another one.
import { LIMITS } from '@credence/contract/limits'
import type { Allowance, Volume } from '../../box/limits.ts'
import { KIND, type Message } from '../../box/messages.ts'
import { BoxedProcess } from '../../box/node/process.ts'
import type { Command } from '../../box/node/start.ts'
import { DEFAULT_LIMITS, type Ending, type Limits, type RunEvents, type RunRequest, type RunResult } from '../../types.ts'
import { EXIT_ABORT, messageOf } from '../ending.ts'
import { ensembleBudget } from '../once.ts'
import { type ReadAnswer, readAnswer, readProgress, readTold, type Told } from './read-answer.ts'
import type { Ask } from './requests.ts'
import { RunOutput } from './run-output.ts'
import { mostThreads } from './threads.ts'

/** Of the process itself, beside the program's memory and the distributions. */
const OWN_BYTES = 512 * 2 ** 20
/** Of each thread beside the first, beside the program's memory. */
const THREAD_BYTES = 128 * 2 ** 20
/** A process that keeps more from its runs than this is not used again, so that the bound of the next run is what it would be in a new one. */
const KEPT_BYTES = 192 * 2 ** 20
/** Its start costs some twenty short runs; what one run in it may have done to it, by a fault of V8, lasts no longer than so many. */
const MOST_RUNS = 100
/** Files have a limit for each run. */
const VOLUME: Volume = { headBytes: 1 << 20, blobBytes: 2 ** 32, pieces: [KIND.stdout, KIND.stderr, KIND.progress] }
/** Of the paths of changed files, more than the file system of a program can hold. */
const NAME_BYTES = 1 << 26
/** Of traced values as JSON: their texts, and some words around each. */
const TRACED_BYTES = LIMITS.trace.characters + 100 * LIMITS.trace.records

export interface RunnerOptions {
  /** The runtime module. */
  readonly runtime: Uint8Array
  /** There is time until its first run. */
  readonly willWait: boolean
  /** What the process says of a fault of ours, for those who read our sources. */
  readonly explain: (fault: string) => string
}

/** A process that has started, compiled the runtime module and waits for a request. */
export class Runner {
  readonly ready: Promise<void>
  readonly #process: BoxedProcess
  readonly #explain: (fault: string) => string
  #runs = 0
  #owner: string | undefined
  #isClean = false
  /** Why it cannot run anything, in its own words. */
  #fault = ''

  constructor(command: Command, { runtime, willWait, explain }: RunnerOptions) {
    this.#explain = explain
    this.#process = new BoxedProcess(command, { volume: VOLUME, isChatty: true })
    this.ready = this.#process.ask({ value: { do: 'begin', willWait } satisfies Ask, blobs: [runtime] }).then(({ answer }) => {
      const { fault } = Object(answer?.value) as { fault?: unknown }
      if (fault !== undefined) this.#fail(this.#explain(String(fault)))
    })
  }

  get isGone(): boolean {
    return this.#process.isGone
  }
  close(): Promise<void> {
    return this.#process.close()
  }

  /**
   * Whether it may run another program of its owner: the last one ended by itself, by no trap and at no limit, and left no more than it found.
   */
  get isFit(): boolean {
    return !this.isGone && this.#isClean && this.#runs < MOST_RUNS && (this.#process.usage()?.residentBytes ?? 0) <= KEPT_BYTES
  }

  /** What there is to compile and compute in a process of this kind. It ends with that. */
  async rehearse(): Promise<{ laws: Uint8Array; code: Uint8Array }> {
    await this.ready
    const { answer } = await this.#process.ask({ value: { do: 'rehearse' } satisfies Ask, blobs: [] })
    const [laws, code] = answer?.blobs ?? []
    await this.close()
    if (!laws || !code) throw new Error(`runner: ${this.#fault || this.#process.diagnosis || 'a rehearsal without code'}`)
    return { laws, code }
  }

  /** One at a time, and after the first only while it is fit. The program's faults are in the result; ours are thrown. */
  async run(request: RunRequest, events: RunEvents): Promise<RunResult> {
    if (this.#runs++ === 0) this.#owner = request.owner
    else if (!this.#isClean || request.owner === undefined || request.owner !== this.#owner) throw new Error('this process is not for that run')
    this.#isClean = false
    await this.ready
    if (this.isGone) throw new Error(`runner: it ended before its run: ${(this.#fault || this.#process.diagnosis).split('\n')[0]}`)
    const limits: Limits = { ...DEFAULT_LIMITS, ...request.limits }
    const output = new RunOutput(limits, events)
    const allowance = allowanceFor(request, limits)
    const { answer, reason, lastWords, spent } = await this.#process.ask<Ending>(messageFor(request, events), {
      allowance,
      signal: events.signal,
      reasonFor: (why) => (why === 'aborted' ? { kind: 'cancelled' } : passed(why, allowance)),
      piece: (kind, bytes) => (kind === KIND.progress ? void events.progress?.(readProgress(bytes)) : output.take(kind, bytes)),
      pause: () => output.pass(),
      head: (_, lengths) => {
        output.pass()
        return brokenFileLimit(lengths, limits, bytesOf(request.files))
      },
      mayAnswer,
    })
    const read = reason === undefined && answer ? this.#read(answer) : undefined
    if (read?.fault !== undefined) throw new Error(`runner: ${this.#explain(read.fault)}`)
    if (read?.result) {
      const { ending } = read.result
      this.#isClean = ending.kind === 'exit' && ending.code !== EXIT_ABORT
      return { ...read.result, message: messageOf(ending) }
    }
    const ending = reason ?? this.#death()
    return {
      ending,
      message: messageOf(ending),
      ...toldBy(lastWords),
      processorSeconds: spent.processorMilliseconds / 1000,
      executionMilliseconds: spent.wallMilliseconds,
      files: new Map(),
    }
  }

  /** An answer that none of ours gives ends the process. */
  #read(answer: Message): ReadAnswer | undefined {
    try {
      return readAnswer(answer)
    } catch (error) {
      this.#fail((error as Error).message)
      return undefined
    }
  }
  #fail(fault: string): void {
    this.#fault ||= fault
    this.#process.kill()
  }
  /** @throws Error  it was killed by somebody else, a system that runs out of memory above all: no fault of the program */
  #death(): Ending {
    if (this.#process.wasKilledOutside) throw new Error('runner: it was killed from outside')
    const diagnosis = this.#fault || this.#process.diagnosis
    if (/heap out of memory|Fatal process out of memory/i.test(diagnosis)) {
      return { kind: 'limit', limit: 'memory', message: 'memory limit of the runner process reached' }
    }
    const [words] = diagnosis.split('\n')
    return { kind: 'trap', message: `the process of the run ended unexpectedly (${this.#process.ending})${words ? `: ${words}` : ''}`, stack: [] }
  }
}

function messageFor({ module, files = new Map(), owner: _, ...given }: RunRequest, { progress }: RunEvents): Message {
  const request = { ...given, tellsProgress: progress !== undefined }
  return { value: { do: 'run', request, paths: [...files.keys()] } satisfies Ask, blobs: [module, ...files.values()] }
}

function allowanceFor({ core }: RunRequest, { wallMilliseconds, processorMilliseconds, fileBytes }: Limits): Allowance {
  const threads = core.Microarchitecture === 'Reference' ? mostThreads() : 1
  const memoryBytes = threads * core.MemorySize + ensembleBudget(core.MemorySize) + fileBytes + OWN_BYTES + (threads - 1) * THREAD_BYTES
  return { wallMilliseconds, processorMilliseconds, memoryBytes }
}
function passed(limit: keyof Allowance, { wallMilliseconds, processorMilliseconds, memoryBytes }: Allowance): Ending {
  const endings = {
    wallMilliseconds: { limit: 'wallMilliseconds', message: `wall time limit of ${wallMilliseconds / 1000} s reached` },
    processorMilliseconds: { limit: 'processorMilliseconds', message: `processor time limit of ${processorMilliseconds / 1000} s reached` },
    memoryBytes: { limit: 'memory', message: `memory limit of ${memoryBytes} bytes for the process of the run reached` },
  } as const
  return { kind: 'limit', ...endings[limit] }
}
/** @throws Error  for what no honest process sends */
function brokenFileLimit([names = 0, traced = 0, ...contents]: readonly number[], { fileBytes }: Limits, givenBytes: number): Ending | undefined {
  if (names > NAME_BYTES) throw new Error('runner: files with names without end')
  if (traced > TRACED_BYTES) throw new Error('runner: traced values without end')
  const bytes = contents.reduce((sum, length) => sum + length, 0)
  if (bytes <= fileBytes + givenBytes) return undefined // a given file that was changed comes back whole
  return { kind: 'limit', limit: 'fileBytes', message: `limit of ${fileBytes} bytes for files reached` }
}

/** One that is cancelled, or whose time is over, can tell how far it came; in the other cases it may not be able to, or not be believed. */
const mayAnswer = (ending: Ending): boolean =>
  ending.kind === 'cancelled' || (ending.kind === 'limit' && (ending.limit === 'wallMilliseconds' || ending.limit === 'processorMilliseconds'))

/** Nothing, unless it could tell before it died. */
function toldBy(lastWords: unknown): Told {
  try {
    return readTold(lastWords)
  } catch {
    return { dynamicInstructions: 0 }
  }
}

function bytesOf(files: RunRequest['files']): number {
  return [...(files?.values() ?? [])].reduce((sum, bytes) => sum + bytes.length, 0)
}
