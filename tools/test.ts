// `npm test`: every suite, then one line of counts. `npm test -- NAME` runs the suites whose name contains NAME.
import { ensureBrowser } from './browser.ts'
import { SUITES } from './suites.ts'

const wanted = process.argv[2]
const missing = await ensureBrowser()
if (missing) {
  console.error(missing)
  process.exit(1)
}
let passed = 0
let failed = 0
let skipped = 0
const failures: string[] = []
for (const suite of SUITES.filter(({ name }) => !wanted || name.includes(wanted))) {
  console.log(`\n# ${suite.name}`)
  const started = Date.now()
  const counts = await suite.run()
  console.log(
    `# ${suite.name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped in ${Math.round((Date.now() - started) / 1000)} s`,
  )
  passed += counts.passed
  failed += counts.failed
  skipped += counts.skipped
  failures.push(...counts.failures.map((failure) => `${suite.name}: ${failure}`))
}
for (const failure of failures) console.log(`\nFAILED  ${failure}`)
console.log(skipped ? `\n${passed} passed, ${failed} failed, ${skipped} skipped` : `\n${passed} passed, ${failed} failed`)
process.exitCode = failed || !passed ? 1 : 0
