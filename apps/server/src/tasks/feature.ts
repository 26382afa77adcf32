import type { Feature } from '../http/feature.ts'
import type { JobDeps } from '../jobs/requests.ts'
import { taskRoutes } from './routes.ts'

export const taskFeature = (deps: JobDeps) => ({ operations: taskRoutes(deps) }) satisfies Feature
