// What `credence run` builds and runs with: the service where there is one, else an engine in this process. Both give the same results, so
// whatever the service cannot do, because it was killed above all, is done here.
import { createHash, type Hash } from 'node:crypto'
import { getPriority } from 'node:os'
import type { BuildRequest, BuildResult, Engine, EngineOptions, RunEvents, RunRequest, RunResult, Stream } from '@credence/engine'
import { unusable, type Wanted } from '@credence/engine/home'
import { type Progress, ServiceConnection, ServiceLost, startService } from './client.ts'
import { commonOf, type Installation, openPlace, PlaceRefused, placeOf, userId } from './place.ts'

export interface RunEngineOptions {
  readonly cacheFolder: string
  /** The same as the user names it, for messages. */
  readonly wanted: Wanted
  readonly env: NodeJS.ProcessEnv
  readonly buildLimits: EngineOptions['buildLimits']
  /** Absent: no service. */
  readonly installation?: Installation
  readonly wantsService: boolean
  readonly onProgress: (event: Progress) => void
  /** Something that the user should know. */
  readonly onNotice: (text: string) => void
}
export interface RunEngine extends AsyncDisposable {
  /** As of `Engine`. */
  readonly build: (request: BuildRequest, signal?: AbortSignal) => Promise<BuildResult>
  readonly run: (request: RunRequest, events: RunEvents) => Promise<RunResult>
}

export async function openRunEngine(options: RunEngineOptions): Promise<RunEngine> {
  const { cacheFolder, wanted, buildLimits, installation, onProgress, onNotice } = options
  let service = await connect(options)
  let own: Promise<Engine> | undefined
  const openOwn = async (): Promise<Engine> => {
    const { openEngine } = await import('@credence/engine') // here, so that those who are served start without it
    return openEngine({ cacheDir: cacheFolder, prepares: 'needed', buildLimits, onProgress }).catch(async (error: unknown) => {
      throw await unusable(wanted, error)
    })
  }
  /** By the service, and where it is lost, here. */
  const attempt = async <Result>(there: (service: ServiceConnection) => Promise<Result>, here: (engine: Engine) => Promise<Result>) => {
    if (service) {
      try {
        return await there(service)
      } catch (error) {
        if (!(error instanceof ServiceLost)) throw error
        service.close()
        service = undefined
      }
    }
    own ??= openOwn()
    return here(await own)
  }
  return {
    build: (request, signal) =>
      attempt(
        (lent) => lent.build(request, onProgress, signal),
        (engine) => engine.build(request, signal),
      ),
    async run(request, events) {
      const delivered = new Delivered(events)
      const result = await attempt(
        (lent) => lent.run(request, { ...events, output: delivered.first }),
        (engine) => {
          delivered.beginAgain()
          return engine.run(request, { ...events, output: delivered.again })
        },
      )
      if (delivered.differs) onNotice('the service ended during the run; the program ran again from its start, and did not print the same again')
      return result
    },
    async [Symbol.asyncDispose]() {
      service?.close()
      if (!own) return
      if (installation && !installation.isBundled) await import('./bundle.ts').then(({ startBundle }) => startBundle(installation, cacheFolder))
      await (await own.catch(() => undefined))?.close()
    },
  }
}

async function connect({
  installation,
  wantsService,
  cacheFolder,
  env,
  buildLimits,
  onProgress,
}: RunEngineOptions): Promise<ServiceConnection | undefined> {
  if (!installation || !wantsService || !mayServe(env)) return undefined
  try {
    const place = placeOf(installation, cacheFolder, env)
    const code = commonOf(installation, env)
    const hello = { token: openPlace(place), code }
    const there = await ServiceConnection.open(place, hello)
    if (there) return there
    onProgress({ what: 'the service', done: 0, total: 1 })
    await startService({ installation, code, buildLimits, place, cacheFolder, idleMilliseconds: idleMilliseconds(env) }, env)
    return await ServiceConnection.open(place, hello)
  } catch (error) {
    if (error instanceof PlaceRefused || (error as NodeJS.ErrnoException).syscall !== undefined) return undefined // `credence service` tells
    throw error
  }
}

/** A run at another priority stays at it: processes of the service have the usual one. */
function mayServe(env: NodeJS.ProcessEnv): boolean {
  return userId() !== undefined && !env['CREDENCE_NO_SERVICE'] && getPriority() === 0
}

/** Seconds without a command after which the service ends. */
export const IDLE_SECONDS = 300
function idleMilliseconds(env: NodeJS.ProcessEnv): number {
  const seconds = Number(env['CREDENCE_SERVICE_SECONDS'] || IDLE_SECONDS)
  return 1000 * (seconds > 0 && seconds <= 86_400 ? seconds : IDLE_SECONDS)
}

/** Output that reached the user from a run that was lost is not shown again by the run that replaces it. */
class Delivered {
  #isAgain = false
  #isOther = false
  readonly #events: RunEvents
  readonly #shown: Record<Stream, { bytes: number; hash: Hash }> = { Stdout: nothing(), Stderr: nothing() }
  readonly #repeated: Record<Stream, { bytes: number; hash: Hash }> = { Stdout: nothing(), Stderr: nothing() }

  constructor(events: RunEvents) {
    this.#events = events
  }
  /** There was a second run, and it did not begin with what the first had printed. */
  get differs(): boolean {
    return this.#isOther || (this.#isAgain && STREAMS.some((stream) => this.#repeated[stream].bytes < this.#shown[stream].bytes))
  }
  beginAgain(): void {
    this.#isAgain = true
  }
  readonly first = (stream: Stream, bytes: Uint8Array): void => {
    this.#shown[stream].bytes += bytes.length
    this.#shown[stream].hash.update(bytes)
    this.#events.output(stream, bytes)
  }
  readonly again = (stream: Stream, bytes: Uint8Array): void => {
    const [shown, repeated] = [this.#shown[stream], this.#repeated[stream]]
    const known = Math.min(bytes.length, shown.bytes - repeated.bytes)
    if (known > 0) {
      repeated.bytes += known
      repeated.hash.update(bytes.subarray(0, known))
      if (repeated.bytes === shown.bytes && repeated.hash.digest('hex') !== shown.hash.digest('hex')) this.#isOther = true
    }
    if (known < bytes.length) this.#events.output(stream, bytes.subarray(known))
  }
}
const STREAMS = ['Stdout', 'Stderr'] as const
const nothing = () => ({ bytes: 0, hash: createHash('sha256') })
