import type { Database } from '../database/pool.ts'
import type { Feature } from '../http/feature.ts'
import { subscriptionRoutes } from './routes.ts'

/** The plan of the caller. */
export const subscriptionFeature = (deps: { readonly database: Database }) => ({ operations: subscriptionRoutes(deps) }) satisfies Feature
