// `npm run chaos -- --many`: two API processes and three workers on Debian's PostgreSQL with an S3 server, while each kind of part is struck again and
// again. Workers are killed alone, killed with their supervisor as a machine that is lost, and frozen until others have what they had. The history is
// recorded in a file and judged from there.
import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generator } from '@credence/distribution'
import type { Report } from '../check.ts'
import { type Cluster, startCluster } from '../many/cluster.ts'
import type { Answer } from '../platform.ts'
import { buildProgram, printedBy, SOURCE, submit } from '../program.ts'
import { openBlows } from './blows.ts'
import { FULL, FULL_OPEN, FULL_READY, FULL_TASKS, FULL_WORKERS } from './goals.ts'
import { judge, type Line, quantileOf } from './recorded.ts'
import { openWitness } from './witness.ts'

export interface ChaosSize {
  readonly tasks: number
  readonly kills: number
  readonly seed: number
  /** No blow begins later than so many seconds after the first. */
  readonly seconds: number
  /** Machines are network namespaces, with links that are cut and slowed, and disks that fill. */
  readonly namespaces: boolean
  /** Names of blows; empty: all that there are. */
  readonly only: readonly string[]
  /** Until every goal is reached; `kills` and `only` say nothing then. */
  readonly full: boolean
}
const LAST_MS = 300_000
const LATER_MS = 15_000
/** What could not be delivered twice comes five minutes later. */
const HEARD_MS = 900_000
const MOST_TAKEOVER_SECONDS = 15
const MOST_RECOVERY_SECONDS = 10
/** Of the tasks, so many more than of the blows. */
const AHEAD = 0.01
/** A frozen PostgreSQL answers nothing, and links are to heal in time. */
const GLANCE_MS = 1000
const CLIENTS = 4
/** Answers to what was not accepted and may be sent again (RFC 9110, 15.5.9): 408 where a cut link held back the rest of a request. */
const MAY_BE_REPEATED = [408, 429, 503]
const CLIENT_PATIENCE_MS = 10_000
const TASKS_PER_BUILD = 60
const READERS = 8
const RECORDS = resolve(import.meta.dirname, '../../.credence')

