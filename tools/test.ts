// `npm test`: every suite, two at a time, then what took longest and one line of counts. `npm test -- NAME` runs the suites whose name contains NAME.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.ts'
import { ensureFlang } from './fortran.ts'
import { proportions, type Timed } from './proportion.ts'
import { type Print, STAGES, type Suite } from './suites.ts'

const wanted = process.argv[2]
const missing = await ensureBrowser()
if (missing) {
  console.error(missing)
  process.exit(1)
}
const noFortran = await ensureFlang()
if (noFortran) console.log(`skipped: the tests of Fortran; ${noFortran}`)
// What compilers, browsers and package managers keep in the temporary folder goes with this run.
const temporary = mkdtempSync(join(tmpdir(), 'ct-')) // short, as paths of sockets must be
chmodSync(temporary, 0o755) // a database that root starts runs as `nobody`
process.env.TMPDIR = temporary
process.on('exit', () => {
  try {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    console.error(`left behind: ${temporary} (${(error as Error).message})`)
  }
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))

let passed = 0
let failed = 0
let skipped = 0
const failures: string[] = []
const unsteady: string[] = []
const times: Timed[] = []
async function perform({ name, run }: Suite, print: Print): Promise<void> {
  print(`\n# ${name}\n`)
  const started = Date.now()
  const counts = await run(print)
  const seconds = (Date.now() - started) / 1000
  print(`# ${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped in ${Math.round(seconds)} s\n`)
  times.push(...(counts.times?.length ? counts.times : [{ name, seconds }]))
  passed += counts.passed
  failed += counts.failed
  skipped += counts.skipped
  failures.push(...counts.failures.map((failure) => `${name}: ${failure}`))
  unsteady.push(...(counts.unsteady ?? []).map((test) => `${name}: ${test}`))
}
/** The first lane says what happens as it goes, the others what has happened, once a suite of theirs has ended. */
async function performLane(lane: readonly Suite[], isFirst: boolean): Promise<void> {
  for (const suite of lane) {
    let said = ''
    const keep: Print = (text) => {
      said += text
    }
    await perform(suite, isFirst ? (text) => process.stdout.write(text) : keep)
    process.stdout.write(said)
  }
}
for (const stage of STAGES) {
  const lanes = stage.map((lane) => lane.filter(({ name }) => !wanted || name.includes(wanted))).filter(({ length }) => length > 0)
  await Promise.all(lanes.map((lane, index) => performLane(lane, index === 0)))
}
console.log(`\n${proportions(times).join('\n')}`)
for (const test of unsteady) console.log(`\nUNSTEADY  failed at first and passed alone: ${test}`)
for (const failure of failures) console.log(`\nFAILED  ${failure}`)
console.log(skipped ? `\n${passed} passed, ${failed} failed, ${skipped} skipped` : `\n${passed} passed, ${failed} failed`)
process.exitCode = failed || !passed ? 1 : 0
