// A process in a box from the outside: it is asked one thing at a time, is held to the limits of each, and is ended where it passes one, says what
// nobody expects or is no longer needed. What it says is not believed: the reader refuses, and whoever asked checks the answer.
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { closeSync } from 'node:fs'
import { BrokenStream } from '../frames.ts'
import type { Allowance, Spent, Volume } from '../limits.ts'
import { type Message, MessageReader } from '../messages.ts'
import { interrupt, KILLED_IN_BOX, kill } from './kill.ts'
import { readPipe, takePipe } from './pipes.ts'
import { type Command, startCommand } from './start.ts'
import { send } from './streams.ts'
import { type Usage, usageOf } from './usage.ts'
import { watch } from './watchdog.ts'

/** For a process that was interrupted to answer after all. */
const LAST_WORDS_MILLISECONDS = 500
/** For one that has closed its output to end by itself, so that how it ended is known. */
const END_MILLISECONDS = 1000
const DIAGNOSIS_MAX = 8192
const LOOK_MILLISECONDS = 50

export interface BoxedOptions {
  readonly volume: Volume
  /** Its output is many small writes: see `pipes.ts`. */
  readonly isChatty?: boolean
  /** A file that it may read and write. */
  readonly disk?: number
}

/** @template Reason  why it was given up, in the words of whoever asked */
export interface Question<Reason> {
  readonly allowance: Allowance
  readonly signal?: AbortSignal | undefined
  readonly reasonFor: (why: keyof Allowance | 'aborted', spent: Spent) => Reason
  /** What it says before its answer. A reason that is given back ends it. */
  readonly piece?: (kind: number, bytes: Uint8Array) => Reason | undefined
  /** The answer begins. A reason that is given back ends it before its blobs are taken. */
  readonly head?: (value: unknown, lengths: readonly number[]) => Reason | undefined
  /** There is nothing more to read for now. */
  readonly pause?: () => void
  /** Looked at every so often while it works. A reason that is given back ends it. */
  readonly look?: () => Reason | undefined
  /** Whether it is interrupted and may answer, instead of being killed at once. */
  readonly mayAnswer?: (reason: Reason) => boolean
}
export interface Outcome<Reason> {
  readonly answer: Message | undefined
  /** Given up, and the process with it. With neither it ended by itself. */
  readonly reason: Reason | undefined
  /** The answer of one that was interrupted; in time, or there is none. */
  readonly lastWords: Message | undefined
  readonly spent: Spent
}

interface Listener {
  readonly piece: (kind: number, bytes: Uint8Array) => void
  readonly head: (value: unknown, lengths: readonly number[]) => void
  readonly message: (message: Message) => void
  readonly pause: () => void
}

export class BoxedProcess {
  /** Resolves when it is gone and all that it wrote was read. */
  readonly gone: Promise<void>
  readonly #child: ChildProcessWithoutNullStreams
  readonly #reader: MessageReader
  #listener: Listener | undefined
  #diagnosis = ''
  #isGone = false
  #isKilled = false

