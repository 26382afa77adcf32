// What strikes: processes that are killed and frozen, machines that are cut off, links that are slow or lose what comes back, disks that are full, an
// object store in bad moods. One blow at a time; those that last go on beside the next ones.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster, Member } from '../many/cluster.ts'
import { MOODS } from '../many/faulty-objects.ts'
import { descendants } from '../many/processes.ts'
import { workerOf } from '../many/workers.ts'
import { command } from '../platform.ts'
import type { Goals } from './goals.ts'
import type { Line } from './recorded.ts'

/** Longer than a lease lives: another worker has the tasks when it wakes, or is reached again. */
const AWAY_MS = 14_000
const SHORT_MS = 4000
/** Workers say every two seconds that they are there. */
const SEEN_MS = 3000
const SLOW_KILOBITS = 500
const MOST_STARTS = 20

export interface Blows {
  /** @returns what was struck */
  strike(): Promise<string>
  /** Of the goals, the share that is reached; 0 without goals. */
  progress(): number
  /** Everything is healed. @returns what could not be */
  healed(): Promise<readonly string[]>
}
interface Blow {
  /** Of four, how often beside the others. */
  readonly weight: number
  /** What the worker had must go to another. */
  readonly ofWorker: boolean
  /** False: there is nothing to strike now. */
  strike(note: (pid?: number) => void): Promise<boolean>
}

export interface BlowOptions {
  /** In [0, 1). */
  readonly random: () => number
  readonly record: (line: Line) => void
  /** Names of blows; empty: all that the setting has. */
  readonly only?: readonly string[]
  /** Blows are chosen by what is left of these, and none beside them. */
  readonly goals?: Goals | undefined
  /** So many workers take work before one of them is struck. */
  readonly ready?: number
}

