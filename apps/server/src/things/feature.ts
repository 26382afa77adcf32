import type { Feature } from '../http/feature.ts'
import { type ThingDeps, thingRoutes } from './routes.ts'

export const thingFeature = (deps: ThingDeps) => ({ operations: thingRoutes(deps) }) satisfies Feature
