// The acceptance suites: black boxes around a platform started as the README says. Prints required, observed and pass for each
// requirement, then the counts. `npm run acceptance -- NAME` runs the suites whose name contains NAME.
import { tookLine } from '../tools/proportion.ts'
import { Report } from './check.ts'
import { Platform } from './platform.ts'
import { keepSite } from './shared-cache.ts'
import { accuracy } from './suites/accuracy.ts'
import { agents } from './suites/agents.ts'
import { combinations } from './suites/combinations.ts'
import { hostile } from './suites/hostile.ts'
import { operations } from './suites/operations.ts'
import { properties } from './suites/properties.ts'
import { recovery } from './suites/recovery.ts'
import { resources } from './suites/resources.ts'
import { site } from './suites/site.ts'
import { snippets } from './suites/snippets.ts'
import { speed } from './suites/speed.ts'
import { threeWays } from './suites/three-ways.ts'

// The site first: while it is being built, the machine is too busy for the others' figures.
const suites = {
  site,
  agents,
  'three-ways': threeWays,
  accuracy,
  combinations,
  operations,
  resources,
  properties,
  snippets,
  speed,
  hostile,
  recovery,
}
const wanted = process.argv[2] ?? ''
const report = new Report()
// Who signs up may ask as much as a suite does; the world outside is not asked. A receiver of webhooks stands on this machine; what is at its address, and
// not at that name, stays out of reach.
const platform = await Platform.start({ CREDENCE_SIGN_UP_PLAN: 'EnterpriseTier', CREDENCE_GITHUB_URL: 'none', CREDENCE_ALLOWED_HOSTS: 'localhost:*' })
try {
  report.atMost('seconds from npm start to the first answer', platform.secondsToAnswer, 10)
  for (const [name, suite] of Object.entries(suites)) {
    if (!name.includes(wanted)) continue
    console.log(`\n## ${name}`)
    const began = Date.now()
    await suite(platform, report).catch((reason: unknown) => report.broken(name, reason))
    console.log(tookLine({ name: `acceptance: ${name}`, seconds: (Date.now() - began) / 1000 }))
  }
  await platform.down()
  await keepSite(platform.home).catch((reason: unknown) => report.broken('keeping the site', reason))
} finally {
  await platform.remove()
}
console.log(`\n${report.passed} passed, ${report.failed} failed`)
process.exitCode = report.failed ? 1 : 0
