import type { Feature } from '../http/feature.ts'
import type { JobDeps } from '../jobs/requests.ts'
import { prefixesOfBuilds } from './queries.ts'
import { buildRoutes } from './routes.ts'

export const buildFeature = (deps: JobDeps) =>
  ({ operations: buildRoutes(deps), keeps: (owner) => prefixesOfBuilds(deps.database, owner) }) satisfies Feature
