// How many trivial tasks a second, of one user and each of another's, how long a submission takes meanwhile, and where the processor time goes.
//   node bin/node.cjs bench/throughput.ts [CHECKOUT …]
// Each checkout (default: this one) gets a platform of its own with a home and a port of its own, one after the other: name two to compare them.
// Every task must be Completed and print what it must. Processor times come from a control group of the platform (Linux, as root), so that
// short-lived processes count and the load generator does not; without one they are left out.
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { command, Platform } from '../acceptance/platform.ts'
import { conditions, median } from '../tools/conditions.ts'

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

const PROGRAM = '#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf("%f\\n", 1 + UxHwDoubleGaussDist(0, 1)); return 0; }\n'
const PRINTS = /^1(\.000000)?Ux/
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
const PATIENCE_SECONDS = 150

interface Account {
  readonly key: string
  readonly buildId: string
}
type Row = readonly [what: string, value: string]

async function measure(folder: string): Promise<Row[]> {
  const meter = openMeter()
  process.chdir(folder) // whose `npm start` the platform is
  const platform = await meter.inside(() => Platform.start({ CREDENCE_DOCS: join(folder, 'no-site') }))
  try {
    while (!platform.output.includes('Ready to build and run')) await sleep(100)
    const rows: Row[] = []
    const owner = await accountWithBuild(platform, platform.key)
    rows.push(...(await whenIdle(platform, owner)))
    rows.push(...(await whenCancelled(platform, platform.key)))
    rows.push(...(await draining(platform, meter, 'one user', Array<Account>(OF_ONE).fill(owner))))
    const others: Account[] = []
    for (const key of await newKeys(platform, folder, USERS)) others.push(await accountWithBuild(platform, key))
    rows.push(...(await draining(platform, meter, 'every task another user', others)))
    rows.push(...(await whileBusy(platform, owner)))
    return rows
  } finally {
    await platform.remove()
    meter.close()
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

/** Submits one task for each of `owners` and waits for all; the rate is that of the time after the last submission. */
async function draining(platform: Platform, meter: Meter, name: string, owners: readonly Account[]): Promise<Row[]> {
  const before = meter.read(platform)
  const ids: { owner: Account; taskId: string }[] = []
  const waiting = owners.values()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const owner of waiting) ids.push({ owner, taskId: await submit(platform, owner) })
    }),
  )
  const submitted = Date.now()
  const finished: number[] = []
  for (const { owner, taskId } of ids) {
    const seconds = PATIENCE_SECONDS - (Date.now() - submitted) / 1000
    if (seconds <= 0) break
    const { json } = await untilEnded(platform, owner, taskId)
    if (json.Status !== 'Completed') throw new Error(`a trivial task ended as ${json.Status}`)
    finished.push(Number(json.FinishedAt))
  }
  const after = meter.read(platform)
  await mustBeRight(platform, ids.at(-1)!.owner, ids.at(-1)!.taskId)
  const late = finished.filter((at) => at > submitted)
  const rate = late.length / ((Math.max(...late) - submitted) / 1000)
  const rows: Row[] = [[`${name}: tasks a second`, `${rate.toFixed(1)} (${late.length})`]]
  for (const part of Object.keys(after) as (keyof Usage)[])
    rows.push([`  processor ms a task, ${part}`, perTask(after[part] - before[part], ids.length)])
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

