import type { Feature } from '../http/feature.ts'
import { repositoryRoutes } from './routes.ts'

export const repositoryFeature = (deps: Parameters<typeof repositoryRoutes>[0]) => ({ operations: repositoryRoutes(deps) }) satisfies Feature
