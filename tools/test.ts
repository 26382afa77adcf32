// `npm test`: every suite, some at a time, what failed a second time on its own, then what took longest and one line of counts. `npm test -- NAME` runs the suites whose name contains NAME.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.ts'
import { ensureFortran } from './fortran.ts'
import { proportions, type Timed } from './proportion.ts'
import { AT_ONCE, type Counts, inPlaces, type Outcome, SUITES, type Suite, sumOf } from './suites.ts'

const wanted = process.argv[2]
const missing = await ensureBrowser()
if (missing) {
  console.error(missing)
  process.exit(1)
}
const noFortran = await ensureFortran()
if (noFortran) console.log(`skipped: the tests of Fortran; ${noFortran}`)
// What compilers, browsers and package managers keep in the temporary folder goes with this run.
const temporary = mkdtempSync(join(tmpdir(), 'ct-')) // short, as paths of sockets must be
chmodSync(temporary, 0o755) // a database that root starts runs as `nobody`
process.env.TMPDIR = temporary
// Hundreds of processes load the same modules, which takes each of them half of a second to compile.
process.env.NODE_COMPILE_CACHE ??= join(temporary, 'code')
process.on('exit', () => {
  try {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    console.error(`left behind: ${temporary} (${(error as Error).message})`)
  }
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))

/** What runs first says so as it goes; what runs beside it is told once it has ended. */
let speaking: Suite | undefined
const outcomes = new Map<Suite, Outcome>()
async function perform(suite: Suite): Promise<void> {
  speaking ??= suite
  let held = ''
  const print = (text: string) => {
    if (speaking === suite) process.stdout.write(text)
    else held += text
  }
  print(`\n# ${suite.name}\n`)
  const started = Date.now()
  const { counts, again } = await suite.run(print)
  const seconds = (Date.now() - started) / 1000
  print(`# ${suite.name}: ${told(counts)} in ${Math.round(seconds)} s\n`)
  outcomes.set(suite, { counts: { ...counts, times: counts.times?.length ? counts.times : [{ name: suite.name, seconds }] }, again })
  process.stdout.write(held)
  if (speaking === suite) speaking = undefined
}
const told = ({ passed, failed, skipped }: Counts) => `${passed} passed, ${failed} failed, ${skipped} skipped`

const suites = SUITES.filter(({ name }) => !wanted || name.includes(wanted))
await inPlaces(suites, AT_ONCE, perform)
const all: Counts[] = []
for (const suite of suites) {
  const { name } = suite
  const { counts: first, again } = outcomes.get(suite) as Outcome
  if (again) console.log(`\n# ${name}: what failed, a second time and alone`)
  const { failures, unsteady = [], ...counts } = again ? await again((text) => process.stdout.write(text)) : first
  const named = { ...counts, failures: failures.map((failure) => `${name}: ${failure}`), unsteady: unsteady.map((test) => `${name}: ${test}`) }
  if (again) console.log(`# ${name}: ${told(named)}`)
  all.push(named)
}
const { passed, failed, skipped, failures } = sumOf(all)
const times: readonly Timed[] = all.flatMap((counts) => counts.times ?? [])
console.log(`\n${proportions(times).join('\n')}`)
for (const test of all.flatMap(({ unsteady = [] }) => unsteady)) console.log(`\nUNSTEADY  failed at first and passed alone: ${test}`)
for (const failure of failures) console.log(`\nFAILED  ${failure}`)
console.log(skipped ? `\n${passed} passed, ${failed} failed, ${skipped} skipped` : `\n${passed} passed, ${failed} failed`)
process.exitCode = failed || !passed ? 1 : 0