export async function chaosOfMany({ kills, seed, seconds, only, full, ...size }: ChaosSize, report: Report): Promise<void> {
  const namespaces = size.namespaces || full
  const tasks = full ? FULL_TASKS : size.tasks
  const random = generator(seed)
  const cluster = await startCluster({
    workers: full ? FULL_WORKERS : 3,
    namespaces,
    smallDisks: namespaces,
    faultyObjects: random,
    settings: {
      CREDENCE_PLANS: '{"EnterpriseTier":{"running":100,"requestsPerMinute":1000000}}',
      CREDENCE_ATTEMPTS: '100',
      CREDENCE_WEBHOOK_DELIVERIES: '1000000',
    },
  })
  const path = join(RECORDS, `chaos-${full ? 'full' : namespaces ? 'namespaces' : 'many'}-${seed}.jsonl`)
  const record = openRecord(path)
  try {
    const { platform, receiverAddress } = cluster
    console.log(`${tasks} tasks, ${full ? Object.values(FULL).reduce((all, one) => all + one) : kills} blows, seed ${seed}, record ${path}`)
    const buildId = await buildProgram(platform)
    const witness = await openWitness(cluster, receiverAddress, record)
    platform.patience = CLIENT_PATIENCE_MS
    const names = new Map<string, string>()
    const faults: string[] = []
    const blows = openBlows(cluster, { random, record, only: full ? [] : only, ...(full && { goals: FULL, ready: FULL_READY }) })
    const began = Date.now()
    let done = 0
    const share = (): number => (full ? blows.progress() : done / kills)
    let over = false
    let crowded = false
    const submitOne = async (kind: 'task' | 'build', asked: Promise<Answer>, name: string): Promise<void> => {
      const at = Date.now()
      const reply = await asked.catch(() => undefined)
      const answer = reply?.status === 202 ? 'ok' : reply === undefined ? 'unknown' : 'refused'
      if (reply && ![202, ...MAY_BE_REPEATED].includes(reply.status)) faults.push(`${reply.status} ${reply.text.slice(0, 200)}`)
      const id = String(reply?.json.TaskID ?? reply?.json.BuildID ?? '')
      record({ what: 'submitted', at, kind, answer, ...(answer === 'ok' && { id }) })
      if (answer !== 'ok') await sleep(100)
      else if (kind === 'task') names.set(id, name)
    }
    const client = async (number: number): Promise<void> => {
      for (let count = 0; !over || names.size < tasks; count++) {
        if ((names.size >= Math.ceil(tasks * (share() + AHEAD)) || crowded) && !over) {
          await sleep(50) // the tasks are spread over the blows
          continue
        }
        const name = `${number}-${count}-${Date.now()}`
        if (count % TASKS_PER_BUILD === 0)
          await submitOne('build', platform.call('POST', '/sourcecode/builds', { body: { Code: `// ${name}\n${SOURCE}`, Language: 'C' } }), name)
        await submitOne('task', submit(platform, buildId, name, 0.05 + (count % 7) * 0.4), name)
        if (Date.now() > began + seconds * 1000 && over) return
      }
    }
    const pace = async (): Promise<void> => {
      for (; full && !over; await sleep(1000)) crowded = isCrowded(cluster, crowded)
    }
    const pacing = pace()
    const clients = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)))
    for (; share() < 1 && Date.now() < began + seconds * 1000; done++) {
      await sleep(200 + random() * 700)
      while (full && (crowded || names.size < tasks * share()) && Date.now() < began + seconds * 1000) await sleep(50) // blows are spread over the tasks
      const what = await blows.strike()
      console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${names.size} tasks  ${what}`)
    }
    over = true
    await Promise.all([clients, pacing])
    report.equal('blows that did not heal', await blows.healed(), [])
    await allEnded(cluster)
    look(cluster, 1, record)
    const toRead = names.entries()
    const read = async (): Promise<void> => {
      for (const [id, name] of toRead)
        record({ what: 'printed', id, right: (await platform.call('GET', `/tasks/${id}/output/Stdout`)).text === printedBy(name) })
    }
    await Promise.all(Array.from({ length: READERS }, read))
    await sleep(LATER_MS) // whatever still wakes has time to try
    look(cluster, 2, record)
    tell(cluster, record)
    await delivered(cluster)
    await witness.end()

    const verdict = judge(
      readFileSync(path, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Line),
    )
    const { takeovers, takeoversWithoutObjects, recoveries } = verdict
    const fenced = cluster.members
      .filter(({ role }) => role === 'worker')
      .flatMap(({ home }) => readFileSync(join(home, 'log/worker.log'), 'utf8').split('\n'))
      .filter((line) => line.includes('attempt.fenced')).length
    console.log(
      `      ${((Date.now() - began) / 1000).toFixed(0)} s; struck ${JSON.stringify(verdict.struck)}; ${verdict.refused} refused, ${verdict.unknown} without an answer; ${verdict.again} ran more than once; ${fenced} times a worker found its lease gone; ${verdict.heard} events heard over ${verdict.sessions} connections, ${verdict.hooked} by webhook; ${cluster.faulty?.faults} requests to the object store treated badly`,
    )
    report.check('tasks and builds were acknowledged while parts died', verdict.acknowledged, verdict.acknowledged >= (full ? tasks : 1))
    if (full) report.check('of the blows all were struck', `${(100 * share()).toFixed(1)} %`, share() === 1)
    report.check(
      'none is lost, stuck, ended twice, changed after its end or without an event for each step, told in order by realtime and at least once by webhook',
      verdict.faults.slice(0, 5),
      verdict.faults.length === 0,
    )
    report.check('submissions were answered 202, or refused to be repeated, or not at all', faults.slice(0, 5), faults.length === 0)
    if (takeoversWithoutObjects.length > 0) {
      const [half, most] = [0.5, 0.99].map((share) => quantileOf(takeoversWithoutObjects, share).toFixed(1))
      console.log(`      while the object store was struck as well, ${takeoversWithoutObjects.length} takeovers: p50 ${half} s, p99 ${most} s`)
    }
    if (takeovers.length > 0)
      report.atMost(
        `takeover p99 of ${takeovers.length}, seconds (median ${quantileOf(takeovers, 0.5).toFixed(1)})`,
        quantileOf(takeovers, 0.99),
        MOST_TAKEOVER_SECONDS,
      )
    if (recoveries.length > 0)
      report.atMost(
        `seconds from the start of PostgreSQL behind kill -9 until it answers, the slowest of ${recoveries.length} (median ${quantileOf(recoveries, 0.5).toFixed(1)})`,
        recoveries.at(-1)!,
        MOST_RECOVERY_SECONDS,
      )
    const under = cluster.postgres.ask('select coalesce(sum(concurrent_task_count + concurrent_build_count), 0) from credence.usage')
    report.equal('builds and tasks that count as under way', Number(under[0]?.[0]), 0)
  } finally {
    keepLogs(cluster, path.replace('.jsonl', '-logs'))
    await cluster.stop()
  }
}

/** Beside the record: why something took its time stands there. */
function keepLogs({ members }: Cluster, folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  for (const { name, home } of members) cpSync(join(home, 'log'), join(folder, name), { recursive: true })
}

type Record = (line: Line) => void
function openRecord(path: string): Record {
  writeFileSync(path, '')
  return (line) => appendFileSync(path, `${JSON.stringify(line)}\n`)
}

/** Both kinds as one table. */
const JOBS = `(select 'task' as kind, task_id as id, status, transitions, finished_at from credence.task
               union all select 'build', build_id, status, transitions, finished_at from credence.build) jobs`

async function allEnded({ postgres }: Cluster): Promise<void> {
  for (const end = Date.now() + LAST_MS; Date.now() < end; await sleep(500))
    if (Number(postgres.ask(`select count(*) from ${JOBS} where finished_at is null`)[0]?.[0]) === 0) return
}

/** Whether so many tasks wait or run that more would only wait. @param before  the answer while PostgreSQL is away */
function isCrowded({ postgres }: Cluster, before: boolean): boolean {
  try {
    return Number(postgres.ask('select count(*) from credence.task where finished_at is null', GLANCE_MS)[0]?.[0]) > FULL_OPEN
  } catch {
    return before
  }
}

/** Until nothing waits for a webhook. */
async function delivered({ postgres }: Cluster): Promise<void> {
  for (const end = Date.now() + HEARD_MS; Date.now() < end; await sleep(500))
    if (Number(postgres.ask(`select count(*) from credence.webhook_delivery where state = 'pending'`)[0]?.[0]) === 0) return
}

function look({ postgres }: Cluster, number: 1 | 2, record: Record): void {
  for (const [kind, id = '', status, transitions = '[]'] of postgres.ask(`select kind, id, status, transitions from ${JOBS}`))
    record({ what: 'found', look: number, kind: kind as 'task' | 'build', id, status: status as never, transitions: JSON.parse(transitions) })
}

function tell({ postgres }: Cluster, record: Record): void {
  for (const [id = '', status = '', at] of postgres.ask(
    `select object_id, payload ->> 'status', created_at from credence.outbox where kind in ('task-status', 'build-status') order by id`,
  ))
    record({ what: 'told', id, status, at: Number(at) })
}
