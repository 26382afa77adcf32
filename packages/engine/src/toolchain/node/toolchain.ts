// The toolchain on a server or in the command line: builds one after the other in one warm compile process, or in several side by side.
// A process is replaced after many builds, when it has grown, and when a build passed a limit.
import { join } from 'node:path'
import { LIMITS } from '@credence/contract/limits'
import { type IsolationLevel, probeIsolation } from '../../box/node/isolation.ts'
import type { BuildRequest, BuildResult } from '../../types.ts'
import { findFlang, fortranSupport } from '../fortran/node/flang.ts'
import { isFortran } from '../fortran/sources.ts'
import type { Translation } from '../fortran/translation.ts'
import { uxhwModule } from '../fortran/uxhw-module.ts'
import { traceLimitErrors } from '../trace/limits.ts'
import { BuildCache } from './build-cache.ts'
import type { Request } from './compile-process.ts'
import { type Ahead, type Maker, type Prepared, type PrepareEvent, prepareParts } from './prepare.ts'
import { type Answered, CompileProcess, ProcessEnded, ProcessKilled, passedLimit, type RequestLimits } from './process.ts'
import { type FortranAnswer, translateBuild } from './translate-build.ts'

export interface ToolchainOptions {
  /** A folder for prepared parts and builds; made when it is missing, shared by any number of processes. */
  readonly cacheDir: string
  readonly onProgress?: (event: PrepareEvent) => void
  /** Compile processes, each for one build at a time; a further one starts when it is needed first. Default 1. */
  readonly processes?: number
  /** What is made before the first build: precompiled headers, and beside it the library of Fortran where there is a flang. Other parts are made when a build asks for them. Default: `common`. */
  readonly ahead?: Ahead
  /** Limits of one build. Default: BUILD_LIMITS. */
  readonly limits?: Partial<RequestLimits>
}
export interface Toolchain {
  /** The runtime module that goes with the modules of `build`. */
  readonly runtime: Uint8Array
  readonly isolation: IsolationLevel
  /**
   * The user's mistakes and passed limits are in the output of the result; ours are thrown. An aborted build throws the
   * reason of the signal.
   */
  build(request: BuildRequest, signal?: AbortSignal): Promise<BuildResult>
  /** Starts the compiler ahead of the first build. */
  warm(): Promise<void>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export const BUILD_LIMITS: RequestLimits = { ...LIMITS.build, memoryBytes: 2 * 2 ** 30 }
/** For our own sources: the machine may be slow, and several processes may prepare at once. */
const PREPARE_LIMITS: RequestLimits = { processorMilliseconds: 600_000, wallMilliseconds: 1_800_000, memoryBytes: 3 * 2 ** 30 }
/** So long after its last request a process beside the first one ends. */
const REST_MILLISECONDS = 10_000
/** A process that has done so much is replaced. */
const RETIREMENT = { requests: 500, memoryBytes: 1.2e9 }

export async function openToolchain({
  cacheDir,
  onProgress = () => {},
  processes = 1,
  ahead = 'common',
  limits = {},
}: ToolchainOptions): Promise<Toolchain> {
  const level = await probeIsolation()
  const compiler = new Compilers(level, processes)
  try {
    const prepared = await prepareWith(compiler, cacheDir, ahead, onProgress)
    compiler.use(prepared)
    const aside = ahead === 'common' ? fortranAside(level, prepared) : undefined
    const builds = new BuildCache(join(cacheDir, 'builds'), prepared.key)
    return new WarmToolchain(compiler, level, prepared, builds, { ...BUILD_LIMITS, ...limits }, aside)
  } catch (error) {
    await compiler.close()
    throw error
  }
}

/** Makes the prepared parts that are missing, and nothing else. */
export async function prepare({
  cacheDir,
  onProgress = () => {},
}: Pick<ToolchainOptions, 'cacheDir' | 'onProgress'>): Promise<Pick<Prepared, 'runtime' | 'parts'>> {
  const compiler = new Compilers(await probeIsolation(), 1)
  try {
    return await prepareWith(compiler, cacheDir, 'common', onProgress)
  } finally {
    await compiler.close()
  }
}

function prepareWith(compiler: Compilers, cacheDir: string, ahead: Ahead, onProgress: (event: PrepareEvent) => void): Promise<Prepared> {
  return prepareParts(cacheDir, makerOf(compiler), ahead, onProgress)
}
function makerOf(compiler: Pick<Compilers, 'request'>): Maker {
  return async (request, blobs) => madeBy(await compiler.request(request, blobs, PREPARE_LIMITS))
}

/** The library of Fortran, made in a process of its own, so that no build waits for what only Fortran needs. A failure is told by the build that needs it. */
function fortranAside(level: IsolationLevel, prepared: Prepared): Pick<Compiler, 'close'> {
  const compiler = new Compiler(level)
  const made = fortranSupport(level).then((support) => ('version' in support ? prepared.addFortran(makerOf(compiler)) : undefined))
  void made.catch(() => {}).then(() => compiler.close())
  return compiler
}

function madeBy({ reply, blobs }: Answered): Uint8Array {
  const made = blobs.get('made')
  if (made === undefined) throw new Error(reply.error ?? 'the compile process made nothing')
  return made
}

class WarmToolchain implements Toolchain {
  readonly runtime: Uint8Array
  readonly isolation: IsolationLevel
  readonly #compiler: Compilers
  readonly #prepared: Prepared
  readonly #builds: BuildCache
  readonly #limits: RequestLimits
  readonly #aside: Pick<Compiler, 'close'> | undefined

