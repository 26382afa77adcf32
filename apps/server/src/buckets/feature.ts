import type { Feature } from '../http/feature.ts'
import { type BucketDeps, bucketRoutes } from './routes.ts'

export const bucketFeature = (deps: BucketDeps) => ({ operations: bucketRoutes(deps) }) satisfies Feature
