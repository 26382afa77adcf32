// How often somebody may ask: a bucket that holds a minute's worth and fills evenly, per name.

export interface RateLimit {
  /** Takes one. 0: it was there; otherwise the seconds until one is. */
  take(name: string): number
}
/** For names that may ask differently often. */
export function openRateLimits(now: () => number = Date.now): (name: string, perMinute: number) => number {
  const limits = new Map<number, RateLimit>()
  return (name, perMinute) => {
    const limit = limits.get(perMinute) ?? openRateLimit(perMinute, now)
    limits.set(perMinute, limit)
    return limit.take(name)
  }
}
const MOST_NAMES = 10_000

export function openRateLimit(perMinute: number, now: () => number = Date.now): RateLimit {
  const perMillisecond = perMinute / 60_000
  const buckets = new Map<string, { left: number; at: number }>()
  return {
    take(name) {
      const at = now()
      const bucket = buckets.get(name) ?? { left: perMinute, at }
      bucket.left = Math.min(perMinute, bucket.left + (at - bucket.at) * perMillisecond)
      bucket.at = at
      // Last used is last in the map, so that a crowd of names drops those that were silent longest.
      buckets.delete(name)
      buckets.set(name, bucket)
      if (buckets.size > MOST_NAMES) buckets.delete(buckets.keys().next().value as string)
      if (bucket.left < 1) return Math.max(1, Math.ceil((1 - bucket.left) / perMillisecond / 1000))
      bucket.left -= 1
      return 0
    },
  }
}
