// How often somebody may ask: a bucket that holds a minute's worth and fills evenly, per name.

/** What became of one question. */
export interface Taken {
  /** 0: it was there; otherwise until one is. */
  readonly waitSeconds: number
  /** Of the minute's worth, as much as is left now. */
  readonly left: number
  /** Until all of it is there again, if nobody asks. */
  readonly fullSeconds: number
  readonly perMinute: number
}
export interface RateLimit {
  /** Takes one. 0: it was there; otherwise the seconds until one is. */
  take(name: string): number
  /** Takes one, too. */
  ask(name: string): Taken
}
/** Milliseconds of a clock that nobody sets: where the one of the machine is put back, nobody waits for it to catch up. */
const steadily = () => performance.now()
/** For names that may ask differently often. */
export function openRateLimits(now: () => number = steadily): (name: string, perMinute: number) => Taken {
  const limits = new Map<number, RateLimit>()
  return (name, perMinute) => {
    const limit = limits.get(perMinute) ?? openRateLimit(perMinute, now)
    limits.set(perMinute, limit)
    return limit.ask(name)
  }
}
const MOST_NAMES = 10_000
/** Where nothing is allowed, nothing comes back. */
const LONGEST_SECONDS = 86_400

export function openRateLimit(perMinute: number, now: () => number = steadily): RateLimit {
  const perMillisecond = perMinute / 60_000
  const secondsFor = (some: number) => Math.min(LONGEST_SECONDS, Math.ceil(some / perMillisecond / 1000))
  const buckets = new Map<string, { left: number; at: number }>()
  const ask = (name: string): Taken => {
    const at = now()
    const bucket = buckets.get(name) ?? { left: perMinute, at }
    bucket.left = Math.min(perMinute, bucket.left + (at - bucket.at) * perMillisecond)
    bucket.at = at
    // Last used is last in the map, so that a crowd of names drops those that were silent longest.
    buckets.delete(name)
    buckets.set(name, bucket)
    if (buckets.size > MOST_NAMES) buckets.delete(buckets.keys().next().value as string)
    const waitSeconds = bucket.left < 1 ? Math.max(1, secondsFor(1 - bucket.left)) : 0
    if (waitSeconds === 0) bucket.left -= 1
    const missing = perMinute - bucket.left
    return { waitSeconds, left: Math.floor(bucket.left), fullSeconds: missing === 0 ? 0 : secondsFor(missing), perMinute }
  }
  return { ask, take: (name) => ask(name).waitSeconds }
}

/** As the IETF's draft of RateLimit header fields for HTTP has them (draft-ietf-httpapi-ratelimit-headers-10): structured fields, one policy. */
export const rateLimitHeaders = ({ left, fullSeconds, perMinute }: Taken) => ({
  'ratelimit-policy': `"plan";q=${perMinute};w=60`,
  ratelimit: `"plan";r=${left};t=${fullSeconds}`,
})