  constructor(command: Command, { volume, isChatty = false, disk }: BoxedOptions) {
    this.#reader = new MessageReader(volume, {
      piece: (kind, bytes) => this.#expected().piece(kind, bytes),
      head: (value, lengths) => this.#expected().head(value, lengths),
      message: (message) => this.#expected().message(message),
    })
    const { child, heard } = isChatty ? startWithPipe(command, disk, this.#read) : startWithSocket(command, disk, this.#read)
    this.#child = child
    const closed = new Promise<void>((resolve) => {
      child.once('error', (error) => {
        this.#diagnosis = error.message
        resolve()
      })
      child.once('close', () => resolve())
    })
    void closed.then(() => {
      this.#isGone = true
    })
    void heard.then(() => this.#endOfOutput())
    this.gone = Promise.all([closed, heard]).then(() => {})
    child.stderr.on('data', (bytes: Buffer) => {
      this.#diagnosis = (this.#diagnosis + bytes.toString('latin1')).slice(0, DIAGNOSIS_MAX)
    })
    child.stdin.on('error', () => {}) // it died with a message on the way; its end tells
  }

  /** It takes no more questions. */
  get isGone(): boolean {
    return this.#isGone || this.#isKilled
  }
  /** Nobody here killed it: a system that runs out of memory, or an operator. */
  get wasKilledOutside(): boolean {
    const { exitCode, signalCode } = this.#child
    return !this.#isKilled && (signalCode === 'SIGKILL' || exitCode === KILLED_IN_BOX)
  }
  /** How it ended, once it is gone. */
  get ending(): string {
    return this.#child.signalCode ?? `exit code ${this.#child.exitCode}`
  }
  /** The begin of what it wrote to standard error since it was asked, or of what is wrong with it. */
  get diagnosis(): string {
    return this.#diagnosis.trim()
  }
  usage(): Usage | undefined {
    return this.#child.pid === undefined ? undefined : usageOf(this.#child.pid)
  }

  kill(): void {
    if (this.#isGone) return
    this.#isKilled = true
    kill(this.#child)
  }
  async close(): Promise<void> {
    this.kill()
    await this.gone
  }

  /**
   * One at a time. Resolves with the answer, or once the process is gone.
   * @param question  absent for what no stranger has a part in: nothing bounds that
   */
  async ask<Reason = never>(message: Message, question?: Question<Reason>): Promise<Outcome<Reason>> {
    if (this.#listener) throw new Error('the process is asked already')
    this.#diagnosis = ''
    let answer: Message | undefined
    let reason: Reason | undefined
    let lastWords: Message | undefined
    const giveUp = (why: Reason | undefined) => {
      if (why === undefined) return
      watchdog?.stop()
      if (reason === undefined && question?.mayAnswer?.(why)) this.#interrupt()
      else this.kill()
      reason ??= why
    }
    const answered = new Promise<void>((resolve) => {
      this.#listener = {
        piece: (kind, bytes) => giveUp(question?.piece?.(kind, bytes)),
        head: (value, lengths) => giveUp(question?.head?.(value, lengths)),
        message: (whole) => {
          if (reason !== undefined) {
            lastWords = whole
            return this.kill()
          }
          this.#listener = undefined
          answer = whole
          resolve()
        },
        pause: () => question?.pause?.(),
      }
    })
    const passed = (limit: keyof Allowance, spent: Spent) => giveUp(question?.reasonFor(limit, spent))
    const watchdog = question && watch(question.allowance, () => this.usage(), passed)
    const looks = question?.look && setInterval(() => giveUp(question.look?.()), LOOK_MILLISECONDS)
    const abort = () => giveUp(question?.reasonFor('aborted', watchdog?.spent() ?? NOTHING))
    question?.signal?.addEventListener('abort', abort, { once: true })
    if (question?.signal?.aborted) abort()
    else send(this.#child.stdin, message).catch(() => {}) // it died; its end tells
    await Promise.race([answered, this.gone])
    watchdog?.stop()
    clearInterval(looks)
    question?.signal?.removeEventListener('abort', abort)
    this.#listener = undefined
    return { answer, reason, lastWords, spent: watchdog?.spent() ?? NOTHING }
  }
  /** What it waits for before it can answer. */
  add(message: Message): void {
    send(this.#child.stdin, message).catch(() => {}) // it died; its end tells
  }
  #interrupt(): void {
    interrupt(this.#child)
    setTimeout(() => this.kill(), LAST_WORDS_MILLISECONDS).unref()
  }

  readonly #read = (chunk: Uint8Array): void => {
    try {
      try {
        this.#reader.push(chunk)
      } finally {
        this.#listener?.pause()
      }
    } catch (error) {
      this.#refuse(error as Error)
    }
  }
  /** @throws BrokenStream  it was not asked, or has answered */
  #expected(): Listener {
    if (!this.#listener) throw new BrokenStream('it spoke without being asked')
    return this.#listener
  }
  #endOfOutput(): void {
    try {
      this.#reader.end()
    } catch (error) {
      this.#refuse(error as Error)
    }
    setTimeout(() => this.kill(), END_MILLISECONDS).unref()
  }
  #refuse(error: Error): void {
    this.#diagnosis ||= error.message
    this.kill()
  }
}

const NOTHING: Spent = { wallMilliseconds: 0, processorMilliseconds: 0, memoryBytes: 0 }

interface Started {
  readonly child: ChildProcessWithoutNullStreams
  /** Resolves at the end of its output. */
  readonly heard: Promise<void>
}
function startWithSocket(command: Command, disk: number | undefined, read: (chunk: Uint8Array) => void): Started {
  const child = startCommand(command, { disk })
  const heard = new Promise<void>((resolve) => child.stdout.on('data', read).once('close', () => resolve()))
  return { child, heard }
}
/** The end to write into is closed here, so that the reader finds the end when the child does. */
function startWithPipe(command: Command, disk: number | undefined, read: (chunk: Uint8Array) => void): Started {
  const pipe = takePipe()
  if (!pipe) return startWithSocket(command, disk, read)
  try {
    const child = startCommand(command, { output: pipe.write, disk })
    return { child, heard: readPipe(pipe.read, read) }
  } catch (error) {
    closeSync(pipe.read)
    throw error
  } finally {
    closeSync(pipe.write)
  }
}