/** @throws RangeError  there is no blow of the name */
export function openBlows(cluster: Cluster, { random, record, only = [], goals, ready: needed = 2 }: BlowOptions): Blows {
  const { members, postgres, swift, faulty, databaseLink, disks } = cluster
  /** Members that are frozen or cut off. */
  const away = new Set<Member>()
  const lasting = new Set<string>()
  const healing = new Set<Promise<void>>()
  const starting = new Set<Member>()
  const failures: string[] = []
  const one = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]
  const of = (role: Member['role']) => one(members.filter((member) => member.role === role && !away.has(member) && !starting.has(member)))
  const kill = (pid: number | undefined): boolean => {
    try {
      return pid !== undefined && process.kill(pid, 'SIGKILL')
    } catch {
      return false // it ended by itself
    }
  }
  /** Starts it again beside the next blows, as an operator's service manager does: a start may fall into another blow, as a full disk. */
  const startAgain = (member: Member, pauseMs: number): void => {
    starting.add(member)
    const start = async (): Promise<void> => {
      for (let tries = 1; ; tries++) {
        await sleep(pauseMs)
        const failed = await cluster.start(member).then(
          () => undefined,
          (cause: unknown) => cause,
        )
        if (failed === undefined) return
        if (tries === MOST_STARTS) throw failed
        await member.running.end('SIGKILL')
      }
    }
    const started = start()
      .catch((cause: unknown) => void failures.push(`${member.name} could not be started again: ${cause}`))
      .finally(() => {
        starting.delete(member)
        healing.delete(started)
      })
    healing.add(started)
  }
  /** Heals by itself after a while. Not begun while another of its name lasts. */
  const last = (name: string, ms: number, begin: () => void, end: () => void | Promise<void>): boolean => {
    if (lasting.has(name)) return false
    lasting.add(name)
    begin()
    const healed = sleep(ms)
      .then(end)
      .catch((cause: unknown) => void failures.push(`${name} was not healed: ${cause}`))
      .finally(() => {
        lasting.delete(name)
        healing.delete(healed)
      })
    healing.add(healed)
    return true
  }
  const isDatabaseStruck = () => lasting.has('database') || lasting.has('disk of postgres')
  const isolate = (role: Member['role'], ms: number, cut: (member: Member) => void): Blow['strike'] => {
    return async (note) => {
      const member = of(role)
      if (!member || away.size > 0) return false
      note(workerIfThere(member))
      return last(
        'away',
        ms,
        () => {
          away.add(member)
          cut(member)
        },
        () => {
          member.linked!.heal()
          away.delete(member)
        },
      )
    }
  }

  const processes: Record<string, Blow> = {
    worker: {
      weight: 4,
      ofWorker: true,
      async strike(note) {
        const pid = workerIfThere(of('worker'))
        note(pid)
        return kill(pid)
      },
    },
    machine: {
      weight: 2,
      ofWorker: true,
      async strike(note) {
        const member = of('worker')
        const pid = workerIfThere(member)
        if (!member || pid === undefined) return false
        note(pid)
        kill(member.running.child.pid)
        kill(pid)
        startAgain(member, 200)
        return true
      },
    },
    frozen: {
      weight: 1,
      ofWorker: true,
      async strike(note) {
        const member = of('worker')
        const pid = workerIfThere(member)
        if (!member || away.size > 0 || pid === undefined) return false
        note(pid)
        return last(
          'away',
          AWAY_MS,
          () => {
            away.add(member)
            process.kill(pid, 'SIGSTOP')
          },
          () => {
            process.kill(pid, 'SIGCONT')
            away.delete(member)
          },
        )
      },
    },
    runner: {
      weight: 1,
      ofWorker: false,
      async strike() {
        const below = descendants(of('worker')?.running.child.pid ?? 0).filter((pid) => {
          const words = command(pid)
          return words.includes('--wasm-max-mem-pages') && !/^\S*(bwrap|setpriv) /.test(words)
        })
        return kill(one(below))
      },
    },
    api: {
      weight: 1,
      ofWorker: false,
      async strike() {
        const member = of('api')
        if (!member || starting.size > 1) return false
        kill(member.running.child.pid)
        startAgain(member, 500)
        return true
      },
    },
    database: {
      weight: 1,
      ofWorker: false,
      async strike() {
        if (isDatabaseStruck()) return false
        postgres.kill()
        await sleep(random() * 1000)
        const began = Date.now()
        await postgres.up()
        record({ what: 'recovered', part: 'database', milliseconds: Date.now() - began })
        return true
      },
    },
    databaseFrozen: {
      weight: 0.5,
      ofWorker: false,
      strike: async () => last('database', SHORT_MS, postgres.freeze, postgres.wake),
    },
    objects: {
      weight: 1,
      ofWorker: false,
      async strike() {
        await swift.kill()
        await sleep(random() * 1000)
        await swift.up()
        return true
      },
    },
  }
  const ofNetwork: Record<string, Blow> = {
    workerCutOff: { weight: 2, ofWorker: true, strike: isolate('worker', AWAY_MS, ({ linked }) => linked!.cut()) },
    // The half of a connection is there: the worker is heard, and hears nothing.
    workerHalfOpen: { weight: 2, ofWorker: true, strike: isolate('worker', AWAY_MS, ({ linked }) => linked!.loseAnswersOf(databaseLink!)) },
    workerSlow: { weight: 1, ofWorker: false, strike: isolate('worker', AWAY_MS, ({ linked }) => linked!.slow(SLOW_KILOBITS)) },
    apiCutOff: { weight: 1, ofWorker: false, strike: isolate('api', AWAY_MS, ({ linked }) => linked!.cut()) },
    databaseCutOff: {
      weight: 1,
      ofWorker: false,
      strike: async () =>
        last(
          'database',
          SHORT_MS,
          () => databaseLink!.cut(),
          () => databaseLink!.heal(),
        ),
    },
  }
  const ofDisks: Record<string, Blow> = Object.fromEntries(
    [...disks].map(([name, disk]) => [
      `${name}Full`,
      {
        weight: 0.5,
        ofWorker: false,
        async strike() {
          return last(`disk of ${name}`, SHORT_MS, disk.fill, async () => {
            disk.empty()
            if (name === 'postgres' && !postgres.isUp()) await postgres.up()
          })
        },
      },
    ]),
  )
  const ofObjects: Record<string, Blow> = Object.fromEntries(
    MOODS.filter((mood) => mood !== 'pass').map((mood) => [
      `objects-${mood}`,
      {
        weight: 0.7,
        ofWorker: false,
        async strike() {
          return last(
            'objects',
            SHORT_MS,
            () => {
              faulty!.mood = mood
            },
            () => {
              faulty!.mood = 'pass'
            },
          )
        },
      },
    ]),
  )
  const all: Readonly<Record<string, Blow>> = { ...processes, ...(databaseLink && ofNetwork), ...ofDisks, ...(faulty && ofObjects) }
  const unknown = [...only, ...Object.keys(goals ?? {})].filter((name) => all[name] === undefined)
  if (unknown.length > 0) throw new RangeError(`no blow is called ${unknown}: ${Object.keys(all)}`)
  const blows = Object.fromEntries(Object.entries(all).filter(([name]) => only.length === 0 || only.includes(name)))
  const struck = new Map<string, number>()
  const reached = (name: string): number => Math.min(struck.get(name) ?? 0, goals?.[name] ?? 0)
  const weightOf = ([name, { weight }]: [string, Blow]): number => (goals ? (goals[name] ?? 0) - reached(name) : weight)
  const choose = (): [string, Blow] => {
    const entries = Object.entries(blows)
    let at = random() * entries.reduce((sum, entry) => sum + weightOf(entry), 0)
    for (const entry of entries) {
      at -= weightOf(entry)
      if (at < 0) return entry
    }
    return entries[0]!
  }
  const workerIdOf = (pid: number | undefined) => (pid === undefined ? undefined : /worker\/main\.ts (\S+)/.exec(command(pid))?.[1])
  const dead = new Set<string>()
  /** Workers that take work now. How long a takeover takes says nothing while there is nobody who could take over. */
  const ready = (): number => {
    if (isDatabaseStruck()) return 0
    try {
      const rows = postgres.ask(`select worker_id from credence.worker where slots > 0 and seen_at > ${Date.now() - SEEN_MS}`)
      return rows.filter(([id]) => !dead.has(id!)).length - away.size
    } catch {
      return 0 // PostgreSQL is away
    }
  }
  const hadBy = (pid: number | undefined): string[] => {
    const workerId = workerIdOf(pid)
    if (workerId === undefined || isDatabaseStruck()) return []
    try {
      return postgres
        .ask(
          `select task_id from credence.task where worker_id = '${workerId}' and finished_at is null union all select build_id from credence.build where worker_id = '${workerId}' and finished_at is null`,
        )
        .map(([id]) => id!)
    } catch {
      return [] // PostgreSQL is away
    }
  }
  return {
    async strike() {
      for (;;) {
        const [part, { ofWorker, strike }] = choose()
        if (ofWorker && ready() < needed) {
          await sleep(200)
          continue
        }
        let had: string[] = []
        let at = Date.now()
        const done = await strike((pid) => {
          had = hadBy(pid)
          const id = workerIdOf(pid)
          if (id !== undefined && (part === 'worker' || part === 'machine')) dead.add(id)
          at = Date.now()
        })
        if (done) {
          struck.set(part, (struck.get(part) ?? 0) + 1)
          record({ what: 'struck', at, part, ofWorker, had })
          return had.length > 0 ? `${part}, which had ${had.length}` : part
        }
        await sleep(50)
      }
    },
    progress() {
      const sum = (of: (name: string) => number) => Object.keys(goals ?? {}).reduce((all, name) => all + of(name), 0)
      return goals ? sum(reached) / sum((name) => goals[name]!) : 0
    },
    async healed() {
      while (healing.size > 0) await Promise.all(healing)
      return failures
    },
  }
}

function workerIfThere(member: Member | undefined): number | undefined {
  try {
    return member && workerOf(member)
  } catch {
    return undefined // it is being started again
  }
}
