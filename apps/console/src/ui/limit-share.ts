// How much of what a plan allows is used. What is counted and what is limited have the same names.
import { PLAN_LIMITS, type ResourceLimits, type ResourceUsage } from '@credence/contract'
import { amountOf } from './amount-of.ts'

export interface LimitShare {
  readonly field: string
  readonly heading: string
  /** 0 to 1, or more. */
  readonly share: number
  /** For people, with their unit. */
  readonly used: string
  readonly limit: string
}
/** From here on a limit is spoken of. */
export const NEAR = 0.8

export function limitShares(usage: ResourceUsage, limits: ResourceLimits | undefined): LimitShare[] {
  if (!limits) return []
  return Object.values(PLAN_LIMITS).flatMap(({ field, heading }) => {
    const used = (usage as Readonly<Record<string, unknown>>)[field]
    const limit = limits[field]
    if (typeof used !== 'number') return []
    return [{ field, heading, share: limit > 0 ? used / limit : 1, used: amountOf(field, used), limit: amountOf(field, limit) }]
  })
}
export const nearLimits = (usage: ResourceUsage, limits: ResourceLimits | undefined): LimitShare[] =>
  limitShares(usage, limits).filter(({ share }) => share >= NEAR)
