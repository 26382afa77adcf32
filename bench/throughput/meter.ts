// Processor time of groups of processes, from control groups (Linux, as root), so that short-lived processes count and who starts them does not; without them NaN.
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command, type Platform } from '../../acceptance/platform.ts'

export interface Group {
  /** Starts something whose processes are counted, and theirs. */
  inside<T>(start: () => Promise<T>): Promise<T>
  /** Processor milliseconds so far. */
  milliseconds(): number
  close(): void
}
const CONTROLLERS = [
  { root: '/sys/fs/cgroup/cpuacct', usage: (folder: string) => Number(readFileSync(join(folder, 'cpuacct.usage'), 'utf8')) / 1e6 },
  {
    root: '/sys/fs/cgroup',
    usage: (folder: string) => Number(/^usage_usec (\d+)/m.exec(readFileSync(join(folder, 'cpu.stat'), 'utf8'))?.[1]) / 1e3,
  },
] as const

let groups = 0
export function openGroup(): Group {
  const join_ = (folder: string) => writeFileSync(join(folder, 'cgroup.procs'), String(process.pid))
  const name = `credence-bench-${process.pid}-${++groups}`
  for (const { root, usage } of CONTROLLERS) {
    const folder = join(root, name)
    try {
      mkdirSync(folder)
      usage(folder)
    } catch {
      continue
    }
    return {
      async inside(start) {
        join_(folder)
        try {
          return await start()
        } finally {
          join_(root)
        }
      },
      milliseconds: () => usage(folder),
      close: () => {
        try {
          rmdirSync(folder)
        } catch {} // a process that is ending still belongs to it
      },
    }
  }
  return { inside: (start) => start(), milliseconds: () => Number.NaN, close() {} }
}

/** Processor milliseconds since the start. */
export interface Usage {
  readonly all: number
  readonly API: number
  readonly worker: number
  readonly PostgreSQL: number
  /** Boxes, runners and what starts them: the rest. */
  readonly runs: number
}
/** @param group  that the platform was started in */
export function usageOf(group: Group, platform: Platform): Usage {
  const all = group.milliseconds()
  const parts = { API: 0, worker: 0, PostgreSQL: 0 }
  for (const { pid, name } of Number.isNaN(all) ? [] : platform.family()) {
    const words = command(pid)
    if (/apps\/server\/src\/main\.ts/.test(words) && !words.startsWith('npm')) parts.API += processorMilliseconds(pid)
    else if (/worker\/main\.ts/.test(words)) parts.worker += processorMilliseconds(pid)
    else if (name === 'postgres') parts.PostgreSQL += processorMilliseconds(pid, 'ended children too')
  }
  return { all, ...parts, runs: all - parts.API - parts.worker - parts.PostgreSQL }
}

/** Source: proc_pid_stat(5): utime, stime, and of children that were waited for cutime, cstime, in ticks of 10 ms. */
export function processorMilliseconds(pid: number, children?: 'ended children too'): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields.slice(11, children ? 15 : 13).reduce((sum, ticks) => sum + Number(ticks), 0) * 10
  } catch {
    return 0
  }
}
