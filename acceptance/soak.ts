// `npm run soak`: a platform at a low rate for an hour, with a reader of events and a receiver of webhooks; then it is killed and started again.
// Memory of its own and descriptors of each kind of process must be flat, every task must end with its output, and restarts must be quick.
//   npm run soak -- [--minutes 60] [--every 1000]      milliseconds between two tasks
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Report } from './check.ts'
import { channelOwner, openFeed } from './feed.ts'
import { command, Platform, SETTINGS } from './platform.ts'
import { buildProgram, printedBy, SOURCE, submit } from './program.ts'
import { openReceiver } from './receiver.ts'

const SAMPLE_MS = 15_000
const WORK_SECONDS = 0.02
const TASKS_PER_BUILD = 30
const RESTARTS = 5
const RESTART_SECONDS = 3
/** Of memory, between the second and the last sixth of the time; a tenth, and what a collector may leave for a while. */
const MOST_GROWTH = { share: 0.1, megabytes: 16, descriptors: 8 }

/** What each process is, told by its command line. Runs of programs are too short to be sampled. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  ['worker', /src\/worker\/main\.ts/],
  ['api', /\/bin\/node apps\/server\/src\/main\.ts/],
  ['postmaster', /\/postgres .*-D|\/postgres -D/],
]
interface Sample {
  /** Megabytes that no file and no other process has. */
  readonly memory: number
  readonly descriptors: number
}

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' }, every: { type: 'string', default: '1000' } } })
const [minutes, every] = [Number(values.minutes), Number(values.every)]
if (!(minutes > 0 && every > 0)) throw new RangeError('--minutes and --every are positive numbers')
const report = new Report()
const platform = await Platform.start({ ...SETTINGS, CREDENCE_WEBHOOK_DELIVERIES: '100000' })
try {
  await soak()
} catch (reason) {
  report.broken('soak', reason)
} finally {
  await platform.remove()
}
console.log(`\n${report.passed} passed, ${report.failed} failed`)
process.exit(report.failed ? 1 : 0) // a reader may still be connected where something broke

async function soak(): Promise<void> {
  let told = 0
  const hooked = new Set<string>()
  const receiver = await openReceiver(({ payload }) => {
    const { taskId, status } = payload['data'] as { taskId: string; status: string }
    if (status === 'Completed') hooked.add(taskId)
  })
  const hook = await platform.call('POST', '/webhooks', { body: { url: receiver.url, events: ['task-status'] } })
  if (hook.status !== 201) throw new Error(`no webhook: ${hook.text}`)
  const feed = await openFeed(platform, platform.key, ({ type, event }) => {
    if (type === 'data' && JSON.parse(String(event)).data.status === 'Completed') told++
  })
  feed.say({
    type: 'subscribe',
    id: 'soak',
    channel: `task-status/${await channelOwner(platform)}`,
    authorization: { authorization: platform.key },
  })
  await feed.until(() => feed.count('subscribe_success') === 1)
  const buildId = await buildProgram(platform)
  const samples = new Map<string, Sample[]>()
  let over = false
  const sampler = (async () => {
    while (!over) {
      await sleep(SAMPLE_MS)
      for (const [kind, sample] of look()) samples.set(kind, [...(samples.get(kind) ?? []), sample])
    }
  })()
  const wrong: string[] = []
  const open = new Set<Promise<void>>()
  const began = Date.now()
  let made = 0
  let nextLine = began
  for (; Date.now() < began + minutes * 60_000; made++) {
    const due = began + made * every
    if (due > Date.now()) await sleep(due - Date.now())
    if (made % TASKS_PER_BUILD === 0)
      await platform.call('POST', '/sourcecode/builds', { body: { Code: `// ${made} ${began}\n${SOURCE}`, Language: 'C' } })
    const name = `s${made}`
    const { json } = await submit(platform, buildId, name, WORK_SECONDS)
    const check = platform
      .end(`/tasks/${json.TaskID}`)
      .then(async ({ Status }) => {
        const { text } = await platform.call('GET', `/tasks/${json.TaskID}/output/Stdout`)
        if (Status !== 'Completed' || text !== printedBy(name)) wrong.push(`${json.TaskID} ${Status} ${text.slice(0, 60)}`)
      })
      .catch((cause: Error) => void wrong.push(`${json.TaskID}: ${cause.message}`))
      .finally(() => open.delete(check))
    open.add(check)
    if (Date.now() >= nextLine) {
      nextLine += 300_000
      const figures = [...look()].map(([kind, { memory, descriptors }]) => `${kind} ${memory.toFixed(0)} MB ${descriptors} fd`).join(', ')
      console.log(`${((Date.now() - began) / 60_000).toFixed(1).padStart(5)} min  ${made + 1} tasks  ${figures}`)
    }
  }
  await Promise.all(open)
  over = true
  await sampler
  await feed.until(() => told >= made && hooked.size >= made)
  report.check(`all ${made} tasks of ${minutes} minutes ended Completed with their output`, wrong.slice(0, 5), wrong.length === 0)
  report.equal('tasks whose end was told by realtime', told, made)
  report.equal('tasks whose end was told by webhook', hooked.size, made)
  for (const [kind, all] of samples) {
    const sixth = Math.floor(all.length / 6)
    const [early, late] = [all.slice(sixth, 2 * sixth), all.slice(-sixth)]
    const [before, after] = [middle(early.map(({ memory }) => memory)), middle(late.map(({ memory }) => memory))]
    const most = Math.max(before * (1 + MOST_GROWTH.share), before + MOST_GROWTH.megabytes)
    report.atMost(`${kind}: megabytes at the end, after ${before.toFixed(1)} in the second sixth`, after, most)
    const [few, many] = [middle(early.map(({ descriptors }) => descriptors)), middle(late.map(({ descriptors }) => descriptors))]
    report.atMost(`${kind}: descriptors at the end, after ${few} in the second sixth`, many, few + MOST_GROWTH.descriptors)
  }
  feed.socket.close()
  const starts: number[] = []
  for (let restart = 0; restart < RESTARTS; restart++) {
    platform.signalAll('SIGKILL')
    await sleep(500)
    await platform.up()
    starts.push(platform.secondsToAnswer)
  }
  await receiver.close()
  const seconds = starts.map((each) => each.toFixed(2)).join(', ')
  report.atMost(`seconds from start to answer after kill -9 of everything, the slowest of ${seconds}`, Math.max(...starts), RESTART_SECONDS)
  const { text } = await platform.run(SOURCE).then(
    () => ({ text: '' }),
    (cause: Error) => ({ text: cause.message }),
  )
  report.equal('and it builds and runs', text, '')
}

/** Each kind of process, all of it together. */
function look(): Map<string, Sample> {
  const sums = new Map<string, Sample>()
  for (const pid of platform.processes()) {
    const kind = KINDS.find(([, words]) => words.test(command(pid)))?.[0]
    if (kind === undefined) continue
    try {
      const memory = Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024
      const descriptors = readdirSync(`/proc/${pid}/fd`).length
      const { memory: others = 0, descriptors: more = 0 } = sums.get(kind) ?? {}
      sums.set(kind, { memory: memory + others, descriptors: descriptors + more })
    } catch {
      // It ended between the two looks.
    }
  }
  return sums
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}
