// What one core does with small programs of one user, and how it grows from one worker to two: each worker has a core of its own, and as many slots as the
// platform gives a machine of one core. API, PostgreSQL and the load generator share the same two cores, as they do on one machine: what they take is told beside,
// and with it how far two cores can carry.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Platform } from '../../acceptance/platform.ts'
import { median } from '../../tools/conditions.ts'
import { type Group, openGroup, usageOf } from './meter.ts'
import { type Account, accountWithBuild, drain, type Row } from './tasks.ts'

const TURNS = 3
const TASKS_OF_A_WORKER = 400
/** V8 compiles what a worker of some minutes has compiled. */
const WARM_TASKS = 150
const START_SECONDS = 180

/** Of one draining: a second, and processor milliseconds. */
interface Turn {
  readonly tasksPerSecond: number
  readonly workers: number
  readonly API: number
  readonly PostgreSQL: number
  readonly load: number
  /** Of each core that a worker has, by the worker. */
  readonly busy: number
}

/** @throws Error  the machine has one core, or a task was not right */
export async function measureWorkers(folder: string): Promise<Row[]> {
  if (availableParallelism() < 2) throw new Error('two workers need two cores')
  process.chdir(folder)
  const group = openGroup()
  const platform = await group.inside(() =>
    Platform.start({ CREDENCE_ROLE: 'api', CREDENCE_DOCS: join(folder, 'none'), CREDENCE_CONSOLE: join(folder, 'none') }),
  )
  const workers: Worker[] = []
  try {
    workers.push(await startWorker(platform, folder, 0))
    const owner = await accountWithBuild(platform, platform.key)
    const one: Turn[] = []
    const two: Turn[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      one.push(await measured(platform, group, workers, owner))
      workers.push(await startWorker(platform, folder, 1))
      two.push(await measured(platform, group, workers, owner))
      await workers.pop()!.end()
    }
    return rows(one, two)
  } finally {
    await Promise.all(workers.map((worker) => worker.end()))
    await platform.remove()
    group.close()
  }
}

async function measured(platform: Platform, group: Group, workers: readonly Worker[], owner: Account): Promise<Turn> {
  await drain(platform, Array<Account>(WARM_TASKS * workers.length).fill(owner))
  const read = () => {
    const { all, PostgreSQL } = usageOf(group, platform)
    const { user, system } = process.cpuUsage()
    return {
      at: performance.now(),
      workers: sum(workers.map((worker) => worker.group.milliseconds())),
      API: all - PostgreSQL,
      PostgreSQL,
      load: (user + system) / 1000,
    }
  }
  let from = read()
  const { tasksPerSecond, late } = await drain(platform, Array<Account>(TASKS_OF_A_WORKER * workers.length).fill(owner), () => {
    from = read()
  })
  const to = read()
  const of = (part: 'workers' | 'API' | 'PostgreSQL' | 'load') => (to[part] - from[part]) / late
  const busy = (to.workers - from.workers) / (to.at - from.at) / workers.length
  return { tasksPerSecond, workers: of('workers'), API: of('API'), PostgreSQL: of('PostgreSQL'), load: of('load'), busy }
}

function rows(one: readonly Turn[], two: readonly Turn[]): Row[] {
  const told = (what: string, turns: readonly Turn[]): Row[] => [
    [`${what}: tasks a second, median`, spread(turns.map(({ tasksPerSecond }) => tasksPerSecond))],
    ['  of its core or cores used by workers and programs', `${(100 * median(turns.map(({ busy }) => busy))).toFixed(0)} %`],
    ...(['workers', 'API', 'PostgreSQL', 'load'] as const).map(
      (part): Row => [
        `  processor ms a task, ${{ workers: 'worker and its programs', API: 'API', PostgreSQL: 'PostgreSQL', load: 'load generator' }[part]}`,
        middle(turns, part).toFixed(1),
      ],
    ),
  ]
  const all = middle(two, 'workers') + middle(two, 'API') + middle(two, 'PostgreSQL') + middle(two, 'load')
  const rate = middle(one, 'tasksPerSecond')
  return [
    ...told('one worker, one core', one),
    ...told('two workers, two cores', two),
    [
      'two workers against one, each turn',
      spread(
        two.map(({ tasksPerSecond }, turn) => tasksPerSecond / one[turn]!.tasksPerSecond),
        2,
      ),
    ],
    ['the same if two cores did nothing else than all of that', (2000 / all / rate).toFixed(2)],
  ]
}
const middle = (turns: readonly Turn[], part: keyof Turn): number => median(turns.map((turn) => turn[part]))
const spread = (values: readonly number[], digits = 1): string =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

interface Worker {
  readonly group: Group
  end(): Promise<void>
}
/** A worker of the platform's database and objects, on one core only. Resolves once it takes tasks. */
async function startWorker(platform: Platform, folder: string, core: number): Promise<Worker> {
  const group = openGroup()
  const words = ['-c', String(core), process.execPath, join(folder, 'apps/server/src/main.ts')]
  const env = { ...process.env, CREDENCE_HOME: platform.home, CREDENCE_ROLE: 'worker' }
  const child = await group.inside(async () => spawn('taskset', words, { env, stdio: ['ignore', 'pipe', 'pipe'] }))
  const over = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk))
  for (const end = Date.now() + START_SECONDS * 1000; !printed.includes('Ready to build and run'); await sleep(50))
    if (child.exitCode !== null || Date.now() > end) throw new Error(`a worker did not start:\n${printed}`)
  return {
    group,
    async end() {
      child.kill('SIGTERM')
      await over
      group.close()
    },
  }
}
