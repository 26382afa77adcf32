import type { Feature } from '../http/feature.ts'
import type { JobDeps } from '../jobs/requests.ts'
import type { Log } from '../log/log.ts'
import { prefixesOfTasks } from './queries.ts'
import { keepOutputsFor } from './retention.ts'
import { taskRoutes } from './routes.ts'

export function taskFeature(deps: JobDeps & { readonly log: Log }) {
  const retention = keepOutputsFor(deps.config.outputDays, deps)
  return {
    operations: taskRoutes(deps),
    keeps: (owner) => prefixesOfTasks(deps.database, owner),
    close: () => retention.close(),
  } satisfies Feature
}
