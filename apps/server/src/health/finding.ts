// What trying a service finds, and the check of each service, which the feature owns that the service is.
import type { HealthStatus, Service } from '@credence/contract'

export interface Finding {
  readonly status: HealthStatus
  /** Milliseconds, when the service itself measured them. */
  readonly responseTime?: number
  readonly more?: Readonly<Record<string, unknown>>
}
export type Checks = Readonly<Record<Service, () => Promise<Finding>>>
/** A feature that is one service or more. */
export interface Checked {
  readonly checks: Partial<Checks>
}
/** Of features that are all services together. */
export const checksOf = (services: readonly Checked[]): Checks => Object.assign({}, ...services.map(({ checks }) => checks))
