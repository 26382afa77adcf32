// Weather between machines: links are cut, slowed and half open for a while, one after the other, and heal. It is what a platform has to bear without its clients seeing
// it: links of workers stay away until others have their work; those of the API and of PostgreSQL for less than connections take to be given up.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { LinkedMachine } from './network.ts'

/** Longer than leases live. */
const WORKER_MS = 12_000
/** Statements wait for 10 s, connections for as long. */
const SHORT_MS = 3000
const BETWEEN_MS = 1500
const SLOW_KILOBITS = 4000

export interface Weather {
  changes(): number
  /** Heals what is away. @returns how often each was done */
  end(): Promise<Readonly<Record<string, number>>>
}

/** @param cluster  whose machines are namespaces */
export function openWeather({ members, databaseLink }: Cluster): Weather {
  const database = databaseLink!
  const of = (role: 'api' | 'worker') => members.flatMap((member) => (member.role === role ? [member.linked!] : []))
  const kinds: readonly (readonly [name: string, machines: readonly LinkedMachine[], ms: number, begin: (machine: LinkedMachine) => void])[] = [
    ['worker cut off', of('worker'), WORKER_MS, (machine) => machine.cut()],
    ['database cut off', [database], SHORT_MS, (machine) => machine.cut()],
    ['API slowed', of('api'), SHORT_MS, (machine) => machine.slow(SLOW_KILOBITS)],
    ['worker hears nothing of the database', of('worker'), WORKER_MS, (machine) => machine.loseAnswersOf(database)],
    ['API cut off', of('api'), SHORT_MS, (machine) => machine.cut()],
    ['database slowed', [database], SHORT_MS, (machine) => machine.slow(SLOW_KILOBITS)],
    ['worker slowed', of('worker'), WORKER_MS, (machine) => machine.slow(SLOW_KILOBITS)],
  ]
  const counts: Record<string, number> = {}
  const ended = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: ended.signal }).catch(() => {})
  const blowing = (async () => {
    for (let turn = 0; !ended.signal.aborted; turn++) {
      const [name, machines, ms, begin] = kinds[turn % kinds.length]!
      const machine = machines[turn % machines.length]!
      begin(machine)
      counts[name] = (counts[name] ?? 0) + 1
      await pause(ms)
      machine.heal()
      await pause(BETWEEN_MS)
    }
  })()
  return {
    changes: () => Object.values(counts).reduce((all, one) => all + one, 0),
    async end() {
      ended.abort()
      await blowing
      return counts
    },
  }
}
