// The acceptance suites: black boxes around a platform started as the README says. Prints required, observed and pass for each
// requirement, then the counts. `npm run acceptance -- NAME` runs the suites whose name contains NAME; `--many` runs them on many processes.
// `--only=NAME` runs that suite, `--but=NAME,NAME` all the others; with `--with-kept-site` the platform finds the site that an earlier one left.
import { tookLine } from '../tools/proportion.ts'
import { Report } from './check.ts'
import { openGitHub } from './github.ts'
import { many } from './many.ts'
import { Platform, SETTINGS } from './platform.ts'
import { keepSite } from './shared-cache.ts'
import { accuracy } from './suites/accuracy.ts'
import { agents } from './suites/agents.ts'
import { combinations } from './suites/combinations.ts'
import { hostile } from './suites/hostile.ts'
import { interruptions } from './suites/interruptions.ts'
import { inventory } from './suites/inventory.ts'
import { operations } from './suites/operations.ts'
import { properties } from './suites/properties.ts'
import { realtime } from './suites/realtime.ts'
import { recovery } from './suites/recovery.ts'
import { referenceSnippets } from './suites/reference-snippets.ts'
import { repositories } from './suites/repositories.ts'
import { resources } from './suites/resources.ts'
import { site } from './suites/site.ts'
import { snippets } from './suites/snippets.ts'
import { speed } from './suites/speed.ts'
import { threeWays } from './suites/three-ways.ts'
import { uploads } from './suites/uploads.ts'

// The site first: while it is being built, the machine is too busy for the others' figures.
const suites = {
  site,
  agents,
  'three-ways': threeWays,
  accuracy,
  combinations,
  operations,
  resources,
  inventory,
  realtime,
  properties,
  repositories,
  snippets,
  'reference-snippets': referenceSnippets,
  speed,
  hostile: (_platform: Platform, report: Report) => hostile(report),
  uploads,
  interruptions,
  recovery,
}
const words = process.argv.slice(2)
const named = words.filter((word) => !word.startsWith('--'))
const option = (name: string) => words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
const only = option('only')
const but = option('but')?.split(',') ?? []
const chosen = Object.entries(suites).filter(([name]) => (only === undefined ? name.includes(named[0] ?? '') && !but.includes(name) : name === only))
const report = words.includes('--many') ? await many(named, words.includes('--namespaces')) : await alone()
console.log(`\n${report.counts}`)
process.exitCode = report.failed ? 1 : 0

async function alone(): Promise<Report> {
  const report = new Report()
  if (only === 'hostile') {
    // A platform beside its own would build a site meanwhile.
    await perform('hostile', () => hostile(report), report)
    return report
  }
  const github = await openGitHub()
  const platform = await Platform.start({ ...SETTINGS, CREDENCE_GITHUB_URL: github.url }, { withKeptSite: words.includes('--with-kept-site') })
  try {
    report.atMost('seconds from npm start to the first answer', platform.secondsToAnswer, 10)
    for (const [name, suite] of chosen) await perform(name, () => suite(platform, report), report)
    await platform.down()
    await keepSite(platform.home).catch((reason: unknown) => report.broken('keeping the site', reason))
  } finally {
    await platform.remove()
    github.close()
  }
  return report
}

async function perform(name: string, suite: () => Promise<void>, report: Report): Promise<void> {
  console.log(`\n## ${name}`)
  const began = Date.now()
  await suite().catch((reason: unknown) => report.broken(name, reason))
  console.log(tookLine({ name: `acceptance: ${name}`, seconds: (Date.now() - began) / 1000 }))
}
