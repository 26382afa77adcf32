import type { Feature } from '../http/feature.ts'
import { openHealthChecks } from './checks.ts'
import { type Checked, checksOf } from './finding.ts'
import { healthRoutes } from './routes.ts'

/** Reports what the checks of all services find. */
export const healthFeature = (services: readonly Checked[]) => ({ operations: healthRoutes(openHealthChecks(checksOf(services))) }) satisfies Feature
