// `npm run chaos -- --many`: two API processes and three workers on Debian's PostgreSQL with an S3 server, while each kind of part is struck again and
// again. Workers are killed alone, killed with their supervisor as a machine that is lost, and frozen until others have what they had. The history is
// recorded in a file and judged from there.
import { appendFileSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generator } from '@credence/distribution'
import type { Report } from '../check.ts'
import { type Cluster, type Member, startCluster } from '../many/cluster.ts'
import { buildProgram, printedBy, submit } from '../many/program.ts'
import { descendants, workerOf } from '../many/workers.ts'
import { command } from '../platform.ts'
import { judge, type Line, quantileOf } from './recorded.ts'

export interface ChaosSize {
  readonly tasks: number
  readonly kills: number
  readonly seed: number
}
/** Longer than a lease lives: another worker has the tasks when it wakes. */
const FROZEN_MS = 14_000
const LAST_MS = 300_000
const LATER_MS = 15_000
const MOST_TAKEOVER_SECONDS = 15
const RECORD = resolve(import.meta.dirname, '../../.credence/chaos-many.jsonl')

export async function chaosOfMany({ tasks, kills, seed }: ChaosSize, report: Report): Promise<void> {
  const cluster = await startCluster({
    settings: { CREDENCE_PLANS: '{"EnterpriseTier":{"running":100,"requestsPerMinute":1000000}}', CREDENCE_ATTEMPTS: '100' },
  })
  const record = openRecord()
  try {
    const { platform } = cluster
    console.log(`${tasks} tasks, ${kills} kills, seed ${seed}, record ${RECORD}`)
    const buildId = await buildProgram(platform)
    const names = new Map<string, string>()
    const faults: string[] = []
    const random = generator(seed)
    const began = Date.now()
    let done = 0
    let over = false
    const client = async (number: number): Promise<void> => {
      for (let count = 0; !over || names.size < tasks; count++) {
        if (names.size >= Math.ceil((tasks * (done + 1)) / kills) && !over) {
          await sleep(50) // the tasks are spread over the kills
          continue
        }
        const name = `${number}-${count}-${Date.now()}`
        const at = Date.now()
        const reply = await submit(platform, buildId, name, 0.05 + (count % 7) * 0.05).catch(() => undefined)
        const answer = reply?.status === 202 ? 'ok' : reply === undefined ? 'unknown' : 'refused'
        if (reply && ![202, 429, 503].includes(reply.status)) faults.push(`${reply.status} ${reply.text.slice(0, 200)}`)
        const id = String(reply?.json.TaskID ?? '')
        record({ what: 'submitted', at, kind: 'task', answer, ...(answer === 'ok' && { id }) })
        if (answer === 'ok') names.set(id, name)
        else await sleep(100)
      }
    }
    const clients = Promise.all([1, 2, 3, 4].map(client))
    const waking: Promise<void>[] = []
    const strike = striker(cluster, random, waking, record)
    for (; done < kills; done++) {
      await sleep(300 + random() * 900)
      const what = await strike()
      console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${names.size} tasks  ${what}`)
    }
    over = true
    await clients
    await Promise.all(waking)
    await allEnded(cluster)
    look(cluster, 1, record)
    for (const [id, name] of names)
      record({ what: 'printed', id, right: (await platform.call('GET', `/tasks/${id}/output/Stdout`)).text === printedBy(name) })
    await sleep(LATER_MS) // whatever still wakes has time to try
    look(cluster, 2, record)
    tell(cluster, record)

    const verdict = judge(
      readFileSync(RECORD, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Line),
    )
    const { takeovers } = verdict
    const fenced = cluster.members
      .filter(({ role }) => role === 'worker')
      .flatMap(({ home }) => readFileSync(join(home, 'log/worker.log'), 'utf8').split('\n'))
      .filter((line) => line.includes('attempt.fenced')).length
    console.log(
      `      ${((Date.now() - began) / 1000).toFixed(0)} s; struck ${JSON.stringify(verdict.struck)}; ${verdict.refused} refused, ${verdict.unknown} without an answer; ${verdict.again} ran more than once; ${fenced} times a worker found its lease gone`,
    )
    report.check('tasks were acknowledged while parts died', verdict.acknowledged, verdict.acknowledged >= tasks)
    report.check(
      'none is lost, stuck, ended twice, changed after its end or without an event for each step',
      verdict.faults.slice(0, 5),
      verdict.faults.length === 0,
    )
    report.check('submissions were answered 202, or refused to be repeated, or not at all', faults.slice(0, 5), faults.length === 0)
    if (takeovers.length > 0)
      report.atMost(
        `takeover p99 of ${takeovers.length}, seconds (median ${quantileOf(takeovers, 0.5).toFixed(1)})`,
        quantileOf(takeovers, 0.99),
        MOST_TAKEOVER_SECONDS,
      )
    const under = cluster.postgres.ask('select coalesce(sum(concurrent_task_count + concurrent_build_count), 0) from credence.usage')
    report.equal('builds and tasks that count as under way', Number(under[0]?.[0]), 0)
  } finally {
    await cluster.stop()
  }
}

type Record = (line: Line) => void
function openRecord(): Record {
  appendFileSync(RECORD, '', { flag: 'w' })
  return (line) => appendFileSync(RECORD, `${JSON.stringify(line)}\n`)
}

/** One part at a time, each kind as often as the others, in an order of chance. */
function striker(cluster: Cluster, random: () => number, waking: Promise<void>[], record: Record): () => Promise<string> {
  const { members, postgres, swift } = cluster
  const frozen = new Set<Member>()
  const one = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]
  const worker = () => one(members.filter((member) => member.role === 'worker' && !frozen.has(member)))!
  const kill = (pid: number | undefined): boolean => {
    try {
      return pid !== undefined && process.kill(pid, 'SIGKILL')
    } catch {
      return false // it ended by itself
    }
  }
  const below = (member: Member, isOne: (words: string) => boolean) =>
    one(descendants(member.running.child.pid ?? 0).filter((pid) => isOne(command(pid))))
  const PARTS: Readonly<{ [part: string]: { readonly ofWorker: boolean; strike(): Promise<boolean> } }> = {
    worker: { ofWorker: true, strike: async () => kill(workerIfThere(worker())) },
    machine: {
      ofWorker: true,
      async strike() {
        const member = worker()
        const pid = workerIfThere(member)
        kill(member.running.child.pid)
        kill(pid)
        await cluster.start(member)
        return true
      },
    },
    frozen: {
      ofWorker: true,
      async strike() {
        const member = worker()
        const pid = workerIfThere(member)
        if (frozen.size > 0 || pid === undefined) return false
        process.kill(pid, 'SIGSTOP')
        frozen.add(member)
        waking.push(
          sleep(FROZEN_MS).then(() => {
            process.kill(pid, 'SIGCONT')
            frozen.delete(member)
          }),
        )
        return true
      },
    },
    runner: {
      ofWorker: false,
      strike: async () => kill(below(worker(), (words) => words.includes('--wasm-max-mem-pages') && !/^\S*(bwrap|setpriv) /.test(words))),
    },
    api: {
      ofWorker: false,
      async strike() {
        const member = one(members.filter(({ role }) => role === 'api'))!
        kill(member.running.child.pid)
        await sleep(500)
        await cluster.start(member)
        return true
      },
    },
    database: {
      ofWorker: false,
      async strike() {
        postgres.kill()
        await sleep(random() * 1000)
        await postgres.up()
        return true
      },
    },
    objects: {
      ofWorker: false,
      async strike() {
        await swift.kill()
        await sleep(random() * 1000)
        await swift.up()
        return true
      },
    },
  }
  // Workers as often as everything else together.
  const names = [...Object.keys(PARTS), 'worker', 'worker', 'worker', 'machine']
  return async () => {
    for (;;) {
      const part = one(names)!
      const at = Date.now()
      if (await PARTS[part]!.strike()) {
        record({ what: 'struck', at, part, ofWorker: PARTS[part]!.ofWorker })
        return part
      }
      await sleep(50)
    }
  }
}

function workerIfThere(member: Member): number | undefined {
  try {
    return workerOf(member)
  } catch {
    return undefined // it is being started again
  }
}

async function allEnded({ postgres }: Cluster): Promise<void> {
  for (const end = Date.now() + LAST_MS; Date.now() < end; await sleep(500))
    if (Number(postgres.ask('select count(*) from credence.task where finished_at is null')[0]?.[0]) === 0) return
}

function look({ postgres }: Cluster, number: 1 | 2, record: Record): void {
  for (const [id = '', status, transitions = '[]'] of postgres.ask('select task_id, status, transitions from credence.task'))
    record({ what: 'found', look: number, kind: 'task', id, status: status as never, transitions: JSON.parse(transitions) })
}

function tell({ postgres }: Cluster, record: Record): void {
  for (const [id = '', status = '', at] of postgres.ask(
    `select object_id, payload ->> 'status', created_at from credence.outbox where kind = 'task-status' order by id`,
  ))
    record({ what: 'told', id, status, at: Number(at) })
}
