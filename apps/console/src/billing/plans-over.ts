// What another plan would mean: which limits get smaller, and which of them are passed already.
import { asResourceLimits, PLAN_DEFAULTS, PLAN_LIMITS, type Plan, type ResourceLimits, type ResourceUsage } from '@credence/contract'

export interface Change {
  readonly heading: string
  readonly field: string
  readonly from: number
  readonly to: number
  /** What is used, where that is counted. */
  readonly used: number | undefined
}
/** The limits that would be smaller, those that are passed already first. */
export function smaller(plan: Plan, limits: ResourceLimits, usage: ResourceUsage): Change[] {
  const next = asResourceLimits(PLAN_DEFAULTS[plan])
  const changes = Object.values(PLAN_LIMITS).map(({ field, heading }) => {
    const used = (usage as Readonly<Record<string, unknown>>)[field]
    return { heading, field, from: limits[field], to: next[field], used: typeof used === 'number' ? used : undefined }
  })
  return changes.filter(({ from, to }) => to < from).sort((one, other) => Number(isOver(other)) - Number(isOver(one)))
}
export const isOver = ({ used, to }: Change): boolean => used !== undefined && used > to
