// What the platform takes while nobody asks it anything: memory, processor time and wake-ups of all its processes, when it has started, and after tasks.
//   node bin/node.cjs bench/idle.ts [TASKS]
// Memory is Pss, in which pages that processes share count once in all; what grows from one lot of tasks to the next is kept for nothing.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { command, Platform } from '../acceptance/platform.ts'
import { conditions } from '../tools/conditions.ts'

const LOTS = 3
const TASKS = Number(process.argv[2] ?? 1000)
const UNDER_WAY = 50
/** For what follows a task: outputs are stored, a runner that was kept is ended, memory is given back. */
const SETTLES_MS = 60_000
const WATCHED_MS = 60_000
const PROGRAM = '#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf("%f\\n", UxHwDoubleUniformDist(1, 2)); return 0; }\n'

/** By what their command line has, the first that fits. */
const ROLES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['database', /postgres/],
  ['worker', /worker\/main\.ts/],
  ['API', /node server\/src\/main\.ts|node apps\/server\/src\/main\.ts/],
  ['launcher', /npm|node\.cjs/],
  ['runs', /\/runner\b/],
]
const OTHER = 'compiler'

interface Taken {
  readonly role: string
  readonly pss: number
  readonly rss: number
  /** Since it began. */
  readonly processorSeconds: number
  readonly wakes: number
}

/** By process id. */
function look(platform: Platform): ReadonlyMap<number, Taken> {
  const all = new Map<number, Taken>()
  for (const { pid, name } of platform.family()) {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const words = command(pid)
      all.set(pid, {
        role: name === 'postgres' ? 'database' : (ROLES.find(([, pattern]) => pattern.test(words))?.[0] ?? OTHER),
        pss: 1024 * numberIn(rollup, 'Pss'),
        rss: 1024 * numberIn(rollup, 'Rss'),
        processorSeconds: (Number(ticks[11]) + Number(ticks[12])) / 100,
        wakes: readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + wakesOf(`/proc/${pid}/task/${thread}/status`), 0),
      })
    } catch {
      // It ended meanwhile.
    }
  }
  return all
}
const numberIn = (text: string, field: string): number => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
const wakesOf = (file: string): number => numberIn(readFileSync(file, 'latin1'), 'voluntary_ctxt_switches')

async function watch(platform: Platform, when: string): Promise<void> {
  await sleep(SETTLES_MS)
  const [before, began] = [look(platform), performance.now()]
  await sleep(WATCHED_MS)
  const [there, seconds] = [look(platform), (performance.now() - began) / 1000]
  const during = [...there].map(([pid, taken]): Taken => {
    const { processorSeconds = 0, wakes = 0 } = before.get(pid) ?? {}
    return { ...taken, processorSeconds: taken.processorSeconds - processorSeconds, wakes: taken.wakes - wakes }
  })
  console.log(`\n${when}\n${'part'.padEnd(10)}processes   Pss MB   Rss MB   % of a core   wake-ups a second`)
  for (const [role, own] of Map.groupBy(during, (taken) => taken.role)) console.log(row(role, own, seconds))
  console.log(row('all', during, seconds))
}
function row(name: string, all: readonly Taken[], seconds: number): string {
  const sum = (figure: (taken: Taken) => number) => all.reduce((whole, taken) => whole + figure(taken), 0)
  const cells: [text: string, width: number][] = [
    [String(all.length), 9],
    [(sum(({ pss }) => pss) / 1e6).toFixed(0), 9],
    [(sum(({ rss }) => rss) / 1e6).toFixed(0), 9],
    [((100 * sum(({ processorSeconds }) => processorSeconds)) / seconds).toFixed(2), 14],
    [(sum(({ wakes }) => wakes) / seconds).toFixed(0), 20],
  ]
  return name.padEnd(10) + cells.map(([text, width]) => text.padStart(width)).join('')
}

async function runTasks(platform: Platform, buildId: string): Promise<void> {
  let left = TASKS
  const one = async () => {
    while (left-- > 0) {
      const { json } = await platform.call('POST', `/builds/${buildId}/tasks`)
      const { Status } = await platform.end(`/tasks/${json.TaskID}`)
      const { text } = await platform.call('GET', `/tasks/${json.TaskID}/output/Stdout`)
      if (Status !== 'Completed' || !text.startsWith('1.5')) throw new Error(`a task is ${Status} and printed ${text.slice(0, 40)}`)
    }
  }
  await Promise.all(Array.from({ length: UNDER_WAY }, one))
}

process.chdir(resolve(import.meta.dirname, '..'))
const none = join(process.cwd(), 'no-site')
const platform = await Platform.start({ CREDENCE_DOCS: none, CREDENCE_CONSOLE: none, CREDENCE_PLANS: '{"EnterpriseTier":{"running":100}}' })
try {
  while ((await fetch(`${platform.origin}/health/compiler`).then((reply) => reply.json())).status !== 'healthy') await sleep(500)
  await watch(platform, 'after the start')
  const { build } = await platform.run(PROGRAM)
  for (let lot = 1; lot <= LOTS; lot++) {
    await runTasks(platform, String(build.BuildID))
    await watch(platform, `after ${lot * TASKS} tasks`)
  }
  console.log(`\n${conditions()}`)
} finally {
  await platform.remove()
}
