export interface UsageSearch {
  readonly days?: number
}
export function usageSearch({ days }: Record<string, unknown>): UsageSearch {
  const count = Number(days)
  return count === 7 || count === 30 || count === 90 ? { days: count } : {}
}
