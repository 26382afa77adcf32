// A connection to the service, and how one is started where none is there.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import type { BuildRequest, BuildResult, RunEvents, RunRequest, RunResult } from '@credence/engine'
import { receive, send } from '@credence/engine/frames'
import { unpackTraced } from '@credence/engine/traced'
import type { Start } from './main.ts'
import type { Answer, Ask, Greeting, Hello, ServiceStatus } from './messages.ts'
import type { Place } from './place.ts'

/** The service went away, or cannot do this now: what was asked of it is to be done without it. */
export class ServiceLost extends Error {}

/** A busy machine needs seconds; longer is a fault, and the command goes on without a service. */
const START_MILLISECONDS = 60_000
/** A service that was told to cancel and does not answer is left alone. */
const CANCEL_MILLISECONDS = 2000

export type Progress = Extract<Answer, { progress: unknown }>['progress']
type Message = { readonly value: unknown; readonly blobs: readonly Uint8Array[] }

export class ServiceConnection {
  readonly #socket: Socket
  readonly #messages: AsyncGenerator<Message>
  private constructor(socket: Socket, messages: AsyncGenerator<Message>) {
    this.#socket = socket
    this.#messages = messages
  }

  /** @returns undefined where nobody serves this code at the place */
  static async open(place: Place, hello: Hello): Promise<ServiceConnection | undefined> {
    const socket = connect(place.socket)
    try {
      await once(socket, 'connect')
      socket.on('error', () => {}) // the reader of the answer sees the end
      const messages = receive(socket)
      await send(socket, { value: hello, blobs: [] })
      const { value } = await messages.next()
      if ((value?.value as Greeting | undefined)?.greeting === 'welcome') return new ServiceConnection(socket, messages)
    } catch {
      // Nobody listens, or not any more.
    }
    socket.destroy()
    return undefined
  }

  /** @throws ServiceLost; the reason of `signal` where it aborts */
  async build({ files, ...rest }: BuildRequest, onProgress: (event: Progress) => void, signal?: AbortSignal): Promise<BuildResult> {
    const ask: Ask = { do: 'build', paths: [...files.keys()], ...rest }
    return this.#ask(ask, [...files.values()], signal, {
      progress: onProgress,
      end: (answer, blobs) => {
        if (!('built' in answer)) return undefined
        return { ...answer.built, ...Object.fromEntries(answer.blobs.map((name, index) => [name, blobs[index]])) }
      },
      cancelled: () => {
        throw signal!.reason
      },
    })
  }

  /** @throws ServiceLost; what `input` throws */
  async run({ module, files = new Map(), ...rest }: RunRequest, { output, progress, input, signal }: RunEvents): Promise<RunResult> {
    const begin = performance.now()
    const ask: Ask = { do: 'run', paths: [...files.keys()], tellsProgress: progress !== undefined, takesInput: input !== undefined, ...rest }
    return this.#ask<RunResult>(ask, [module, ...files.values()], signal, {
      output: (stream, bytes) => output(stream, bytes),
      ...(progress && { executions: progress }),
      ...(input && { input }),
      end: (answer, blobs) =>
        'ran' in answer
          ? {
              ...answer.ran,
              ...(answer.traced && { traced: unpackTraced(answer.traced, blobs[answer.paths.length]!) }),
              files: new Map(answer.paths.map((each, index) => [each, blobs[index]!])),
            }
          : undefined,
      cancelled: () => ({
        ...{ ending: { kind: 'cancelled' }, message: 'cancelled', files: new Map() },
        ...{ dynamicInstructions: 0, processorSeconds: 0, executionMilliseconds: performance.now() - begin },
      }),
    })
  }

  /** @throws ServiceLost */
  status(): Promise<ServiceStatus> {
    return this.#ask({ do: 'status' }, [], undefined, { end: (answer) => ('status' in answer ? answer.status : undefined) })
  }
  /** Resolves when the service has ended. */
  async stop(): Promise<void> {
    await this.#ask({ do: 'stop' }, [], undefined, { end: () => undefined }).catch((error: unknown) => {
      if (!(error instanceof ServiceLost)) throw error
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  async #ask<Result>(ask: Ask, blobs: readonly Uint8Array[], signal: AbortSignal | undefined, hears: Hears<Result>): Promise<Result> {
    if (signal?.aborted && hears.cancelled) return hears.cancelled()
    let late: NodeJS.Timeout | undefined
    const unread: unknown[] = []
    // Nothing here waits for it: what the program printed before it read is still on its way, and a run can end before its input does.
    const give = (input: NonNullable<RunEvents['input']>) => {
      input().then(
        (bytes) => send(this.#socket, { value: { do: 'read' } satisfies Ask, blobs: [bytes] }).catch(() => {}),
        (error: unknown) => {
          if (signal?.aborted) return
          unread.push(error)
          this.#socket.destroy()
        },
      )
    }
    const cancel = () => {
      void send(this.#socket, { value: { do: 'cancel' } satisfies Ask, blobs: [] }).catch(() => {})
      late = setTimeout(() => this.#socket.destroy(), CANCEL_MILLISECONDS)
    }
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      send(this.#socket, { value: ask, blobs }).catch(() => {})
      for (;;) {
        const { value: message } = await this.#messages.next()
        if (message === undefined) throw new ServiceLost('the service ended')
        const answer = message.value as Answer
        if ('progress' in answer) hears.progress?.(answer.progress)
        else if ('executions' in answer) hears.executions?.(answer.executions)
        else if ('wants' in answer) give(hears.input!)
        else if ('output' in answer) hears.output?.(answer.output, message.blobs[0]!)
        else {
          const result = hears.end(answer, message.blobs)
          if (result !== undefined) return result
          throw new ServiceLost('failed' in answer ? answer.failed : 'the compiler of the service is busy')
        }
      }
    } catch (error) {
      if (signal?.aborted && hears.cancelled) return hears.cancelled()
      if (unread.length > 0) throw unread[0]
      throw error instanceof ServiceLost ? error : new ServiceLost('the service ended', { cause: error })
    } finally {
      clearTimeout(late)
      signal?.removeEventListener('abort', cancel)
    }
  }
}
interface Hears<Result> {
  readonly progress?: (event: Progress) => void
  readonly output?: (stream: 'Stdout' | 'Stderr', bytes: Uint8Array) => void
  readonly executions?: NonNullable<RunEvents['progress']>
  readonly input?: NonNullable<RunEvents['input']>
  /** Undefined: it did not do what was asked. */
  readonly end: (answer: Answer, blobs: readonly Uint8Array[]) => Result | undefined
  readonly cancelled?: () => Result
}

/** Resolves when a service of this code listens; also when none could be started: connecting tells. */
export async function startService(start: Start, env: NodeJS.ProcessEnv): Promise<void> {
  const log = openSync(start.place.log, 'w', 0o600)
  try {
    const script = path.join(start.installation.root, 'apps/cli/src/service/main.ts')
    const passed = Object.fromEntries(['PATH', 'HOME', 'TMPDIR', 'LANG'].flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))
    const child = spawn(process.execPath, [script, JSON.stringify(start)], {
      cwd: '/', // no folder of the user is held
      detached: true, // Ctrl-C in the terminal is for the command alone
      env: passed,
      stdio: ['ignore', 'pipe', log],
    })
    child.unref()
    const { stdout } = child
    if (!stdout) return
    const late = AbortSignal.timeout(START_MILLISECONDS)
    await Promise.race([once(stdout, 'data', { signal: late }), once(child, 'exit', { signal: late })]).catch(() => {})
    stdout.destroy()
  } finally {
    closeSync(log)
  }
}
