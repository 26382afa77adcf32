// How many trivial tasks a second, of one user and each of another's, how long a submission takes meanwhile, and where the processor time goes.
//   node bin/node.cjs bench/throughput.ts [CHECKOUT …]
//   node bin/node.cjs bench/throughput.ts workers     what a core does, and how it grows from one worker to two (`throughput/workers.ts`)
// Each checkout (default: this one) gets a platform of its own with a home and a port of its own, one after the other: name two to compare them.
// Every task must be Completed and print what it must. Processor times come from a control group of the platform (Linux, as root), so that
// short-lived processes count and the load generator does not; without one they are left out.
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { command, Platform } from '../acceptance/platform.ts'
import { conditions, median } from '../tools/conditions.ts'
import { type Group, openGroup, processorMilliseconds, type Usage, usageOf } from './throughput/meter.ts'
import { type Account, accountWithBuild, drain, mustBeRight, type Row, submit } from './throughput/tasks.ts'
import { measureWorkers } from './throughput/workers.ts'

/** What is used of it; it has no types. */
interface Load {
  readonly method: 'GET' | 'POST'
  readonly connections: number
  /** Requests in all, or seconds. */
  readonly amount?: number
  readonly duration?: number
  /** Requests a second, sent whatever the answers take; a late one counts from when it should have been sent. */
  readonly overallRate?: number
}
interface Loaded {
  readonly '2xx': number
  readonly non2xx: number
  readonly errors: number
  readonly timeouts: number
  /** Seconds. */
  readonly duration: number
  /** Milliseconds. */
  readonly latency: { readonly p50: number; readonly p99: number }
}
const autocannon: (options: Load & { url: string; headers: object; timeout: number }) => Promise<Loaded> = createRequire(import.meta.url)(
  'autocannon',
)

const OF_ONE = 500
const WARM_TURNS = 2
const USERS = 120
/** Enough for several seconds: the load generator tells its duration in whole ones. */
const SUBMITTED_AT_ONCE = 8000
const SUBMITTED_PER_SECOND = 200
const SUBMIT_SECONDS = 10
const SERVICE_CALLS = 200
const READS_PER_SECOND = 1000
const CANCELS = 15
const ENDLESS = 'int main(void) { for (volatile unsigned n = 0;; n++) ; }\n'

async function measure(folder: string): Promise<Row[]> {
  const group = openGroup()
  process.chdir(folder) // whose `npm start` the platform is
  const platform = await group.inside(() => Platform.start({ CREDENCE_DOCS: join(folder, 'no-site') }))
  try {
    while (!platform.output.includes('Ready to build and run')) await sleep(100)
    const rows: Row[] = []
    const owner = await accountWithBuild(platform, platform.key)
    rows.push(...(await whenIdle(platform, owner)))
    rows.push(...(await whenCancelled(platform, platform.key)))
    rows.push(...(await draining(platform, group, 'one user', Array<Account>(OF_ONE).fill(owner))))
    const others: Account[] = []
    for (const key of await newKeys(platform, folder, USERS)) others.push(await accountWithBuild(platform, key))
    rows.push(...(await draining(platform, group, 'every task another user', others)))
    rows.push(...(await whileBusy(platform, owner)))
    return rows
  } finally {
    await platform.remove()
    group.close()
  }
}

/** One call after the other on one connection, and tasks that find the platform idle. */
async function whenIdle(platform: Platform, owner: Account): Promise<Row[]> {
  const latencies: number[] = []
  const starts: number[] = []
  for (let i = 0; i < 15; i++) {
    const taskId = await submit(platform, owner)
    const task = await platform.end(`/tasks/${taskId}`)
    const times = (task.StatusTransitions as { Status: string; Timestamp: number }[]).map(({ Timestamp }) => Timestamp)
    latencies.push(times.at(-1)! - times[0]!)
    starts.push(times[1]! - times[0]!)
    await mustBeRight(platform, owner, taskId)
    await sleep(300) // so that a process waits again
  }
  const me = await load(platform, owner, { method: 'GET', path: '/users/me', connections: 1, amount: SERVICE_CALLS })
  const path = `/builds/${owner.buildId}`
  const read = () => load(platform, owner, { method: 'GET', path, connections: 20, overallRate: READS_PER_SECOND, duration: SUBMIT_SECONDS })
  for (let times = 0; times < WARM_TURNS; times++) await read() // V8 compiles what a platform of some minutes has compiled
  const reads = await read()
  return [
    ['idle: a task, accepted to begun, median (goal 20 ms)', ms(median(starts))],
    [`idle: GET of a build at ${READS_PER_SECOND} a second, p50`, ms(reads.latency.p50)],
    ['the same, p99 (goal 10 ms)', ms(reads.latency.p99)],
    ['idle: a task, accepted to completed, median', ms(median(latencies))],
    ['idle: GET /users/me, median', ms(me.latency.p50)],
  ]
}

