import type { Feature } from '../http/feature.ts'
import type { JobDeps } from '../jobs/requests.ts'
import { buildRoutes } from './routes.ts'

export const buildFeature = (deps: JobDeps) => ({ operations: buildRoutes(deps) }) satisfies Feature
