import type { Feature } from '../http/feature.ts'
import { sampleRoutes } from './routes.ts'

export const sampleFeature = () => ({ operations: sampleRoutes() }) satisfies Feature
