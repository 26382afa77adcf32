// `npm run acceptance -- --many [NAME…]`: the suites of the API, and what only many processes show, on Debian's PostgreSQL with an S3 server, two API
// processes behind a balancer and three workers. Needs Debian's postgresql, swift and curl; says what is missing.
import { Report } from './check.ts'
import { type Cluster, startCluster } from './many/cluster.ts'
import { backups } from './many/suites/backups.ts'
import { connections } from './many/suites/connections.ts'
import { fairness } from './many/suites/fairness.ts'
import { overload } from './many/suites/overload.ts'
import { rolling } from './many/suites/rolling.ts'
import { takeover } from './many/suites/takeover.ts'
import { twoReaders } from './many/suites/two-readers.ts'
import { SETTINGS } from './platform.ts'
import { operations } from './suites/operations.ts'
import { properties } from './suites/properties.ts'
import { resources } from './suites/resources.ts'

type Suite = (cluster: Cluster, report: Report) => Promise<void>
const SUITES: Readonly<Record<string, Suite>> = {
  operations: ({ platform }, report) => operations(platform, report),
  resources: ({ platform }, report) => resources(platform, report),
  properties: ({ platform }, report) => properties(platform, report),
  'two-readers': twoReaders,
  connections,
  fairness,
  takeover,
  rolling,
  overload,
  backups,
}

export async function many(wanted: readonly string[]): Promise<Report> {
  const report = new Report()
  const cluster = await startCluster({
    settings: {
      CREDENCE_PLANS: '{"EnterpriseTier":{"running":4,"requestsPerMinute":1000000}}',
      CREDENCE_SIGN_UP: 'open',
      CREDENCE_WAITING_JOBS: '3000', // full within seconds of what the suite of overload submits
      ...SETTINGS,
    },
  })
  try {
    console.log(`PostgreSQL ${cluster.postgres.version} of Debian, Swift, ${cluster.members.map(({ name }) => name).join(', ')}`)
    for (const [name, suite] of Object.entries(SUITES)) {
      if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue
      console.log(`\n## ${name}`)
      const began = Date.now()
      await suite(cluster, report).catch((reason: unknown) => report.broken(name, reason))
      console.log(`      ${((Date.now() - began) / 1000).toFixed(1)} s`)
    }
  } finally {
    await cluster.stop()
  }
  return report
}
