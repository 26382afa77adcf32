// `npm run chaos`: tasks and builds under load while API, worker, runner, compiler, postmaster and backends are killed at random moments.
// Every submission that was acknowledged must end Completed, once, with its whole output, and nothing may be left behind. Bounded: ends by itself.
//   npm run chaos -- [--many [--namespaces] [--seconds 3600] [--only BLOW]…] [--tasks 300] [--kills 30] [--seed 1]
//   npm run chaos -- --full [--seconds 3600] [--seed 1]      all of it: 10,000 tasks, 500 kills of workers, in namespaces
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { generator } from '@credence/distribution'
import { watchAvailability } from './chaos/availability.ts'
import { openCensus } from './chaos/census.ts'
import { judgeHistory } from './chaos/history.ts'
import { killer } from './chaos/kills.ts'
import { submitter } from './chaos/load.ts'
import { chaosOfMany } from './chaos/many.ts'
import { sharedMemory } from './chaos/shared-memory.ts'
import { Report } from './check.ts'
import { Platform } from './platform.ts'

/** Longest time without an answer; a platform that was killed is started again by this run, and its start counts. */
const DOWN_SECONDS = 5
const LAST_TASK_MS = 300_000

const { values } = parseArgs({
  options: {
    many: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    namespaces: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '3600' },
    only: { type: 'string', multiple: true, default: [] },
    tasks: { type: 'string', default: '300' },
    kills: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
  },
})
const [tasks, kills, seed, seconds] = [values.tasks, values.kills, values.seed, values.seconds].map(Number) as [number, number, number, number]
if (![tasks, kills, seed, seconds].every((number) => Number.isInteger(number) && number > 0))
  throw new RangeError('--tasks, --kills, --seed and --seconds are positive integers')

const report = new Report()
const { namespaces, only, full } = values
if (values.many || full)
  await chaosOfMany({ tasks, kills, seed, seconds, namespaces, only, full }, report).catch((reason: unknown) => report.broken('chaos', reason))
else await chaosOfOne()
console.log(`\n${report.passed} passed, ${report.failed} failed`)
process.exitCode = report.failed ? 1 : 0

async function chaosOfOne(): Promise<void> {
  const temporary = await mkdtemp(join(tmpdir(), 'credence-chaos-'))
  await chmod(temporary, 0o755) // a database that root starts runs as `nobody`
  const shared = new Set(sharedMemory())
  const platform = await Platform.start({ TMPDIR: temporary, CREDENCE_DOCS: temporary, CREDENCE_PLANS: '{"EnterpriseTier":{"running":100}}' })
  const census = openCensus(platform)
  try {
    console.log(`${tasks} tasks, ${kills} kills, seed ${seed}, home ${platform.home}`)
    const load = await submitter(platform)
    const available = watchAvailability(platform)
    const random = generator(seed)
    const kill = killer(platform, random)
    const began = Date.now()
    for (let done = 1; done <= kills; done++) {
      await load.until(Math.ceil((tasks * done) / kills))
      await sleep(random() * 1500)
      census.look()
      const down = available.lately()
      const what = await kill()
      const at = ((Date.now() - began) / 1000).toFixed(1).padStart(6)
      console.log(`${at} s  ${load.acknowledged.tasks.length} tasks, no answer for ${down.toFixed(1)} s at most  ${what}`)
    }
    const ends = await judgeHistory(platform, load.acknowledged, report, LAST_TASK_MS)
    const { longestSeconds, answers, refused, faults } = await available.end()
    console.log(
      `      ${ends.completed} tasks and ${ends.builds} builds in ${((Date.now() - began) / 1000).toFixed(1)} s; ${ends.repeated} ran more than once`,
    )
    report.check('submissions were acknowledged while parts died', load.acknowledged.tasks.length, load.acknowledged.tasks.length >= tasks)
    report.atMost('longest time without an answer, seconds', longestSeconds, DOWN_SECONDS)
    report.check('questions were answered 200, or 503 while the database was away, or not at all', { answers, refused, faults }, faults.length === 0)
    report.check('submissions were answered 202 or 503, or not at all', load.faults, load.faults.length === 0)
    const me = (await platform.call('GET', '/users/me')).json as { ResourceUsage: Record<string, number> }
    report.equal('tasks that count as under way', me.ResourceUsage['ConcurrentTaskCount'], 0)
    census.look()
    report.atMost('milliseconds that the stop takes', await platform.down(), 15_000)
    report.equal('processes left behind', await census.left(), [])
    report.equal(
      'entries of the temporary folder',
      (await readdir(temporary)).filter((name) => name !== 'node-compile-cache'),
      [],
    )
    report.equal('drafts of objects', await readdir(join(platform.home, 'objects/unfinished')), [])
    report.equal(
      'pieces of shared memory left behind',
      sharedMemory().filter((piece) => !shared.has(piece)),
      [],
    )
  } catch (reason) {
    report.broken('chaos', reason)
  } finally {
    await platform.remove()
    await rm(temporary, { recursive: true, force: true, maxRetries: 10 })
  }
}
