// Starts a process so that it ends with this one at the latest.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
import { lifeline } from './lifeline.ts'

export interface Command {
  readonly file: string
  readonly arguments: readonly string[]
  /** It sees to its end itself. */
  readonly hasLifeline?: boolean
  /** To be read by the command from descriptor 3. */
  readonly filter?: Uint8Array
}
/** What a process finds beside its three streams. */
export interface Inherited {
  /** For its standard output; the child then has no `stdout`. */
  readonly output?: number | undefined
  /** Its descriptor DISK. */
  readonly disk?: number | undefined
}
/** The descriptor of a file that a process in a box may read and write, where it was given one. */
export const DISK = 4

/** As the leader of a process group, with pipes for its three streams and no environment. */
export function startCommand(command: Command, { output, disk }: Inherited = {}): ChildProcessWithoutNullStreams {
  const { file, arguments: words, filter, hasLifeline = false } = command
  const more = disk === undefined ? (filter ? (['pipe'] as const) : []) : ([filter ? 'pipe' : 'ignore', disk] as const)
  const stdio: ('pipe' | 'ignore' | number)[] = ['pipe', output ?? 'pipe', 'pipe', ...more]
  const [first, ...rest] = [...(hasLifeline ? [] : lifeline()), file, ...words]
  const child = spawn(first!, rest, { stdio, env: { PATH: '/usr/local/bin:/usr/bin:/bin' }, cwd: '/', detached: true })
  const wish = child.stdio[3] as Writable | null | undefined
  wish?.on('error', () => {}) // it died before it read; its exit tells
  wish?.end(filter)
  return child as ChildProcessWithoutNullStreams
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
