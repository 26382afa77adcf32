import type { Feature } from '../http/feature.ts'
import { coreRoutes } from './routes.ts'

export const coreFeature = (deps: Parameters<typeof coreRoutes>[0]) => ({ operations: coreRoutes(deps) }) satisfies Feature
