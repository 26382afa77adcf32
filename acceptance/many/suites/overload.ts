// Ten times as many clients as the platform can serve submit without a pause: what was accepted is kept, the rest is told to come later, reads are
// answered. The clients are autocannon, in a process of their own.
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Report } from '../../check.ts'
import { buildProgram, submit } from '../../program.ts'
import type { Cluster } from '../cluster.ts'

const AUTOCANNON = resolve(import.meta.dirname, '../../../node_modules/autocannon/autocannon.js')
const SECONDS = 10
/** Two processes write 32 submissions at a time each, and the workers do some ten tasks a second. */
const CLIENTS = 1280
const READER = resolve(import.meta.dirname, '../reader.ts')
/** Of reads meanwhile. The two processors of a small machine are shared with the clients, who never pause, and with PostgreSQL. */
const MOST_MS = { p50: 100, p99: 500 }

interface Shot {
  readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>
  readonly errors: number
}

export async function overload({ platform, postgres, members }: Cluster, report: Report): Promise<void> {
  const buildId = await buildProgram(platform)
  const count = (where = 'true') => Number(postgres.ask(`select count(*) from credence.task where ${where}`)[0]?.[0])
  const before = count()
  const origins = members.flatMap(({ role, machine, port }) => (role === 'api' ? [`http://${machine.address}:${port}`] : []))
  const measure = async (seconds: number): Promise<number[]> => {
    const words = [READER, platform.key, `/builds/${buildId}`, String(seconds), ...origins]
    const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 2 ** 26 })
    const { took, faults } = JSON.parse(stdout) as { took: number[]; faults: number[] }
    if (faults.length > 0) throw new Error(`reads were answered ${faults.slice(0, 5)}`)
    return took.sort((a, b) => a - b)
  }
  const quiet = await measure(3)
  const shoot = async (): Promise<Shot> => {
    const words = ['-j', '-c', String(CLIENTS), '-w', '1', '-d', String(SECONDS), '-t', '60', '-m', 'POST', '-H', `authorization=${platform.key}`]
    const body = ['-H', 'content-type=application/json', '-b', '{"Arguments":"o 0"}', `${platform.origin}/builds/${buildId}/tasks`]
    const { stdout } = await promisify(execFile)(process.execPath, [AUTOCANNON, ...words, ...body], { maxBuffer: 2 ** 26 })
    return JSON.parse(stdout)
  }
  let over = false
  let degraded = 0
  let later = ''
  const watch = async (): Promise<void> => {
    for (; !over; await sleep(500)) {
      if ((await platform.call('GET', '/health/queue')).json.status === 'degraded') degraded++
      const { status, headers } = await submit(platform, buildId, 'o', 0)
      if (status === 503) later ||= `503 with Retry-After: ${headers.get('retry-after')}`
    }
  }
  const shot = shoot().finally(() => {
    over = true
  })
  const [{ statusCodeStats, errors }, busy] = await Promise.all([shot, measure(SECONDS), watch()])
  const answers = Object.fromEntries(Object.entries(statusCodeStats).map(([status, stats]) => [status, stats.count]))
  const at = (sorted: number[], share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  const figures = (sorted: number[]) => `p50 ${at(sorted, 0.5).toFixed(1)} ms, p99 ${at(sorted, 0.99).toFixed(1)} ms`
  console.log(
    `      ${CLIENTS} clients for ${SECONDS} s: ${JSON.stringify(answers)}; ${busy.length} reads ${figures(quiet)} before, ${figures(busy)} meanwhile`,
  )
  const isKnown = (status: string) => ['202', '403', '429', '503'].includes(status)
  report.check(
    'submissions were accepted, refused for now, or refused by the plan',
    { answers, errors },
    Object.keys(answers).every(isKnown) && errors === 0,
  )
  report.check('refused for now means when to come again', later, later.endsWith(': 5'))
  report.check('/health/queue said degraded', degraded, degraded > 0)
  report.atMost('reads meanwhile, the middle one, milliseconds', at(busy, 0.5), MOST_MS.p50)
  report.atMost('reads meanwhile, p99, milliseconds', at(busy, 0.99), MOST_MS.p99)
  const alive = members.filter(({ running }) => running.child.exitCode === null && running.child.signalCode === null)
  report.equal('processes that live', alive.length, members.length)
  const accepted = answers['202'] ?? 0
  report.check('every task that was accepted is there', `${count() - before} of ${accepted}`, count() - before >= accepted)
  // What waits is cancelled: that it is there was what is shown.
  for (let open = postgres.ask('select task_id from credence.task where finished_at is null').map(([id]) => id); open.length > 0; ) {
    const cancelSome = async () => {
      for (let id = open.pop(); id !== undefined; id = open.pop()) await platform.call('POST', `/tasks/${id}/cancel`)
    }
    await Promise.all(Array.from({ length: 16 }, cancelSome))
    await sleep(300)
    open = postgres.ask('select task_id from credence.task where finished_at is null').map(([id]) => id)
  }
  report.equal('tasks that did not end', count('finished_at is null'), 0)
}
