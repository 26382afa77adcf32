import type { Feature } from '../http/feature.ts'
import { type QuestionDeps, questionRoutes } from './routes.ts'

/** Questions about the documentation, where the operator has configured a model. */
export const questionFeature = (deps: QuestionDeps) => ({ routes: (app) => questionRoutes(app, deps) }) satisfies Feature
