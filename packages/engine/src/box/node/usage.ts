// What a process and its descendants have used, from the kernel's tables; undefined where there are none (then wall time alone bounds a run).
import { readFileSync } from 'node:fs'

export interface Usage {
  readonly processorMilliseconds: number
  readonly residentBytes: number
}

const TICK_MILLISECONDS = 10 // USER_HZ is 100 on every Linux that Node runs on
const PAGE_BYTES = 4096

export function usageOf(pid: number): Usage | undefined {
  let [processorMilliseconds, residentBytes] = [0, 0]
  const pids = [pid]
  for (const one of pids) {
    try {
      // Behind the command name, which may hold anything: state is field 3, utime 14, stime 15, rss 24. Source: proc_pid_stat(5).
      const stat = readFileSync(`/proc/${one}/stat`, 'latin1')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      processorMilliseconds += (Number(fields[11]) + Number(fields[12])) * TICK_MILLISECONDS
      residentBytes += Number(fields[21]) * PAGE_BYTES
      pids.push(...childrenOf(one))
    } catch {
      if (one === pid) return undefined
    }
  }
  return { processorMilliseconds, residentBytes }
}
/** Of its main thread, direct ones; empty where the kernel does not tell. */
export function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
