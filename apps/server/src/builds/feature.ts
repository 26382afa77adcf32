import type { Feature } from '../http/feature.ts'
import { prefixesOfBuilds } from './queries.ts'
import { type BuildDeps, buildRoutes } from './routes.ts'

export const buildFeature = (deps: BuildDeps) =>
  ({ operations: buildRoutes(deps), keeps: (owner) => prefixesOfBuilds(deps.database, owner) }) satisfies Feature
