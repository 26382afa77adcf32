// Processes below those that were started.
import { readdirSync, readFileSync } from 'node:fs'
import { command } from '../platform.ts'
import type { Member } from './cluster.ts'

/** All descendants of a process. */
export function descendants(of: number): number[] {
  const parents = new Map<number, number>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      parents.set(Number(pid), Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1]))
    } catch {
      // It ended meanwhile.
    }
  }
  const isBelow = (pid: number): boolean => parents.get(pid) === of || (parents.has(pid) && isBelow(parents.get(pid)!))
  return [...parents.keys()].filter(isBelow)
}

/** The process that a supervisor keeps running. @throws Error  there is none now */
export function workerOf({ name, running }: Member): number {
  const pid = descendants(running.child.pid ?? 0).find((each) => command(each).includes('src/worker/main.ts'))
  if (pid === undefined) throw new Error(`${name} has no worker now`)
  return pid
}
