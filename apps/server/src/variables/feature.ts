import type { Feature } from '../http/feature.ts'
import type { JobDeps } from '../jobs/requests.ts'
import { variableRoutes } from './routes.ts'

export const variableFeature = (deps: Pick<JobDeps, 'database' | 'objects'>) => ({ operations: variableRoutes(deps) }) satisfies Feature
