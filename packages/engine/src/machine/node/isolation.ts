// How far a run is kept from the machine it runs on, and how its process is started accordingly.
//   process     a Node process of its own under --permission: no files but its own code, no network, no children, no environment
//   +ns         that inside bubblewrap: its own namespaces, an empty file system with the shared libraries in it, no capabilities
//   +seccomp    that with the system calls refused which lead elsewhere
// V8 is not a sandbox against its own memory bugs (and Node cannot switch V8's on), which is why the others exist.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { OPTIMISED_PLACES } from '../../abi.ts'
import { lifeline } from './lifeline.ts'
import { ENTRY } from './program-files.ts'
import { seccompFilter } from './seccomp.ts'

export type IsolationLevel = 'process' | 'process+ns' | 'process+ns+seccomp'
export interface Command {
  readonly file: string
  readonly arguments: readonly string[]
  /** To be read by the command from descriptor 3. */
  readonly filter?: Uint8Array
}

let probed: Promise<IsolationLevel> | undefined
/** Tries once per process what works here. */
export function probeIsolation(): Promise<IsolationLevel> {
  probed ??= probe(seccompFilter())
  return probed
}
/** @param filter  of this architecture; where there is none, no level names it */
export async function probe(filter: Uint8Array | undefined): Promise<IsolationLevel> {
  const levels = filter ? (['process+ns+seccomp', 'process+ns'] as const) : (['process+ns'] as const)
  for (const level of levels) if (await succeeds(boxed(level, ['--version']))) return level
  return 'process'
}

export interface RunnerKind {
  /** Of 64 KiB that any one memory of the process may have. */
  readonly pages: number
  readonly compiling: Compiling
}
export interface RunnerOptions extends RunnerKind {
  /** The runner's own. */
  readonly words: readonly string[]
}
export function runnerCommand(level: IsolationLevel, folder: string, options: RunnerOptions): Command {
  const home = level === 'process' ? folder : '/runner'
  const flags = [...flagsOf(options), `--allow-fs-read=${home}/`, join(home, ENTRY), codeFile(options), ...options.words]
  return level === 'process' ? { file: NODE, arguments: flags } : boxed(level, flags, ['--ro-bind', folder, '/runner'])
}

function flagsOf({ pages, compiling }: RunnerKind): string[] {
  return [...FLAGS, ...COMPILING[compiling], `--stack-size=${stackKilobytes()}`, `--wasm-max-mem-pages=${pages}`]
}
/** Where a rehearsal of this kind leaves what V8 compiled: it takes code back under the same flags only. */
export function codeFile(kind: RunnerKind): string {
  return `code-${createHash('sha256').update(flagsOf(kind).join(' ')).digest('hex').slice(0, 12)}`
}

/**
 * Starts it as the leader of a process group, with pipes for its three streams. It ends with this process at the latest.
 * @param output  a descriptor for its standard output; the child then has no `stdout`
 */
export function startCommand({ file, arguments: words, filter }: Command, output?: number): ChildProcessWithoutNullStreams {
  const stdio: ('pipe' | number)[] = ['pipe', output ?? 'pipe', 'pipe', ...(filter ? (['pipe'] as const) : [])]
  const [first, ...rest] = [...(file === BOX ? [] : lifeline()), file, ...words]
  const child = spawn(first!, rest, { stdio, env: { PATH: '/usr/local/bin:/usr/bin:/bin' }, cwd: '/', detached: true })
  const wish = child.stdio[3] as Writable | null | undefined
  wish?.on('error', () => {}) // it died before it read; its exit tells
  wish?.end(filter)
  return child as ChildProcessWithoutNullStreams
}

const NODE = realpathSync(process.execPath)
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
const FLAGS = [
  '--permission',
  '--disallow-code-generation-from-strings',
  '--no-addons',
  '--disable-proto=delete',
  '--no-warnings',
  '--max-old-space-size=128',
]

const BOX = 'bwrap'
/** Node in a box that holds the shared libraries and what `binds` adds, in bubblewrap's words. `level` is one with namespaces. */
export function boxed(level: Exclude<IsolationLevel, 'process'>, nodeArguments: readonly string[], binds: readonly string[] = []): Command {
  const filter = level === 'process+ns+seccomp' ? seccompFilter() : undefined
  const namespaces = ['--unshare-all', '--die-with-parent', '--new-session', '--clearenv', '--cap-drop', 'ALL', '--uid', '65534', '--gid', '65534']
  const libraries = ['/lib', '/lib64', '/usr/lib'].flatMap((path) => ['--ro-bind-try', path, path])
  const rest = ['--hostname', 'box', ...libraries, '--ro-bind', NODE, '/node', ...binds, '--proc', '/proc', '--dev', '/dev', '--chdir', '/']
  const calls = filter ? ['--seccomp', '3'] : []
  return { file: BOX, arguments: [...namespaces, ...rest, ...calls, '/node', ...nodeArguments], filter }
}

/** JavaScript's stack, on which a program's calls nest: most of what the system gives the main thread. */
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

/** Whether it starts and exits with 0 within ten seconds. */
export function succeeds(command: Command): Promise<boolean> {
  return new Promise((resolve) => {
    const child = startCommand(command)
    const clock = setTimeout(() => child.kill('SIGKILL'), 10_000)
    const end = (isGood: boolean): void => {
      clearTimeout(clock) // a clock that runs on keeps a process that has nothing else to do alive
      resolve(isGood)
    }
    child.once('error', () => end(false)) // no such program: nothing exits
    child.once('exit', (code) => end(code === 0))
  })
}
