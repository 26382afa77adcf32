import type { Feature } from '../http/feature.ts'
import type { JobDeps } from '../jobs/requests.ts'
import { valueRoutes } from './routes.ts'

export const valueFeature = (deps: Pick<JobDeps, 'database' | 'objects'>) => ({ operations: valueRoutes(deps) }) satisfies Feature
