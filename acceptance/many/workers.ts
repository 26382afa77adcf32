// The workers of members.
import { command } from '../platform.ts'
import type { Member } from './cluster.ts'
import { descendants } from './processes.ts'

/** The process that a supervisor keeps running. @throws Error  there is none now */
export function workerOf({ name, running }: Member): number {
  const pid = descendants(running.child.pid ?? 0).find((each) => command(each).includes('src/worker/main.ts'))
  if (pid === undefined) throw new Error(`${name} has no worker now`)
  return pid
}
