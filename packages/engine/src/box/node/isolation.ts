// How far a process that works for strangers is kept from the machine it runs on, and how it is started accordingly.
//   process     a Node process of its own under --permission: no files but those it is given, no network, no children, no environment
//   +ns         that inside bubblewrap: its own namespaces, an empty file system with the shared libraries in it, no capabilities
//   +seccomp    that with the system calls refused which lead elsewhere
// V8 is not a sandbox against its own memory bugs (and Node cannot switch V8's on), which is why the others exist.
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Bounds } from '../limits.ts'
import { seccompFilter } from './seccomp.ts'
import { type Command, succeeds } from './start.ts'

export type IsolationLevel = 'process' | 'process+ns' | 'process+ns+seccomp'
export type NamespaceLevel = Exclude<IsolationLevel, 'process'>

let probed: Promise<IsolationLevel> | undefined
/** Tries once per process what works here. */
export function probeIsolation(): Promise<IsolationLevel> {
  probed ??= probe(seccompFilter())
  return probed
}
/** @param filter  of this architecture; where there is none, no level names it */
export async function probe(filter: Uint8Array | undefined): Promise<IsolationLevel> {
  const levels = filter ? (['process+ns+seccomp', 'process+ns'] as const) : (['process+ns'] as const)
  for (const level of levels) if (await succeeds(boxed(level, ['--version'], []))) return level
  return 'process'
}

export interface Boxed {
  readonly bounds: Bounds
  /** Further flags of V8. */
  readonly flags?: readonly string[]
  /** What it may read; nothing else, and it may write nothing. */
  readonly folders: readonly Folder[]
  /** The script that it runs, inside the first folder. */
  readonly script: string
  /** The script's own. */
  readonly words?: readonly string[]
}
export interface Folder {
  readonly path: string
  /** Where it lies in a box; a process without one finds it at `path`. Default: there too. */
  readonly inBox?: string
}

/** Of Node running the script at this level. */
export function boxCommand(level: IsolationLevel, { folders, script, words = [], ...rest }: Boxed): Command {
  const placeOf = ({ path, inBox = path }: Folder) => (level === 'process' ? path : inBox)
  const readable = folders.map((folder) => `--allow-fs-read=${placeOf(folder)}/`)
  const node = [...flagsOf(rest), ...readable, join(placeOf(folders[0]!), script), ...words]
  return level === 'process' ? { file: NODE, arguments: node } : boxed(level, node, folders)
}

/** All that V8 is told: it takes compiled code back under the same flags only. */
export function flagsOf({ bounds, flags = [] }: Pick<Boxed, 'bounds' | 'flags'>): string[] {
  const { heapMegabytes, stackKilobytes, memoryPages } = bounds
  return [...FLAGS, ...flags, `--max-old-space-size=${heapMegabytes}`, `--stack-size=${stackKilobytes}`, `--wasm-max-mem-pages=${memoryPages}`]
}

const NODE = realpathSync(process.execPath)
const FLAGS = ['--permission', '--disallow-code-generation-from-strings', '--no-addons', '--disable-proto=delete', '--no-warnings']

/** Node in a box that holds the shared libraries and these folders. */
function boxed(level: NamespaceLevel, nodeArguments: readonly string[], folders: readonly Folder[]): Command {
  const binds = folders.flatMap(({ path, inBox = path }) => ['--ro-bind', path, inBox])
  return inBubblewrap(level, ['--ro-bind', NODE, '/node', ...binds], '/', ['/node', ...nodeArguments])
}

/**
 * A command in a box that holds the shared libraries and what is bound into it, and nothing of the network, the environment or other processes.
 * @param binds   further words for bubblewrap
 * @param folder  where it begins
 */
export function inBubblewrap(level: NamespaceLevel, binds: readonly string[], folder: string, command: readonly string[]): Command {
  const filter = level === 'process+ns+seccomp' ? seccompFilter() : undefined
  const namespaces = ['--unshare-all', '--die-with-parent', '--new-session', '--clearenv', '--cap-drop', 'ALL', '--uid', '65534', '--gid', '65534']
  const libraries = ['/lib', '/lib64', '/usr/lib'].flatMap((path) => ['--ro-bind-try', path, path])
  const rest = ['--hostname', 'box', ...libraries, ...binds, '--proc', '/proc', '--dev', '/dev', '--chdir', folder]
  const calls = filter ? ['--seccomp', '3'] : []
  return { file: 'bwrap', arguments: [...namespaces, ...rest, ...calls, ...command], filter, hasLifeline: true }
}
