// Runs programs in a process, one after the other. Whose programs it gets is decided in pool.ts; here, whether it is fit for another one.
import { LIMITS } from '@credence/contract/limits'
import { BrokenStream } from '../../box/frames.ts'
import type { Allowance, Volume } from '../../box/limits.ts'
import { KIND, type Message } from '../../box/messages.ts'
import { BoxedProcess } from '../../box/node/process.ts'
import type { Command } from '../../box/node/start.ts'
import {
  type CoreSpec,
  DEFAULT_LIMITS,
  type Ending,
  type Files,
  type Limits,
  type RunEvents,
  type RunRequest,
  type RunResult,
  type StoredFile,
} from '../../types.ts'
import { EXIT_ABORT, messageOf } from '../ending.ts'
import { ensembleBudget } from '../once.ts'
import type { Placed } from '../wasi/disk.ts'
import { ALL_IN_MEMORY } from '../wasi/files.ts'
import { type ReadAnswer, readAnswer, readFiles, readProgress, readTold, type Told, type WrittenFiles } from './read-answer.ts'
import { type Ask, placeOf } from './requests.ts'
import { RunOutput } from './run-output.ts'
import { type Filled, inMemory, Scratch } from './scratch.ts'
import { mostThreads } from './threads.ts'

/** Of the process itself, beside the program's memory and the distributions. */
const OWN_BYTES = 512 * 2 ** 20
/** Of each thread beside the first, beside the program's memory. */
const THREAD_BYTES = 128 * 2 ** 20
/** A process that keeps more from its runs than this is not used again, so that the bound of the next run is what it would be in a new one. */
const KEPT_BYTES = 192 * 2 ** 20
/** Its start costs some twenty short runs; what one run in it may have done to it, by a fault of V8, lasts no longer than so many. */
const MOST_RUNS = 100
/** Beside its files: what paths other than the particle's write, and what chunks leave unused. */
const DISK_FACTOR = 2
const DISK_SPARE_BYTES = 1 << 28
/** Places of files on the disk, as JSON. */
const PLACES_BYTES = 1 << 26
/** Files have a limit for each run. */
const VOLUME: Volume = { headBytes: 1 << 20, blobBytes: 2 ** 32, pieces: [KIND.stdout, KIND.stderr, KIND.progress, KIND.input] }
/** Of the paths of changed files, more than the file system of a program can hold. */
const NAME_BYTES = 1 << 26
/** Of traced values as JSON: their texts, and some words around each. */
const TRACED_BYTES = LIMITS.trace.characters + 100 * LIMITS.trace.records

export interface RunnerOptions {
  /** The runtime module. */
  readonly runtime: Uint8Array
  /** Where its disk is: a file without a name. */
  readonly folder: string
  /** There is time until its first run. */
  readonly willWait: boolean
  /** What the process says of a fault of ours, for those who read our sources. */
  readonly explain: (fault: string) => string
}

/** A process that has started, compiled the runtime module and waits for a request. */
export class Runner {
  readonly ready: Promise<void>
  readonly #process: BoxedProcess
  readonly #disk: Scratch
  readonly #explain: (fault: string) => string
  #runs = 0
  #owner: string | undefined
  #isClean = false
  /** Why it cannot run anything, in its own words. */
  #fault = ''

