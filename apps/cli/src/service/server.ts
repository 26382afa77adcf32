// The service: keeps an engine warm for the commands of one user. It hands builds and runs to the engine, whose compilers and programs are
// processes in boxes of their own; nothing of a program is executed here. It ends when nobody has needed it for a while, when another one has
// taken its place, and when its code has changed.

import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { lstatSync, renameSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { RECOMMENDED_SPEC } from '@credence/contract/cores'
import type { BuildRequest, Engine, Files, RunEvents, RunRequest } from '@credence/engine'
import { usageOf } from '@credence/engine'
import { receive, send } from '@credence/engine/frames'
import { packTraced } from '@credence/engine/traced'
import type { Answer, Ask, Greeting, Hello } from './messages.ts'
import { openPlace, type Place } from './place.ts'

export interface ServiceOptions {
  readonly place: Place
  /** As `commonOf` tells of what is running. */
  readonly code: string
  /** Without a connection for so long, it ends. */
  readonly idleMilliseconds: number
  /** Called when the engine is first needed, and again where that failed. */
  readonly open: (onProgress: (event: Progress) => void) => Promise<Engine>
  /** Called once, behind the first run. */
  readonly afterFirst?: () => void
}
type Progress = Extract<Answer, { progress: unknown }>['progress']

/** How often the service looks whether its socket is still there. */
const LOOK_MILLISECONDS = 2000
/** A build waits so long for those of others; then its client does it itself. */
const PATIENCE_MILLISECONDS = 1000

export class Service {
  /** Resolves when it has ended and no process of it is left. */
  readonly ended: Promise<void>
  readonly #options: ServiceOptions
  readonly #token: Buffer
  readonly #server: Server
  readonly #connections = new Set<Socket>()
  readonly #watchers = new Set<(event: Progress) => void>()
  #engine: Promise<Engine> | undefined
  #building: Promise<unknown> = Promise.resolve()
  #builds = 0
  #runs = 0
  #inode = 0
  #idle: NodeJS.Timeout | undefined
  #look: NodeJS.Timeout | undefined
  #ending = false
  #end: () => void = () => {}

  /** @returns undefined where a service of the same code is there already @throws PlaceRefused */
  static async start(options: ServiceOptions): Promise<Service | undefined> {
    const token = openPlace(options.place)
    if (await answers(options.place, { token, code: options.code })) return undefined
    const service = new Service(options, token)
    await service.#listen()
    return service
  }

  private constructor(options: ServiceOptions, token: string) {
    this.#options = options
    this.#token = Buffer.from(token)
    this.#server = createServer((socket) => void this.#serve(socket))
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
  }

  /** A socket of its own that then takes the name: an older service sees that and retires; none is ever removed by mistake. */
  async #listen(): Promise<void> {
    const { socket } = this.#options.place
    const draft = `${socket}-${process.pid}`
    rmSync(draft, { force: true })
    this.#server.listen(draft)
    await once(this.#server, 'listening')
    this.#inode = lstatSync(draft).ino
    renameSync(draft, socket)
    this.#look = setInterval(() => this.#hasPlace() || this.#retire(), LOOK_MILLISECONDS)
    this.#restIfIdle()
  }
  #hasPlace(): boolean {
    try {
      return lstatSync(this.#options.place.socket).ino === this.#inode
    } catch {
      return false
    }
  }

  /**
   * Ends everything at once: who is connected does the rest without the service.
   * @param told  the connection that asked for it, which lasts as long as any process of the service
   */
  async close(told?: Socket): Promise<void> {
    if (this.#ending) return this.ended
    this.#ending = true
    clearTimeout(this.#idle)
    clearInterval(this.#look)
    if (this.#hasPlace()) rmSync(this.#options.place.socket, { force: true })
    this.#server.close()
    for (const socket of this.#connections) if (socket !== told) socket.destroy() // before their runs are killed: that is no ending of theirs
    const engine = await this.#engine?.catch(() => undefined)
    await engine?.close()
    told?.destroy()
    this.#end()
  }
  /** Takes nobody new, and ends when the last connection does. */
  #retire(): void {
    this.#server.close()
    if (this.#connections.size === 0) void this.close()
    else this.#isRetiring = true
  }
  #isRetiring = false

  #restIfIdle(): void {
    if (this.#connections.size > 0) return
    if (this.#isRetiring) void this.close()
    else this.#idle = setTimeout(() => void this.close(), this.#options.idleMilliseconds)
  }

  async #serve(socket: Socket): Promise<void> {
    clearTimeout(this.#idle)
    this.#connections.add(socket)
    socket.on('error', () => {}) // the client is gone; `close` follows
    socket.once('close', () => {
      this.#connections.delete(socket)
      if (!this.#ending) this.#restIfIdle()
    })
    try {
      await this.#converse(socket)
    } catch {
      // A message cut short, or one that is none: the connection ends, and the client does without.
    } finally {
      socket.destroy()
    }
  }

  async #converse(socket: Socket): Promise<void> {
    const messages = receive(socket)
    const hello = (await messages.next()).value?.value as Partial<Hello> | undefined
    const greeting = this.#greet(hello)
    await send(socket, { value: { greeting } satisfies Greeting, blobs: [] })
    if (greeting === 'changed') this.#retire()
    if (greeting !== 'welcome') return
    let present: { readonly done: Promise<void>; readonly controller: AbortController; readonly input: PromiseWithResolvers<Uint8Array> } | undefined
    try {
      for await (const { value, blobs } of messages) {
        const ask = value as Ask
        if (ask.do === 'cancel') present?.controller.abort()
        else if (ask.do === 'read') present?.input.resolve(blobs[0]!)
        else {
          await present?.done
          const controller = new AbortController()
          const input = Promise.withResolvers<Uint8Array>()
          present = { controller, input, done: this.#answer(socket, ask, blobs, controller.signal, input.promise) }
        }
      }
    } finally {
      present?.controller.abort() // nobody waits for it any more
    }
  }
  #greet(hello: Partial<Hello> | undefined): Greeting['greeting'] {
    const shown = Buffer.from(String(hello?.token))
    if (shown.length !== this.#token.length || !timingSafeEqual(shown, this.#token)) return 'stranger'
    return hello?.code === this.#options.code ? 'welcome' : 'changed'
  }

  async #answer(socket: Socket, ask: Ask, blobs: readonly Uint8Array[], signal: AbortSignal, input: Promise<Uint8Array>): Promise<void> {
    const say = (answer: Answer, bytes: readonly Uint8Array[] = []) => send(socket, { value: answer, blobs: bytes }).catch(() => {})
    const onProgress = (progress: Progress) => void say({ progress })
    this.#watchers.add(onProgress)
    try {
      if (ask.do === 'build') await this.#build(ask, blobs, say, signal)
      else if (ask.do === 'run') await this.#run(ask, blobs, say, { signal, input })
      else if (ask.do === 'status') await say({ status: this.#status() })
      else if (ask.do === 'stop') void this.close(socket)
      else await say({ failed: 'the service does not know this request' })
    } catch (error) {
      await say({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    } finally {
      this.#watchers.delete(onProgress)
    }
  }

  async #build(ask: Extract<Ask, { do: 'build' }>, blobs: readonly Uint8Array[], say: Say, signal: AbortSignal): Promise<void> {
    const before = this.#building
    let finish: () => void = () => {}
    const own = new Promise<void>((resolve) => {
      finish = resolve
    })
    this.#building = before.then(() => own)
    try {
      if (!(await endsWithin(before, PATIENCE_MILLISECONDS))) return void (await say({ busy: true }))
      this.#builds++
      const { do: _, paths, ...rest } = ask
      const engine = await this.#opened()
      const request: BuildRequest = { ...rest, files: filesOf(paths, blobs) }
      this.#language = languageOf(paths)
      const { module, plain, ...built } = await engine.build(request, signal)
      const made: [BuiltBlob, Uint8Array | undefined][] = [
        ['module', module],
        ['plain', plain],
      ]
      const there = made.filter((each): each is [BuiltBlob, Uint8Array] => each[1] !== undefined)
      await say(
        { built, blobs: there.map(([name]) => name) },
        there.map(([, bytes]) => bytes),
      )
    } finally {
      finish()
    }
  }

  async #run(
    ask: Extract<Ask, { do: 'run' }>,
    [module, ...bytes]: readonly Uint8Array[],
    say: Say,
    { signal, input: read }: { readonly signal: AbortSignal; readonly input: Promise<Uint8Array> },
  ): Promise<void> {
    this.#runs++
    const { do: _, paths, tellsProgress, takesInput, ...rest } = ask
    const engine = await this.#opened()
    const request: RunRequest = { ...rest, module: module!, files: filesOf(paths, bytes) }
    const output = (stream: 'Stdout' | 'Stderr', chunk: Uint8Array) => void say({ output: stream }, [chunk.slice()])
    const progress: RunEvents['progress'] = (executions) => void say({ executions })
    const input: RunEvents['input'] = () => {
      void say({ wants: 'input' })
      return read
    }
    const { files, traced, ...ran } = await engine.run(request, { output, signal, ...(tellsProgress && { progress }), ...(takesInput && { input }) })
    const packed = traced && packTraced(traced)
    await say({ ran, paths: [...files.keys()], ...(packed && { traced: packed.packed }) }, [...files.values(), ...(packed ? [packed.bytes] : [])])
    this.#warm(engine)
  }

  #status() {
    const usage = usageOf(process.pid)
    return {
      pid: process.pid,
      builds: this.#builds,
      runs: this.#runs,
      memoryBytes: usage?.residentBytes ?? process.memoryUsage.rss(),
      idleSeconds: this.#options.idleMilliseconds / 1000,
    }
  }

  #opened(): Promise<Engine> {
    this.#engine ??= this.#options
      .open((event) => {
        for (const watcher of this.#watchers) watcher(event)
      })
      .catch((error: unknown) => {
        this.#engine = undefined
        throw error
      })
    return this.#engine
  }

  #language: keyof typeof WARMING = 'main.c'
  #isWarm = false
  /**
   * After a run that found its module in the cache the compiler has not started yet: the next build, after the next key is pressed, is to find it
   * with its code compiled. What is built has no main function, so that it leaves nothing in the cache of builds.
   */
  #warm(engine: Engine): void {
    if (this.#isWarm) return
    this.#isWarm = true
    this.#options.afterFirst?.()
    const source = new TextEncoder().encode(WARMING[this.#language])
    const built = () =>
      this.#ending ? undefined : engine.build({ files: new Map([[this.#language, source]]), core: RECOMMENDED_SPEC }).catch(() => {})
    setTimeout(() => void built(), WARM_AFTER_MILLISECONDS).unref()
  }
}
type Say = (answer: Answer, bytes?: readonly Uint8Array[]) => Promise<void>
type BuiltBlob = 'module' | 'plain'

const WARM_AFTER_MILLISECONDS = 100
const WARMING = {
  'main.c': '#include <math.h>\n#include <stdio.h>\nint warm(double x) { return printf("%f", sin(x)); }\n',
  'main.cpp': '#include <iostream>\nvoid warm(double x) { std::cout << x << std::endl; }\n',
} as const
function languageOf(paths: readonly string[]): keyof typeof WARMING {
  return paths.some((path) => /\.(cc|cpp|c\+\+|cp|cxx|C|CPP)$/.test(path)) ? 'main.cpp' : 'main.c'
}

function filesOf(paths: readonly string[], bytes: readonly Uint8Array[]): Files {
  return new Map(paths.map((path, index) => [path, bytes[index]!]))
}

/** Whether somebody at the place welcomes this greeting. */
function answers(place: Place, hello: Hello): Promise<boolean> {
  const socket = connect(place.socket)
  const asked = async (): Promise<boolean> => {
    await once(socket, 'connect')
    await send(socket, { value: hello, blobs: [] })
    const { value } = await receive(socket).next()
    return (value?.value as Greeting | undefined)?.greeting === 'welcome'
  }
  return asked()
    .catch(() => false) // nobody is there
    .finally(() => socket.destroy())
}

/** False: it still goes on then. */
async function endsWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let clock: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    clock = setTimeout(() => resolve(false), milliseconds)
  })
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(clock)
  }
}
