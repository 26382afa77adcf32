import type { Feature } from '../http/feature.ts'
import { plotRoutes } from './routes.ts'

export const plotFeature = (deps: Parameters<typeof plotRoutes>[0]) => ({ operations: plotRoutes(deps) }) satisfies Feature
