import type { Feature } from '../http/feature.ts'
import { driveRoutes } from './routes.ts'

export const driveFeature = (deps: Parameters<typeof driveRoutes>[0]) => ({ operations: driveRoutes(deps) }) satisfies Feature
