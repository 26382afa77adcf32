// The kinds of process that run programs, and how each is started.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { OPTIMISED_PLACES } from '../../abi.ts'
import { type Boxed, boxCommand, flagsOf, type IsolationLevel } from '../../box/node/isolation.ts'
import type { Command } from '../../box/node/start.ts'
import { ENTRY } from './program-files.ts'

/**
 * How WebAssembly becomes machine code. A call that is running is never moved to better code, so a loop that runs long inside one call
 * needs the optimising compiler (TurboFan) first; only flags on the command line arrange that safely.
 *   quick       it, for the first OPTIMISED_PLACES functions of a module; for others the quick one (Liftoff), until they are called often
 *   optimising  it, for every function
 */
export type Compiling = 'quick' | 'optimising'
export const COMPILING = {
  quick: [`--wasm-tier-mask-for-testing=${2 ** OPTIMISED_PLACES - 1}`],
  optimising: ['--no-liftoff'],
} as const satisfies Record<Compiling, readonly string[]>

export interface RunnerKind {
  /** Of 64 KiB that any one memory of the process may have. */
  readonly pages: number
  readonly compiling: Compiling
  /** It may have threads of its own. Default false. */
  readonly threads?: boolean
}

const HEAP_MEGABYTES = 128
const IN_BOX = '/runner'

/** @param folder  the runner's files, the only ones that it may read */
export function runnerCommand(level: IsolationLevel, folder: string, kind: RunnerKind): Command {
  return boxCommand(level, { ...held(kind), folders: [{ path: folder, inBox: IN_BOX }], script: ENTRY, words: [codeFile(kind)] })
}
/** Where a rehearsal of this kind leaves what V8 compiled. */
export function codeFile(kind: RunnerKind): string {
  return `code-${createHash('sha256')
    .update(flagsOf(held(kind)).join(' '))
    .digest('hex')
    .slice(0, 12)}`
}

function held({ pages, compiling, threads = false }: RunnerKind): Pick<Boxed, 'bounds' | 'flags'> {
  const flags = threads ? [...COMPILING[compiling], '--allow-worker'] : COMPILING[compiling]
  return { bounds: { heapMegabytes: HEAP_MEGABYTES, stackKilobytes: stackKilobytes(), memoryPages: pages }, flags }
}
/** Most of what the system gives the main thread. */
function stackKilobytes(): number {
  const [, soft] = /^Max stack size +(\S+)/m.exec(processLimits()) ?? []
  const bytes = soft === 'unlimited' ? 64 * 2 ** 20 : Number(soft ?? 8 * 2 ** 20)
  return Math.floor((Math.min(bytes, 64 * 2 ** 20) * 0.8) / 1024)
}
function processLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