  constructor(command: Command, { runtime, folder, willWait, explain }: RunnerOptions) {
    this.#explain = explain
    this.#disk = new Scratch(folder)
    this.#process = started(command, this.#disk)
    this.ready = this.#process.ask({ value: { do: 'begin', willWait } satisfies Ask, blobs: [runtime] }).then(({ answer }) => {
      const { fault } = Object(answer?.value) as { fault?: unknown }
      if (fault !== undefined) this.#fail(this.#explain(String(fault)))
    })
  }

  get isGone(): boolean {
    return this.#process.isGone
  }
  async close(): Promise<void> {
    await this.#process.close()
    this.#disk.close()
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
    this.#disk.clear()
    const given = await this.#disk.fill(request.stored ?? new Map(), events.signal)
    await events.begins?.()
    const givenBytes = given.bytes + bytesOf(request.files)
    const allowance = allowanceFor(request, limits)
    const input = new Input(this.#process, events.input)
    const piece = (kind: number, bytes: Uint8Array): Ending | undefined => {
      if (kind === KIND.progress) events.progress?.(readProgress(bytes))
      else if (kind === KIND.input) input.give()
      else return output.take(kind, bytes)
    }
    const { answer, reason, lastWords, spent } = await this.#process.ask<Ending>(messageFor(request, events, given), {
      allowance,
      signal: events.signal,
      reasonFor: (why) => (why === 'aborted' ? { kind: 'cancelled' } : passed(why, allowance)),
      piece,
      pause: () => output.pass(),
      head: (_, lengths) => {
        output.pass()
        return brokenFileLimit(lengths, limits, givenBytes)
      },
      look: () =>
        this.#disk.taken > (DISK_FACTOR + threadsOf(request.core)) * (givenBytes + limits.fileBytes) + DISK_SPARE_BYTES
          ? fileLimit(limits)
          : undefined,
      mayAnswer,
    })
    if (input.failure) throw input.failure.error
    const read = reason === undefined && answer ? this.#read(answer) : undefined
    if (read?.fault !== undefined) throw new Error(`runner: ${this.#explain(read.fault)}`)
    const result = read?.result && this.#withinLimit(read.result, limits, givenBytes)
    if (result) {
      const { ending } = result
      this.#isClean = ending.kind === 'exit' && ending.code !== EXIT_ABORT
      return { ...result, message: messageOf(ending), files: await this.#handOver(result.files, ending, events) }
    }
    const ending = reason ?? this.#death()
    return {
      ending,
      message: messageOf(ending),
      ...toldBy(lastWords?.value),
      processorSeconds: spent.processorMilliseconds / 1000,
      executionMilliseconds: spent.wallMilliseconds,
      files: await this.#handOver(this.#filesOf(lastWords, limits, givenBytes), ending, events),
    }
  }

  /** To whoever takes them, or all into memory. */
  async #handOver(written: WrittenFiles, { kind }: Ending, { written: take }: RunEvents): Promise<Files> {
    if (kind === 'cancelled') return new Map()
    if (!take) {
      const whole = async (content: Uint8Array | Placed) => (content instanceof Uint8Array ? content : wholeOf(this.#disk.stored(content)))
      return new Map(await Promise.all([...written].map(async ([path, content]) => [path, await whole(content)] as const)))
    }
    await take(new Map([...written].map(([path, content]) => [path, content instanceof Uint8Array ? inMemory(content) : this.#disk.stored(content)])))
    return new Map()
  }
  #withinLimit<Result extends { readonly ending: Ending; readonly files: WrittenFiles }>(result: Result, limits: Limits, givenBytes: number): Result {
    if (sizeOf(result.files) <= limits.fileBytes + givenBytes) return result
    return { ...result, ending: fileLimit(limits), files: new Map() }
  }
  /** Of a run that was interrupted: what it says of its files, if it came to that. */
  #filesOf(lastWords: Message | undefined, limits: Limits, givenBytes: number): WrittenFiles {
    try {
      const files: WrittenFiles = lastWords ? readFiles(lastWords.blobs, this.#disk.chunks) : new Map()
      return sizeOf(files) <= limits.fileBytes + givenBytes ? files : new Map()
    } catch {
      return new Map()
    }
  }

  /** An answer that none of ours gives ends the process. */
  #read(answer: Message): ReadAnswer | undefined {
    try {
      return readAnswer(answer, this.#disk.chunks)
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

/** Standard input of one run, for a program that waits for it. */
class Input {
  readonly #process: BoxedProcess
  #whole: RunEvents['input']
  failure: { readonly error: unknown } | undefined

  constructor(process: BoxedProcess, whole: RunEvents['input']) {
    this.#process = process
    this.#whole = whole
  }
  /** @throws BrokenStream  nobody offered it, or it was given before */
  give(): void {
    const whole = this.#whole
    if (!whole) throw new BrokenStream('it asked for input that it was not offered')
    this.#whole = undefined
    whole()
      .then((bytes) => this.#process.add({ value: { do: 'read' } satisfies Ask, blobs: [bytes] }))
      .catch((error: unknown) => {
        this.failure = { error }
        this.#process.kill()
      })
  }
}

/** Its disk goes with it where it cannot be started. */
function started(command: Command, disk: Scratch): BoxedProcess {
  try {
    return new BoxedProcess(command, { volume: VOLUME, isChatty: true, disk: disk.fd })
  } catch (error) {
    disk.close()
    throw error
  }
}

function messageFor(
  { module, files = new Map(), stored: _, owner: __, ...rest }: RunRequest,
  { progress, input }: RunEvents,
  { files: placed, end }: Filled,
): Message {
  const places = new TextEncoder().encode(JSON.stringify({ places: [...placed].map(([path, file]) => placeOf(path, file)), end }))
  const request = { ...rest, tellsProgress: progress !== undefined, takesInput: input !== undefined }
  return { value: { do: 'run', request, paths: [...files.keys()] } satisfies Ask, blobs: [module, places, ...files.values()] }
}

/** That execute rows of it beside one another. */
const threadsOf = ({ Microarchitecture }: CoreSpec): number => (Microarchitecture === 'Reference' ? mostThreads() : 1)

function allowanceFor({ core }: RunRequest, { wallMilliseconds, processorMilliseconds, fileBytes }: Limits): Allowance {
  const threads = threadsOf(core)
  const filesInMemory = threads * Math.min(fileBytes, 4 * ALL_IN_MEMORY) // with copies of what grows, and of what is sent
  const memoryBytes = threads * core.MemorySize + ensembleBudget(core.MemorySize) + filesInMemory + OWN_BYTES + (threads - 1) * THREAD_BYTES
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
function brokenFileLimit(
  [names = 0, traced = 0, places = 0, ...contents]: readonly number[],
  limits: Limits,
  givenBytes: number,
): Ending | undefined {
  if (names > NAME_BYTES) throw new Error('runner: files with names without end')
  if (traced > TRACED_BYTES) throw new Error('runner: traced values without end')
  if (places > PLACES_BYTES) throw new Error('runner: places of files without end')
  const bytes = contents.reduce((sum, length) => sum + length, 0)
  return bytes <= limits.fileBytes + givenBytes ? undefined : fileLimit(limits) // a given file that was changed comes back whole
}
const fileLimit = ({ fileBytes }: Limits): Ending => ({ kind: 'limit', limit: 'fileBytes', message: `limit of ${fileBytes} bytes for files reached` })
const sizeOf = (files: WrittenFiles): number =>
  [...files.values()].reduce((sum, content) => sum + (content instanceof Uint8Array ? content.length : content.size), 0)

async function wholeOf({ size, read }: StoredFile): Promise<Uint8Array> {
  const bytes = new Uint8Array(size)
  let at = 0
  for await (const part of read()) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
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
