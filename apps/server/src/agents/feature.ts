import type { Feature } from '../http/feature.ts'
import { type AgentDeps, agentRoutes } from './routes.ts'
import { fetchWithin } from './within.ts'

/** The MCP endpoint. */
export const agentFeature = (deps: Omit<AgentDeps, 'fetch'>) =>
  ({ routes: (app) => agentRoutes(app, { ...deps, fetch: fetchWithin(app) }) }) satisfies Feature
