// Runs programs in a process, one after the other, and stands guard: wall and processor time, resident memory, output and files are bounded from
// here, whatever the process says or does. Whose programs it gets is decided in pool.ts; here, whether it is fit for another one.
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { closeSync } from 'node:fs'
import { DEFAULT_LIMITS, type Ending, type Limits, type RunEvents, type RunRequest, type RunResult, type Stream } from '../../types.ts'
import { EXIT_ABORT, ensembleBudget, messageOf } from '../execute.ts'
import { FRAME, FRAME_MAX, FrameReader, header } from './frames.ts'
import { type Command, startCommand } from './isolation.ts'
import { interrupt, KILLED_IN_BOX, kill } from './kill.ts'
import { type Pipe, readPipe, takePipe } from './pipes.ts'
import { readNotices } from './read-notices.ts'
import { type Usage, usageOf } from './usage.ts'

const WATCH_MILLISECONDS = 50
/** For a process that was interrupted to tell what it has counted; then it is killed. */
const LAST_WORDS_MILLISECONDS = 500
/** Of the process itself, beside the program's memory and the distributions. */
const OWN_BYTES = 512 * 2 ** 20
/** A process that keeps more from its runs than this is not used again, so that the bound of the next run is what it would be in a new one. */
const KEPT_BYTES = 192 * 2 ** 20
/** Its start costs some twenty short runs; what one run in it may have done to it, by a fault of V8, lasts no longer than so many. */
const MOST_RUNS = 100
const DIAGNOSIS_MAX = 8_192

/** A process that has started, compiled the runtime module and waits for a request. */
export class Runner {
  readonly ready: Promise<void>
  readonly #child: ChildProcessWithoutNullStreams
  readonly #gone: Promise<void>
  #diagnosis = ''
  #take: (kind: number, payload: Uint8Array) => void = () => {}
  /** There is nothing more to read for now. */
  #pause: () => void = () => {}
  #isGone = false
  #isKilled = false
  #runs = 0
  #owner: string | undefined
  #isClean = false

