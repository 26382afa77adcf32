// One compile process from the outside: requests with limits of time and memory, killed where they are passed.
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { IsolationLevel } from '../../machine/node/isolation.ts'
import { KILLED_IN_BOX, kill } from '../../machine/node/kill.ts'
import { type Usage, usageOf } from '../../machine/node/usage.ts'
import type { BuildLimit } from '../../types.ts'
import { startBoxed } from './box.ts'
import type { Reply, Request } from './compile-process.ts'
import { type Message, receive, send } from './frames.ts'

const EXIT_MILLISECONDS = 1000

export interface RequestLimits {
  /** Of the compile process, whatever else the machine does. Where the kernel does not tell, the clock alone decides. */
  readonly processorMilliseconds: number
  /** On the clock: generous, for a process that neither works nor ends. */
  readonly wallMilliseconds: number
  /** Resident bytes of the process. */
  readonly memoryBytes: number
}
export interface Answered {
  readonly reply: Reply
  readonly blobs: ReadonlyMap<string, Uint8Array>
}
/** The process was ended during a request; the message names the limit and what to do, or says that the compiler broke down. */
export class ProcessEnded extends Error {
  readonly limit: BuildLimit | undefined
  constructor(message: string, limit?: BuildLimit, options?: ErrorOptions) {
    super(message, options)
    this.limit = limit
  }
}
/** Nobody here killed it: a system that runs out of memory, or an operator. The request may go to another process. */
export class ProcessKilled extends ProcessEnded {
  constructor() {
    super('the compiler was killed from outside; the machine may have run out of memory')
  }
}

export class CompileProcess {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #messages: AsyncGenerator<Message>
  readonly #exited: Promise<void>
  #said = ''
  #ended = false
  #killed = false
  #isKilledOutside = false
  /** Bytes after the last request. */
  memory = 0
  requests = 0

  constructor(level: IsolationLevel) {
    this.#child = startBoxed(fileURLToPath(new URL('compile-process.ts', import.meta.url)), level)
    this.#messages = receive(this.#child.stdout)
    this.#exited = new Promise((resolve) => {
      const end = () => {
        this.#ended = true
        resolve()
      }
      this.#child.once('exit', (code, signal) => {
        this.#isKilledOutside = !this.#killed && (signal === 'SIGKILL' || code === KILLED_IN_BOX)
        end()
      })
      this.#child.once('error', (error) => {
        this.#said += error.message
        end()
      })
    })
    this.#child.stdin.on('error', () => {}) // the reader of the answer sees the end
    this.#child.stderr.on('data', (chunk: Buffer) => {
      this.#said = (this.#said + chunk.toString()).slice(-10_000)
    })
  }

  /** It takes no more requests. */
  get ended(): boolean {
    return this.#ended || this.#killed
  }

  /** One request at a time. @throws ProcessEnded where a limit was passed or the process died; the reason of `signal` where it aborts */
  async request(request: Request, blobs: readonly Uint8Array[], limits: RequestLimits, signal?: AbortSignal): Promise<Answered> {
    signal?.throwIfAborted()
    this.requests++
    let cause: Error | undefined
    const stop = (error: Error) => {
      cause ??= error
      this.#kill()
    }
    const abort = () => stop(signal!.reason instanceof Error ? signal!.reason : new Error('aborted'))
    const before = this.#usage()?.processorMilliseconds ?? 0
    const used = (now = this.#usage()) => Math.max(0, (now?.processorMilliseconds ?? 0) - before)
    const clock = setTimeout(() => stop(passedLimit('wallMilliseconds', limits, used())), limits.wallMilliseconds)
    const check = () => {
      const now = this.#usage()
      if (now === undefined) return
      if (now.residentBytes > limits.memoryBytes) stop(passedLimit('memory', limits, used(now)))
      if (used(now) >= limits.processorMilliseconds) stop(passedLimit('processorMilliseconds', limits, used(now)))
    }
    const watchdog = setInterval(check, 100)
    check()
    signal?.addEventListener('abort', abort)
    try {
      const sent = send(this.#child.stdin, { value: request, blobs }).catch(() => {})
      const { value: message } = await this.#messages.next()
      await sent
      if (message === undefined) {
        await Promise.race([this.#exited, sleep(EXIT_MILLISECONDS)]) // its last word comes before its end is known
        if (this.#isKilledOutside) cause = new ProcessKilled()
        throw new ProcessEnded('the compiler broke down on this program')
      }
      const reply = message.value as Reply
      this.memory = reply.memory
      return { reply, blobs: new Map(reply.blobs.map((name, index) => [name, message.blobs[index]!])) }
    } catch (error) {
      this.#kill()
      throw cause ?? new ProcessEnded('the compiler broke down on this program', undefined, { cause: new Error(this.#said, { cause: error }) })
    } finally {
      clearTimeout(clock)
      clearInterval(watchdog)
      signal?.removeEventListener('abort', abort)
    }
  }

  #usage(): Usage | undefined {
    return this.#child.pid === undefined ? undefined : usageOf(this.#child.pid)
  }

  async close(): Promise<void> {
    this.#kill()
    await this.#exited
  }

  /** The process inside the box dies first: what it said ends before the box has. */
  #kill(): void {
    this.#killed = true
    if (!this.#ended) kill(this.#child)
  }
}

function passedLimit(limit: BuildLimit, limits: RequestLimits, usedMilliseconds: number): ProcessEnded {
  const seconds = (milliseconds: number) => `${Number((milliseconds / 1000).toPrecision(3))} s`
  const words: Readonly<Record<BuildLimit, string>> = {
    processorMilliseconds: `processor time limit of ${seconds(limits.processorMilliseconds)} for one build reached: ${LIGHTER}`,
    wallMilliseconds: `wall time limit of ${seconds(limits.wallMilliseconds)} for one build reached, after ${seconds(usedMilliseconds)} of processor time: the machine is busy; build again later`,
    memory: `compile memory limit of ${Math.round(limits.memoryBytes / 1e6)} MB reached: ${LIGHTER}`,
  }
  return new ProcessEnded(words[limit], limit)
}
const LIGHTER = 'have templates, macros and constants make less, or split the source into several files'
