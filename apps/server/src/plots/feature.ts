import type { Feature } from '../http/feature.ts'
import { keysOfPlots } from './queries.ts'
import { plotRoutes } from './routes.ts'

export const plotFeature = (deps: Parameters<typeof plotRoutes>[0]) =>
  ({ operations: plotRoutes(deps), keeps: (owner) => keysOfPlots(deps.database, owner) }) satisfies Feature
