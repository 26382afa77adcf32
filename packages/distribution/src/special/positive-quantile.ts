// Quantiles of laws on the positive numbers by Newton's method on the logarithm of the smaller tail, over the logarithm of x.
// There ln F and ln(1 − F) are nearly straight, also for shapes that put the mass next to 0 or far out.
import { exp, log } from './elementary.ts'

export interface PositiveLaw {
  readonly cdf: (x: number) => number
  readonly sf: (x: number) => number
  readonly pdf: (x: number) => number
}

/**
 * x > 0 with cdf(x) = p.
 * @param q     1 − p; the smaller of the two decides
 * @param near  where to start
 */
export function positiveQuantile(law: PositiveLaw, p: number, q: number, near: number): number {
  if (!(p >= 0 && q >= 0)) return Number.NaN
  if (p === 0) return 0
  if (q === 0) return Number.POSITIVE_INFINITY
  const lower = p <= q
  const target = log(lower ? p : q)
  let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  let s = near > 0 && near < Number.POSITIVE_INFINITY ? log(near) : 0
  for (let step = 0; step < 200; step++) {
    const x = exp(s)
    const tail = lower ? law.cdf(x) : law.sf(x)
    const excess = lower ? log(tail) - target : target - log(tail) // rises with s
    if (excess === 0) return x
    if (excess > 0) high = s
    else low = s
    const slope = (x * law.pdf(x)) / tail
    const newton = slope < Number.POSITIVE_INFINITY ? s - excess / slope : Number.NaN // the density may overflow next to 0
    if (Math.abs(newton - s) <= 1e-10) return exp(newton) // its error squares with every step
    const next = newton > low && newton < high ? newton : bisect(low, high)
    if (next === low || next === high) break
    s = next
  }
  return exp(s)
}

function bisect(low: number, high: number): number {
  if (low === Number.NEGATIVE_INFINITY) return high - 4
  return high === Number.POSITIVE_INFINITY ? low + 4 : low / 2 + high / 2
}
