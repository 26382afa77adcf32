import type { Feature } from '../http/feature.ts'
import { type SessionDeps, sessionRoutes } from './routes.ts'

/** Signing up, in and out. */
export const sessionFeature = (deps: SessionDeps) => ({ operations: sessionRoutes(deps) }) satisfies Feature