async function accountWithBuild(platform: Platform, key: string): Promise<Account> {
  const { json } = await platform.call('POST', '/sourcecode/builds', { key, body: { Code: PROGRAM, Language: 'C' } })
  const account = { key, buildId: String(json.BuildID) }
  for (;;) {
    const { Status } = (await platform.call('GET', `/builds/${account.buildId}`, { key })).json
    if (Status === 'Completed') return account
    if (Status === 'Stopped' || Status === undefined) throw new Error(`the build of the trivial program is ${Status}`)
    await sleep(20)
  }
}
async function submit(platform: Platform, { key, buildId }: Account): Promise<string> {
  const { status, json, text } = await platform.call('POST', `/builds/${buildId}/tasks`, { key, body: {} })
  if (status !== 202) throw new Error(`a task was refused: ${text}`)
  return String(json.TaskID)
}
async function untilEnded(platform: Platform, { key }: Account, taskId: string): ReturnType<Platform['call']> {
  for (;;) {
    const answer = await platform.call('GET', `/tasks/${taskId}`, { key })
    if (['Completed', 'Stopped', 'Cancelled'].includes(String(answer.json.Status))) return answer
    await sleep(200) // asking is work for the platform, too
  }
}
async function mustBeRight(platform: Platform, { key }: Account, taskId: string): Promise<void> {
  const { text } = await platform.call('GET', `/tasks/${taskId}/output/Stdout`, { key })
  if (!PRINTS.test(text)) throw new Error(`a trivial task printed ${text.slice(0, 40)}`)
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

/** Processor milliseconds since the start. */
interface Usage {
  readonly all: number
  readonly API: number
  readonly worker: number
  readonly PostgreSQL: number
  /** Boxes, runners and what starts them: the rest. */
  readonly runs: number
}
interface Meter {
  /** Starts something whose processes are counted. */
  inside<T>(start: () => Promise<T>): Promise<T>
  read(platform: Platform): Usage
  close(): void
}
const CONTROLLERS = [
  { root: '/sys/fs/cgroup/cpuacct', usage: (folder: string) => Number(readFileSync(join(folder, 'cpuacct.usage'), 'utf8')) / 1e6 },
  {
    root: '/sys/fs/cgroup',
    usage: (folder: string) => Number(/^usage_usec (\d+)/m.exec(readFileSync(join(folder, 'cpu.stat'), 'utf8'))?.[1]) / 1e3,
  },
] as const

function openMeter(): Meter {
  const join_ = (folder: string) => writeFileSync(join(folder, 'cgroup.procs'), String(process.pid))
  for (const { root, usage } of CONTROLLERS) {
    const folder = join(root, `credence-bench-${process.pid}`)
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
      read(platform) {
        const parts = { all: usage(folder), API: 0, worker: 0, PostgreSQL: 0 }
        for (const { pid, name } of platform.family()) {
          const words = command(pid)
          if (/apps\/server\/src\/main\.ts/.test(words) && !words.startsWith('npm')) parts.API += processorMilliseconds(pid)
          else if (/worker\/main\.ts/.test(words)) parts.worker += processorMilliseconds(pid)
          else if (name === 'postgres') parts.PostgreSQL += processorMilliseconds(pid, 'ended children too')
        }
        return { ...parts, runs: parts.all - parts.API - parts.worker - parts.PostgreSQL }
      },
      close: () => {
        try {
          rmdirSync(folder)
        } catch {} // a process that is ending still belongs to it
      },
    }
  }
  const none = Number.NaN
  return { inside: (start) => start(), read: () => ({ all: none, API: none, worker: none, PostgreSQL: none, runs: none }), close() {} }
}

/** Source: proc_pid_stat(5): utime, stime, and of children that were waited for cutime, cstime, in ticks of 10 ms. */
function processorMilliseconds(pid: number, children?: 'ended children too'): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields.slice(11, children ? 15 : 13).reduce((sum, ticks) => sum + Number(ticks), 0) * 10
  } catch {
    return 0
  }
}
const ms = (value: number): string => `${value.toFixed(0)} ms`
const perTask = (milliseconds: number, tasks: number): string => (Number.isNaN(milliseconds) ? '-' : (milliseconds / tasks).toFixed(1))

const here = resolve(import.meta.dirname, '..')
const folders = process.argv.length > 2 ? process.argv.slice(2).map((folder) => resolve(folder)) : [here]
const columns: Row[][] = []
for (const folder of folders) columns.push(await measure(folder))
const width = Math.max(...columns[0]!.map(([what]) => what.length))
for (const [i, [what]] of columns[0]!.entries()) console.log(`${what.padEnd(width)}  ${columns.map((rows) => rows[i]![1].padStart(14)).join('')}`)
console.log(`\n${conditions()}`)
