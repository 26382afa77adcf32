// Every process that the platform was seen to have, so that what outlives its stop is found even when nothing ties it to the platform any more.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { command, type Platform } from '../platform.ts'

const LOOK_MS = 200
const LEAVE_MS = 5000

export interface Census {
  look(): void
  /** Stops looking. Commands of those that still live five seconds later. */
  left(): Promise<string[]>
}

export function openCensus(platform: Platform): Census {
  const seen = new Map<number, string>()
  const look = () => {
    for (const { pid } of platform.family()) seen.set(pid, startOf(pid))
  }
  const timer = setInterval(look, LOOK_MS)
  return {
    look,
    async left() {
      clearInterval(timer)
      const alive = () => [...seen].filter(([pid, start]) => start !== '' && startOf(pid) === start).map(([pid]) => pid)
      for (const end = Date.now() + LEAVE_MS; alive().length > 0 && Date.now() < end; ) await sleep(100)
      return alive().map((pid) => `${pid} ${command(pid).slice(0, 120)}`)
    },
  }
}

/** When it was started, in ticks since boot: a process id that was given away again has another. Empty: it is gone or dead. */
function startOf(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ') // from the state on
    return fields[0] === 'Z' ? '' : (fields[19] ?? '')
  } catch {
    return ''
  }
}