/** From the call that cancels to the end of the program's process, which is the one that works most. */
async function whenCancelled(platform: Platform, key: string): Promise<Row[]> {
  const { json } = await platform.call('POST', '/sourcecode/builds', { key, body: { Code: ENDLESS, Language: 'C' } })
  await platform.end(`/builds/${json.BuildID}`)
  const took: number[] = []
  for (let i = 0; i < CANCELS; i++) {
    const taskId = await submit(platform, { key, buildId: String(json.BuildID) })
    while ((await platform.call('GET', `/tasks/${taskId}`)).json.Status !== 'In Progress') await sleep(20)
    await sleep(300)
    const runners = platform.family().flatMap(({ pid }) => (command(pid).includes('--wasm-max-mem-pages') ? [pid] : []))
    const before = new Map(runners.map((pid) => [pid, processorMilliseconds(pid)]))
    await sleep(500)
    const pid = runners.reduce((most, one) =>
      processorMilliseconds(one) - before.get(one)! > processorMilliseconds(most) - before.get(most)! ? one : most,
    )
    const began = performance.now()
    const cancelled = platform.call('POST', `/tasks/${taskId}/cancel`)
    while (command(pid) !== '') await sleep(2)
    took.push(performance.now() - began)
    await cancelled
    await platform.end(`/tasks/${taskId}`)
  }
  return [
    ['cancelled to process gone, median', ms(median(took))],
    ['the same, slowest (goal 1000 ms)', ms(Math.max(...took))],
  ]
}

async function draining(platform: Platform, group: Group, name: string, owners: readonly Account[]): Promise<Row[]> {
  const before = usageOf(group, platform)
  const { tasksPerSecond, late } = await drain(platform, owners)
  const after = usageOf(group, platform)
  const rows: Row[] = [[`${name}: tasks a second`, `${tasksPerSecond.toFixed(1)} (${late})`]]
  for (const part of Object.keys(after) as (keyof Usage)[])
    rows.push([`  processor ms a task, ${part}`, perTask(after[part] - before[part], owners.length)])
  return rows
}

/** Submissions at a fixed rate, whatever the answers take, while workers have more than they can do; then other calls meanwhile. */
async function whileBusy(platform: Platform, owner: Account): Promise<Row[]> {
  const submission = { method: 'POST', path: `/builds/${owner.buildId}/tasks`, connections: 20 } as const
  const open = await load(platform, owner, { ...submission, overallRate: SUBMITTED_PER_SECOND, duration: SUBMIT_SECONDS })
  const me = await load(platform, owner, { method: 'GET', path: '/users/me', connections: 1, amount: SERVICE_CALLS })
  const create = await load(platform, owner, { ...submission, connections: 1, amount: SERVICE_CALLS })
  const closed = await load(platform, owner, { ...submission, amount: SUBMITTED_AT_ONCE })
  return [
    [`busy: submissions a second, asked ${SUBMITTED_PER_SECOND}`, (open['2xx'] / open.duration).toFixed(0)],
    ['busy: submit at that rate, p50', ms(open.latency.p50)],
    ['busy: submit at that rate, p99', ms(open.latency.p99)],
    ['busy: GET /users/me, p50', ms(me.latency.p50)],
    ['busy: submit alone, p50', ms(create.latency.p50)],
    ['busy: 20 connections, submissions a second', (closed['2xx'] / closed.duration).toFixed(0)],
    ['busy: 20 connections, p50', ms(closed.latency.p50)],
  ]
}

async function load(platform: Platform, { key }: Account, options: Load & { path: string }): Promise<Loaded> {
  const { path, ...rest } = options
  const headers = { authorization: key, 'content-type': 'application/json' }
  const result = await autocannon({ url: platform.origin + path, headers, timeout: 60, ...rest })
  const wrong = result.non2xx + result.errors + result.timeouts
  if (wrong > 0) throw new Error(`${wrong} calls of ${path} failed, ${result['2xx']} did not`)
  return result
}

/** Accounts are made by the operator, not over the API: with the code of the checkout that is measured. */
async function newKeys(platform: Platform, folder: string, count: number): Promise<string[]> {
  const of = (path: string) => join(folder, 'apps/server/src', path)
  const { openDatabase }: typeof import('../apps/server/src/database/pool.ts') = await import(of('database/pool.ts'))
  const { embeddedDatabaseUrl }: typeof import('../apps/server/src/database/embedded.ts') = await import(of('database/embedded.ts'))
  const { createAccount }: typeof import('../apps/server/src/users/queries.ts') = await import(of('users/queries.ts'))
  const { createKey }: typeof import('../apps/server/src/keys/queries.ts') = await import(of('keys/queries.ts'))
  const log = { info() {}, warn() {}, error() {} }
  const database = openDatabase({ url: embeddedDatabaseUrl(join(platform.home, 'postgres')), schema: 'credence', connections: 1, log })
  try {
    return await database.transaction(async (tx) => {
      const keys: string[] = []
      for (let i = 0; i < count; i++) {
        const { userId } = await createAccount(tx, `bench${i}@localhost`, 'EnterpriseTier')
        keys.push((await createKey(tx, userId, 'bench', null)).text)
      }
      return keys
    })
  } finally {
    await database.close()
  }
}

const ms = (value: number): string => `${value.toFixed(0)} ms`
const perTask = (milliseconds: number, tasks: number): string => (Number.isNaN(milliseconds) ? '-' : (milliseconds / tasks).toFixed(1))

const here = resolve(import.meta.dirname, '..')
const words = process.argv.slice(2)
const columns: Row[][] = []
if (words[0] === 'workers') columns.push(await measureWorkers(here))
else for (const folder of words.length > 0 ? words.map((word) => resolve(word)) : [here]) columns.push(await measure(folder))
const width = Math.max(...columns[0]!.map(([what]) => what.length))
for (const [i, [what]] of columns[0]!.entries()) console.log(`${what.padEnd(width)}  ${columns.map((rows) => rows[i]![1].padStart(14)).join('')}`)
console.log(`\n${conditions()}`)
