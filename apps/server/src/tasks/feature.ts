import type { Feature } from '../http/feature.ts'
import type { JobDeps } from '../jobs/requests.ts'
import { prefixesOfTasks } from './queries.ts'
import { taskRoutes } from './routes.ts'

export const taskFeature = (deps: JobDeps) =>
  ({ operations: taskRoutes(deps), keeps: (owner) => prefixesOfTasks(deps.database, owner) }) satisfies Feature