  /** @param aside  prepares further parts until it is closed */
  constructor(
    compiler: Compilers,
    isolation: IsolationLevel,
    prepared: Prepared,
    builds: BuildCache,
    limits: RequestLimits,
    aside: Pick<Compiler, 'close'> | undefined,
  ) {
    this.#aside = aside
    this.runtime = prepared.runtime
    this.#compiler = compiler
    this.isolation = isolation
    this.#prepared = prepared
    this.#builds = builds
    this.#limits = limits
  }

  async build(request: BuildRequest, signal?: AbortSignal): Promise<BuildResult> {
    signal?.throwIfAborted()
    if (!signal) return this.#build(request)
    // Behind another build, or while headers are prepared for it, nothing of it is there to be ended.
    const aborted = Promise.withResolvers<never>()
    const abort = () => aborted.reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    try {
      return await Promise.race([this.#build(request, signal), aborted.promise])
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  async #build(request: BuildRequest, signal?: AbortSignal): Promise<BuildResult> {
    const start = performance.now()
    const limited = traceLimitErrors(request.traceVariables ?? [])
    if (limited.length > 0) return { output: `${limited.join('\n')}\n`, milliseconds: performance.now() - start }
    const flang = [...request.files.keys()].some(isFortran) ? await findFlang() : undefined
    const key = this.#builds.key(request, flang?.version)
    const kept = await this.#builds.get(key)
    if (kept !== undefined) return { ...kept, milliseconds: performance.now() - start }
    let answered: Answered
    let said = ''
    try {
      answered = await this.#compile(request, true, signal)
      const { missing, translations = [] } = answered.reply
      if (missing !== undefined) {
        for (const variant of missing) await this.#prepared.addPrecompiled(variant).catch(() => signal?.throwIfAborted())
        const fortran = translations.length > 0 ? await this.#translate(request, translations, signal) : undefined
        if (fortran?.failed)
          return { output: fortran.messages + this.#passed(fortran), milliseconds: performance.now() - start, ...limitOf(fortran.limit) }
        said = fortran?.messages ?? ''
        const { translated, described } = fortran ?? {}
        // What could not be made, the build tries itself, and tells.
        answered = await this.#compile({ ...request, ...(translated && { translated }), ...(described && { described }) }, false, signal)
      }
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error
      const how = error instanceof ProcessKilled ? ({ interrupted: true } as const) : error.limit && { limit: error.limit }
      return { output: `error: ${error.message}\n`, milliseconds: performance.now() - start, ...how }
    }
    const { reply, blobs } = answered
    if (reply.error !== undefined) throw new Error(`the build failed by a fault of the engine: ${reply.error}`)
    const [module, plain] = [blobs.get('module'), blobs.get('plain')]
    const result = {
      ...(module && { module }),
      ...(plain && { plain }),
      ...(reply.variables && { variables: reply.variables }),
      output: said + (reply.output ?? ''),
      milliseconds: performance.now() - start,
    }
    if (module !== undefined) await this.#builds.put(key, result)
    return result
  }

  #compile(
    { files, core, translated = new Map(), described = new Map(), ...options }: BuildRequest,
    mayAsk: boolean,
    signal: AbortSignal | undefined,
  ): Promise<Answered> {
    const paths = { paths: [...files.keys()], translated: [...translated.keys()], described: [...described.keys()] }
    const blobs = [files, translated, described].flatMap((each) => [...each.values()])
    return this.#compiler.request({ do: 'build', ...paths, core, options, mayAsk }, blobs, this.#limits, signal)
  }

  /** @param translations  from the compile process, which is not trusted with names of other files */
  async #translate(request: BuildRequest, translations: readonly Translation[], signal: AbortSignal | undefined): Promise<FortranAnswer> {
    const [flang, support] = await Promise.all([findFlang(), fortranSupport(this.isolation)])
    if ('missing' in support) return { failed: true, messages: `error: ${support.missing}\n` }
    if (!flang || this.isolation === 'process') throw new Error('there is no Fortran compiler')
    if (!translations.every(({ source }) => request.files.has(source) && isFortran(source)))
      throw new Error('the compile process asked for a file that is no source')
    await this.#prepared.addFortran()
    const uxhw = uxhwModule(new TextDecoder().decode(this.#prepared.parts.headers.get('uxhw.h')))
    return translateBuild({ flang, level: this.isolation, request, translations, uxhw, allowance: this.#limits, signal })
  }

  /** The line of a limit that the Fortran compiler passed. */
  #passed({ limit, left }: FortranAnswer): string {
    if (limit === undefined) return ''
    const processorMilliseconds = this.#limits.processorMilliseconds - (left ?? this.#limits).processorMilliseconds
    return `error: ${passedLimit(limit, this.#limits, { processorMilliseconds }).message}\n`
  }

  warm(): Promise<void> {
    return this.#compiler.warm()
  }
  async close(): Promise<void> {
    await Promise.all([this.#compiler.close(), this.#aside?.close()])
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

function limitOf(limit: keyof RequestLimits | undefined): Pick<BuildResult, 'limit'> {
  return limit === undefined ? {} : { limit: limit === 'memoryBytes' ? 'memory' : limit }
}

/** Several of them: a request goes to the one with the shortest queue, the first of equals, which stays warm; the others end when they rest. */
class Compilers {
  readonly #all: readonly Compiler[]
  readonly #resting = new Map<Compiler, NodeJS.Timeout>()
  constructor(level: IsolationLevel, count: number) {
    this.#all = Array.from({ length: count }, () => new Compiler(level))
  }
  use(prepared: Prepared): void {
    for (const one of this.#all) one.use(prepared)
  }
  request(...of: Parameters<Compiler['request']>): Promise<Answered> {
    const chosen = this.#all.reduce((best, one) => (one.waiting < best.waiting ? one : best))
    const answered = chosen.request(...of)
    if (chosen !== this.#all[0]) void answered.catch(() => {}).then(() => this.#rest(chosen))
    return answered
  }
  #rest(one: Compiler): void {
    clearTimeout(this.#resting.get(one))
    this.#resting.set(one, setTimeout(() => one.waiting === 0 && void one.end().catch(() => {}), REST_MILLISECONDS).unref())
  }
  warm(): Promise<void> {
    return this.#all[0]!.warm()
  }
  async close(): Promise<void> {
    await Promise.all(this.#all.map((one) => one.close()))
  }
}

/** Parts are added and never change. */
const partsIn = ({ parts }: Prepared): string => `${parts.precompiled.size} headers${parts.fortran ? ', Fortran' : ''}`

/** The compile process behind a queue: one request at a time, a fresh process when the old one is spent. */
class Compiler {
  /** Requests that are not answered. */
  waiting = 0
  #process: CompileProcess | undefined
  #prepared: Prepared | undefined
  #queue: Promise<unknown> = Promise.resolve()
  #closed = false
  readonly #level: IsolationLevel

  constructor(level: IsolationLevel) {
    this.#level = level
  }

  /** Every process gets the parts first. */
  use(prepared: Prepared): void {
    this.#prepared = prepared
  }

  request(request: Request, blobs: readonly Uint8Array[], limits: RequestLimits, signal?: AbortSignal): Promise<Answered> {
    const attempt = async (): Promise<Answered> => {
      signal?.throwIfAborted()
      return (await this.#ready()).request(request, blobs, limits, signal)
    }
    return this.#enqueue(() =>
      attempt().catch((error: unknown) => {
        if (error instanceof ProcessKilled) return attempt() // once: what is killed again is perhaps killed for what it compiles
        throw error
      }),
    )
  }

  warm(): Promise<void> {
    return this.#enqueue(async () => void (await this.#ready()))
  }

  /** Ends the process; the next request starts another. */
  end(): Promise<void> {
    return this.#enqueue(async () => this.#process?.close())
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#process?.close()
    await this.#queue
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    this.waiting++
    const result = this.#queue
      .then(() => {
        if (this.#closed) throw new Error('the toolchain is closed')
        return work()
      })
      .finally(() => this.waiting--)
    this.#queue = result.catch(() => {})
    return result
  }

  /** Which parts the process was given, as `partsIn` names them; undefined before it was given anything. */
  #supplied: string | undefined
  async #ready(): Promise<CompileProcess> {
    const old = this.#process
    if (old !== undefined && (old.ended || old.requests >= RETIREMENT.requests || old.memory >= RETIREMENT.memoryBytes)) await old.close()
    if (old === undefined || old.ended) {
      this.#process = new CompileProcess(this.#level)
      this.#supplied = undefined
    }
    const current = this.#process!
    const supply = this.#prepared && partsIn(this.#prepared)
    if (this.#prepared !== undefined && this.#supplied !== supply) {
      const { headers, library, fortran, precompiled } = this.#prepared.parts
      const request = { do: 'use', headers: [...headers.keys()], precompiled: [...precompiled.keys()] } as const
      await current.request(request, [...headers.values(), ...precompiled.values(), library, ...(fortran ? [fortran] : [])], PREPARE_LIMITS)
      this.#supplied = supply
    }
    return current
  }
}