  constructor(command: Command, runtime: Uint8Array) {
    const pipe = takePipe()
    this.#child = startWith(command, pipe)
    const closed = new Promise<void>((resolve) => {
      this.#child.once('error', (error) => {
        this.#diagnosis = error.message
        this.#isGone = true
        resolve()
      })
      this.#child.once('close', () => {
        this.#isGone = true
        resolve()
      })
    })
    const reader = new FrameReader(FRAME_MAX, (kind, payload) => this.#take(kind, payload))
    const read = (chunk: Uint8Array) => {
      try {
        try {
          reader.push(chunk)
        } finally {
          this.#pause()
        }
      } catch (error) {
        this.#diagnosis ||= (error as Error).message
        this.kill()
      }
    }
    const heard = pipe ? readPipe(pipe.read, read) : void this.#child.stdout.on('data', read)
    this.#gone = Promise.all([closed, heard]).then(() => {})
    this.#child.stderr.on('data', (chunk: Buffer) => {
      this.#diagnosis = (this.#diagnosis + chunk.toString('latin1')).slice(0, DIAGNOSIS_MAX)
    })
    this.#child.stdin.on('error', () => {}) // it died with a request on the way; `close` tells
    this.ready = new Promise((resolve) => {
      this.#take = (kind, payload) => {
        if (kind === FRAME.fault) this.#diagnosis ||= new TextDecoder().decode(payload)
        if (kind === FRAME.ready) resolve()
      }
      void this.#gone.then(resolve)
    })
    this.#send(FRAME.runtime, runtime)
  }

  get isGone(): boolean {
    return this.#isGone
  }
  kill(): void {
    this.#isKilled = true
    if (!this.#isGone) kill(this.#child)
  }
  async close(): Promise<void> {
    this.kill()
    await this.#gone
  }

  /**
   * Whether it may run another program of its owner: the last one ended by itself, by no trap and at no limit, and left no more than it found.
   */
  get isFit(): boolean {
    return !this.#isGone && this.#isClean && this.#runs < MOST_RUNS && (this.#usage()?.residentBytes ?? 0) <= KEPT_BYTES
  }

  /** What a process that was started to rehearse tells. */
  async rehearsed(): Promise<{ laws: Uint8Array; code: Uint8Array }> {
    const [laws, code]: Uint8Array[][] = [[], []]
    this.#take = (kind, payload) => {
      if (kind === FRAME.laws) laws!.push(payload.slice())
      if (kind === FRAME.code) code!.push(payload.slice())
      if (kind === FRAME.fault) this.#diagnosis ||= new TextDecoder().decode(payload)
    }
    this.#child.stdin.end() // after it, that it may go
    await this.#gone
    if (code!.length === 0) throw new Error(`runner: ${this.#diagnosis || 'a rehearsal without code'}`)
    return { laws: Buffer.concat(laws!), code: Buffer.concat(code!) }
  }

  /** One at a time, and after the first only while it is fit. The program's faults are in the result; ours are thrown. */
  async run(request: RunRequest, events: RunEvents): Promise<RunResult> {
    if (this.#runs++ === 0) this.#owner = request.owner
    else if (!this.#isClean || request.owner === undefined || request.owner !== this.#owner) throw new Error('this process is not for that run')
    this.#isClean = false
    await this.ready
    if (this.#isGone) throw new Error(`runner: it ended before its run: ${this.#diagnosis.trim().split('\n')[0]}`)
    const limits: Limits = { ...DEFAULT_LIMITS, ...request.limits }
    const received = new Received(limits, bytesOf(request.files), events)
    const before = this.#usage()
    const begin = performance.now()
    let verdict: Ending | undefined
    let told: Told = { dynamicInstructions: 0 } // unless it can tell before it dies
    const endWith = (ending: Ending) => {
      if (!verdict && mayCount(ending)) {
        interrupt(this.#child)
        setTimeout(() => this.kill(), LAST_WORDS_MILLISECONDS).unref()
      } else this.kill()
      verdict ??= ending
    }
    this.#take = (kind, payload) => {
      if (verdict && kind !== FRAME.stdout && kind !== FRAME.stderr) {
        // What it still says is not part of the run, but for what the program wrote, what it has counted and how it decided.
        if (kind !== FRAME.result) return
        told = readTold(JSON.parse(new TextDecoder().decode(payload)))
        return this.kill()
      }
      const broken = received.take(kind, payload)
      if (broken) endWith(broken)
    }
    this.#pause = () => received.passOutput()
    const cancel = () => endWith({ kind: 'cancelled' })
    if (events.signal?.aborted) cancel()
    events.signal?.addEventListener('abort', cancel, { once: true })
    let usage = before
    const watch = setInterval(() => {
      if (verdict) return // of a box whose inside was killed, little is left to count
      usage = this.#usage() ?? usage
      const broken = brokenLimit(limits, request, performance.now() - begin, usage, before)
      if (broken) endWith(broken)
    }, WATCH_MILLISECONDS)
    const wall = setTimeout(() => endWith(wallLimit(limits)), Math.min(limits.wallMilliseconds, 2 ** 31 - 1))
    try {
      this.#sendRequest(request)
      await Promise.race([received.finished, this.#gone])
    } finally {
      clearInterval(watch)
      clearTimeout(wall)
      events.signal?.removeEventListener('abort', cancel)
      this.#take = () => this.kill() // it has nothing to say until it is asked again
      this.#pause = () => {}
    }
    if (!verdict && received.result) {
      const { ending } = received.result
      this.#isClean = ending.kind === 'exit' && ending.code !== EXIT_ABORT
      return { ...received.result, message: messageOf(ending), files: received.files }
    }
    if (!verdict && received.fault !== undefined) throw new Error(`runner: ${received.fault}`)
    const ending = verdict ?? this.#death()
    return {
      ending,
      message: messageOf(ending),
      ...told,
      processorSeconds: ((usage?.processorMilliseconds ?? 0) - (before?.processorMilliseconds ?? 0)) / 1000,
      executionMilliseconds: performance.now() - begin,
      files: received.files,
    }
  }

  /** @throws Error  it was killed by somebody else, a system that runs out of memory above all: no fault of the program */
  #death(): Ending {
    const { exitCode, signalCode } = this.#child
    if (!this.#isKilled && (signalCode === 'SIGKILL' || exitCode === KILLED_IN_BOX)) throw new Error('runner: it was killed from outside')
    const how = this.#child.signalCode ?? `exit code ${this.#child.exitCode}`
    if (/heap out of memory|Fatal process out of memory/i.test(this.#diagnosis)) {
      return { kind: 'limit', limit: 'memory', message: 'memory limit of the runner process reached' }
    }
    const words = this.#diagnosis.trim().split('\n')[0]
    return { kind: 'trap', message: `the process of the run ended unexpectedly (${how})${words ? `: ${words}` : ''}`, stack: [] }
  }
  #usage(): Usage | undefined {
    return this.#child.pid === undefined ? undefined : usageOf(this.#child.pid)
  }
  #sendRequest({ module, files, owner: _, ...head }: RunRequest): void {
    this.#send(FRAME.request, new TextEncoder().encode(JSON.stringify(head)))
    for (const [path, bytes] of files ?? []) {
      this.#send(FRAME.file, new TextEncoder().encode(path))
      this.#send(FRAME.data, bytes)
    }
    this.#send(FRAME.module, module)
  }
  #send(kind: number, payload: Uint8Array): void {
    const stdin = this.#child.stdin
    if (stdin.destroyed) return
    stdin.write(header(kind, payload.length))
    stdin.write(payload)
  }
}

/** @param pipe  for its standard output; the end to write into is closed here, so that the reader finds the end when the child does */
function startWith(command: Command, pipe: Pipe | undefined): ChildProcessWithoutNullStreams {
  try {
    return startCommand(command, pipe?.write)
  } catch (error) {
    if (pipe) closeSync(pipe.read)
    throw error
  } finally {
    if (pipe) closeSync(pipe.write)
  }
}

/** What has come from the process so far, held to the limits once more: the process may have been taken over. */
class Received {
  readonly files = new Map<string, Uint8Array>()
  result: Omit<RunResult, 'files' | 'message'> | undefined
  fault: string | undefined
  /** Resolves with the last frame; the process then has nothing more to say. */
  readonly finished: Promise<void>
  #finish: () => void = () => {}
  readonly #limits: Limits
  readonly #events: RunEvents
  readonly #outputLeft: Record<Stream, number>
  readonly #collection = new Uint8Array(1 << 16)
  #collected = 0
  #stream: Stream = 'Stdout'
  #fileBytesLeft: number
  #path: string | undefined
  #parts: Uint8Array[] = []

  constructor(limits: Limits, givenBytes: number, events: RunEvents) {
    this.finished = new Promise((resolve) => {
      this.#finish = resolve
    })
    this.#limits = limits
    this.#events = events
    this.#outputLeft = { Stdout: limits.outputBytes, Stderr: limits.outputBytes }
    this.#fileBytesLeft = limits.fileBytes + givenBytes // a given file that was changed comes back whole
  }
  /** Returns the ending that this frame calls for, if any. */
  take(kind: number, payload: Uint8Array): Ending | undefined {
    if (kind === FRAME.stdout) return this.#output('Stdout', payload)
    if (kind === FRAME.stderr) return this.#output('Stderr', payload)
    this.passOutput()
    if (kind === FRAME.data) return this.#data(payload)
    this.#finishFile()
    if (kind === FRAME.file) this.#path = safePath(new TextDecoder().decode(payload))
    if (kind === FRAME.fault) this.fault = new TextDecoder().decode(payload)
    if (kind === FRAME.result) this.result = readResult(JSON.parse(new TextDecoder().decode(payload)))
    if (kind === FRAME.fault || kind === FRAME.result) this.#finish()
    return undefined
  }
  #output(stream: Stream, bytes: Uint8Array): Ending | undefined {
    const fits = bytes.subarray(0, this.#outputLeft[stream])
    this.#outputLeft[stream] -= fits.length
    this.#collect(stream, fits)
    if (fits.length === bytes.length) return undefined
    return { kind: 'limit', limit: 'outputBytes', message: `limit of ${this.#limits.outputBytes} bytes for ${stream} reached` }
  }
  /** Small pieces of one stream that follow each other go on as one. */
  #collect(stream: Stream, bytes: Uint8Array): void {
    if (stream !== this.#stream || this.#collected + bytes.length > this.#collection.length) this.passOutput()
    this.#stream = stream
    if (bytes.length > this.#collection.length) this.#events.output(stream, bytes.slice())
    else {
      this.#collection.set(bytes, this.#collected)
      this.#collected += bytes.length
    }
  }
  passOutput(): void {
    if (this.#collected > 0) this.#events.output(this.#stream, this.#collection.slice(0, this.#collected))
    this.#collected = 0
  }
  #data(bytes: Uint8Array): Ending | undefined {
    this.#fileBytesLeft -= bytes.length
    if (this.#fileBytesLeft < 0) return { kind: 'limit', limit: 'fileBytes', message: `limit of ${this.#limits.fileBytes} bytes for files reached` }
    this.#parts.push(bytes.slice())
    return undefined
  }
  #finishFile(): void {
    if (this.#path !== undefined) this.files.set(this.#path, Buffer.concat(this.#parts))
    this.#path = undefined
    this.#parts = []
  }
}

function brokenLimit(
  limits: Limits,
  { core }: RunRequest,
  wallMilliseconds: number,
  usage: Usage | undefined,
  before: Usage | undefined,
): Ending | undefined {
  if (wallMilliseconds >= limits.wallMilliseconds) return wallLimit(limits)
  if (!usage) return undefined
  if (usage.processorMilliseconds - (before?.processorMilliseconds ?? 0) >= limits.processorMilliseconds) {
    return { kind: 'limit', limit: 'processorMilliseconds', message: `processor time limit of ${limits.processorMilliseconds / 1000} s reached` }
  }
  const most = core.MemorySize + ensembleBudget(core.MemorySize) + limits.fileBytes + OWN_BYTES
  if (usage.residentBytes > most)
    return { kind: 'limit', limit: 'memory', message: `memory limit of ${most} bytes for the process of the run reached` }
  return undefined
}
function wallLimit({ wallMilliseconds }: Limits): Ending {
  return { kind: 'limit', limit: 'wallMilliseconds', message: `wall time limit of ${wallMilliseconds / 1000} s reached` }
}

/** One that is cancelled, or whose time is over, can tell how far it came; in the other cases it may not be able to, or not be believed. */
const mayCount = (ending: Ending): boolean =>
  ending.kind === 'cancelled' || (ending.kind === 'limit' && (ending.limit === 'wallMilliseconds' || ending.limit === 'processorMilliseconds'))

type Told = Pick<RunResult, 'dynamicInstructions' | 'notices'>
/** @throws Error  for what no honest process sends */
function readTold(json: unknown): Told {
  const { dynamicInstructions, notices } = Object(json) as Record<string, unknown>
  const count = typeof dynamicInstructions === 'number' && dynamicInstructions >= 0 ? dynamicInstructions : 0
  return { dynamicInstructions: count, ...(notices !== undefined && { notices: readNotices(notices) }) }
}

function bytesOf(files: RunRequest['files']): number {
  return [...(files?.values() ?? [])].reduce((sum, bytes) => sum + bytes.length, 0)
}

/** @throws Error  for a path that could lead out of the folder it is stored in */
function safePath(path: string): string {
  if (path === '' || path.startsWith('/') || path.includes('\0') || path.split('/').some((part) => part === '' || part === '.' || part === '..')) {
    throw new Error('runner: a file with an impossible path')
  }
  return path
}
function readResult(json: unknown): Omit<RunResult, 'files' | 'message'> {
  const { ending, dynamicInstructions, processorSeconds, executionMilliseconds, notices } = json as Record<string, unknown>
  for (const number of [dynamicInstructions, processorSeconds, executionMilliseconds]) {
    if (typeof number !== 'number' || !(number >= 0)) throw new Error('runner: a result without its numbers')
  }
  return {
    ending: readEnding(ending as Record<string, unknown>),
    dynamicInstructions: dynamicInstructions as number,
    processorSeconds: processorSeconds as number,
    executionMilliseconds: executionMilliseconds as number,
    ...(notices !== undefined && { notices: readNotices(notices) }),
  }
}
const LIMIT_NAMES = ['outputBytes', 'fileBytes', 'memory', 'distributions'] as const // the others are ours to tell
function readEnding({ kind, code, message, stack, limit, missing, advice }: Record<string, unknown>): Ending {
  const missed = typeof missing === 'string' ? { missing } : {}
  const advised = typeof advice === 'string' ? { advice } : {}
  if (kind === 'exit' && typeof code === 'number' && code >= 0 && code <= 255)
    return { kind, code, ...(Array.isArray(stack) && { stack: stack.map(String) }), ...missed }
  const name = LIMIT_NAMES.find((one) => one === limit)
  if (kind === 'limit' && name && typeof message === 'string') return { kind, limit: name, message }
  if (kind === 'trap' && typeof message === 'string' && Array.isArray(stack))
    return { kind, message, stack: stack.map(String), ...missed, ...advised }
  throw new Error('runner: a result without an ending')
}
