import type { Database } from '../database/pool.ts'
import { workerChecks } from './checks.ts'

/** Workers serve nothing over HTTP; their trials are the checks of compiler and runner. */
export const workerFeature = (database: Database) => ({ checks: workerChecks(database) })
