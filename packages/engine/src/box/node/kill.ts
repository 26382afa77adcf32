// Ends a process started by `startCommand`, boxed or not.
import type { ChildProcess } from 'node:child_process'
import { childrenOf } from './usage.ts'

const LAST_RESORT_MILLISECONDS = 200
/** The exit code by which a box tells that its inside ended by SIGKILL. */
export const KILLED_IN_BOX = 128 + 9

/**
 * In a box its first process is killed, which takes all others with it, and the box outside then ends and takes leave of it: killed itself, it
 * would leave a dead child to whoever is process 1, which in a container may be us. It is killed when that does not help at once.
 */
export function kill(child: ChildProcess): void {
  const { pid } = child
  if (pid === undefined || hasEnded(child) || dying.has(child)) return
  dying.add(child)
  const inner = childrenOf(pid)
  for (const one of inner) signal(one)
  if (inner.length === 0) signal(-pid)
  else {
    const lastResort = setTimeout(() => hasEnded(child) || signal(-pid), LAST_RESORT_MILLISECONDS)
    child.once('exit', () => clearTimeout(lastResort))
  }
}

const dying = new WeakSet<ChildProcess>()

/** Tells the process of a run to end its program, boxed or not: the innermost one of those that were started. */
export function interrupt(child: ChildProcess): void {
  const { pid } = child
  if (pid === undefined || hasEnded(child)) return
  const pids = [pid]
  for (const one of pids) {
    const inner = childrenOf(one)
    pids.push(...inner)
    if (inner.length === 0) signal(one, 'SIGINT')
  }
}

/** Its number may belong to a stranger then. */
function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}
/** A negative number is a group; that it is gone already is fine. */
function signal(pid: number, name: 'SIGKILL' | 'SIGINT' = 'SIGKILL'): void {
  try {
    process.kill(pid, name)
  } catch {}
}
