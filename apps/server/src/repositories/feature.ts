import type { Feature } from '../http/feature.ts'
import { connectLink, repositoryRoutes } from './routes.ts'

export const repositoryFeature = (deps: Parameters<typeof repositoryRoutes>[0]) =>
  ({ operations: repositoryRoutes(deps), links: connectLink }) satisfies Feature
