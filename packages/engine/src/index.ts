// The engine in Node: builds programs and runs them in processes apart, none of which ever serves two owners. Browsers have `browser.ts`.
import { join, resolve } from 'node:path'
import { standAlone } from './alone/index.ts'
import { snapshot } from './alone/node/parts.ts'
import type { IsolationLevel } from './box/node/isolation.ts'
import { openMachine } from './machine/node/pool.ts'
import { type FortranSupport, fortranSupport } from './toolchain/fortran/node/flang.ts'
import type { PrepareEvent } from './toolchain/node/prepare.ts'
import type { RequestLimits } from './toolchain/node/process.ts'
import { openToolchain } from './toolchain/node/toolchain.ts'
import type { BuildRequest, BuildResult, CoreSpec, RunEvents, RunRequest, RunResult } from './types.ts'

export type { IsolationLevel } from './box/node/isolation.ts'
export { probeIsolation } from './box/node/isolation.ts'
export { type Usage, usageOf } from './box/node/usage.ts'
export { MOST_NOTICES, noticeLines, sharesOf } from './notices.ts'
export { type FortranSupport, fortranSupport } from './toolchain/fortran/node/flang.ts'
export type { PrepareEvent } from './toolchain/node/prepare.ts'
export { BUILD_LIMITS, prepare } from './toolchain/node/toolchain.ts'
export * from './types.ts'

export interface EngineOptions {
  /** A folder for the runtime module, precompiled headers, builds and the runner's code; shared by any number of processes. */
  readonly cacheDir: string
  /** Processes that wait ready for a run. Default 0: each run starts its own. */
  readonly poolSize?: number
  /** Builds that are compiled at a time. Default 1: others wait. */
  readonly compilers?: number
  /** Of one build; what is absent is that of BUILD_LIMITS. */
  readonly buildLimits?: Partial<RequestLimits>
  /** What is made before the first build. `needed` leaves C++ headers to the first build that uses them. Default: `common`. */
  readonly prepares?: 'common' | 'needed'
  /** What is being prepared, on first use of `cacheDir`. */
  readonly onProgress?: (event: PrepareEvent) => void
}
export interface Engine {
  /** The user's mistakes are in the output of the result; ours are thrown. An aborted build throws the reason of the signal. */
  readonly build: (request: BuildRequest, signal?: AbortSignal) => Promise<BuildResult>
  /** Starts the compiler ahead of the first build. */
  readonly warm: () => Promise<void>
  /** The program's faults are in the ending of the result; ours are thrown. */
  readonly run: (request: RunRequest, events: RunEvents) => Promise<RunResult>
  /**
   * A program that was built for this core as one module that WASI runtimes run.
   * @throws RangeError  it does not fit into the memory of the core
   */
  readonly standAlone: (program: Uint8Array, core: CoreSpec) => Promise<Uint8Array>
  /** Whether builds of Fortran sources are possible here. */
  readonly fortran: () => Promise<FortranSupport>
  /** How far runs are kept from this machine. */
  readonly isolation: IsolationLevel
  /** Ends what is running and waits until no process is left. */
  readonly close: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

export async function openEngine({
  cacheDir: given,
  poolSize,
  compilers,
  buildLimits,
  prepares = 'common',
  onProgress,
}: EngineOptions): Promise<Engine> {
  const cacheDir = resolve(given) // boxes start in a directory of their own
  const ahead = prepares === 'common' ? 'common' : 'none'
  const toolchain = await openToolchain({ cacheDir, processes: compilers, limits: buildLimits, ahead, onProgress })
  try {
    const machine = await openMachine({ cacheDir: join(cacheDir, 'machine'), runtime: toolchain.runtime, poolSize })
    const close = async () => {
      await Promise.all([toolchain.close(), machine.close()])
    }
    return {
      build: (request, signal) => toolchain.build(request, signal),
      warm: () => toolchain.warm(),
      run: machine.run,
      standAlone: async (program, core) => standAlone(program, core, { runtime: toolchain.runtime, snapshot: await snapshot() }),
      fortran: () => fortranSupport(toolchain.isolation),
      isolation: machine.isolation,
      close,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await toolchain.close()
    throw error
  }
}
