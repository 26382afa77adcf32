// `npm run acceptance -- --many [NAME…]`: the suites of the API, and what only many processes show, on Debian's PostgreSQL with an S3 server, two API
// processes behind a balancer and three workers. Needs Debian's postgresql, swift and curl; says what is missing.
import { Report } from './check.ts'
import { takeInventory } from './inventory/inventory.ts'
import { signUp } from './inventory/world.ts'
import { type Cluster, startCluster } from './many/cluster.ts'
import { backups } from './many/suites/backups.ts'
import { connections } from './many/suites/connections.ts'
import { fairness } from './many/suites/fairness.ts'
import { overload } from './many/suites/overload.ts'
import { rolling } from './many/suites/rolling.ts'
import { takeover } from './many/suites/takeover.ts'
import { twoReaders } from './many/suites/two-readers.ts'
import { openWeather } from './many/weather.ts'
import { operations } from './suites/operations.ts'
import { properties } from './suites/properties.ts'
import { resources } from './suites/resources.ts'

type Suite = (cluster: Cluster, report: Report) => Promise<void>
const SUITES: Readonly<Record<string, Suite>> = {
  operations: ({ platform }, report) => operations(platform, report),
  resources: ({ platform }, report) => resources(platform, report),
  properties: ({ platform }, report) => properties(platform, report),
  inventory,
  'two-readers': twoReaders,
  connections,
  fairness,
  takeover,
  rolling,
  overload,
  backups,
}

/** What is shown while links between the machines are cut, slowed and healed. */
const IN_WEATHER: readonly string[] = ['inventory']

/** Every operation with each answer that the document names; of an account of its own. */
async function inventory({ platform: { origin }, operate }: Cluster, report: Report): Promise<void> {
  const { target } = await signUp(origin)
  await takeInventory({ origin, key: target.key, isBalanced: true, limit: (username) => operate(`--plan=${username}:FreeTier`) }, report)
}

/** @param namespaces  each process on a machine of its own, with weather between them */
export async function many(wanted: readonly string[], namespaces: boolean): Promise<Report> {
  const report = new Report()
  const cluster = await startCluster({
    namespaces,
    settings: {
      CREDENCE_PLANS: '{"EnterpriseTier":{"running":4,"requestsPerMinute":1000000}}',
      CREDENCE_SIGN_UP: 'open',
      CREDENCE_SIGN_UP_PLAN: 'EnterpriseTier',
      CREDENCE_WAITING_JOBS: '3000', // full within seconds of what the suite of overload submits
    },
  })
  try {
    console.log(`PostgreSQL ${cluster.postgres.version} of Debian, Swift, ${cluster.members.map(({ name }) => name).join(', ')}`)
    for (const [name, suite] of Object.entries(SUITES)) {
      if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue
      if (namespaces && !IN_WEATHER.includes(name)) continue
      console.log(`\n## ${name}`)
      const began = Date.now()
      const weather = namespaces ? openWeather(cluster) : undefined
      await suite(cluster, report).catch((reason: unknown) => report.broken(name, reason))
      if (weather) report.check('links were cut, slowed and healed meanwhile', await weather.end(), weather.changes() > 0)
      console.log(`      ${((Date.now() - began) / 1000).toFixed(1)} s`)
    }
  } finally {
    await cluster.stop()
  }
  return report
}
