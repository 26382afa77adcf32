import type { Feature } from '../http/feature.ts'
import { type KeyDeps, keyRoutes } from './routes.ts'

export const keyFeature = (deps: KeyDeps) => ({ operations: keyRoutes(deps) }) satisfies Feature
