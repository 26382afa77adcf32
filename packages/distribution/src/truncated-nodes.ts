// Equally likely nodes of the part of a law that lies in an interval, also far out in a tail.
import type { Law } from './laws/standard-law.ts'
import { log } from './special/elementary.ts'
import { partOfLaw } from './ttr-of-law.ts'

/**
 * The quantiles at (i + ½)/count of the law given [from, to], ascending; the two outermost nodes are the means of their cells, which keeps the
 * mean of the nodes near the law's also where a tail is long.
 * @param from  may be -Infinity
 * @param to    may be Infinity; from ≤ to
 * @returns     'none' without mass in the interval, 'all' where no mass is outside, up to the rounding of 1
 */
export function truncatedNodes(law: Law, from: number, to: number, count: number): Float64Array | 'none' | 'all' {
  const low = Math.max(from, law.support[0])
  const high = Math.min(to, law.support[1])
  const outside = law.cdf(low) + law.sf(high)
  if (1 - outside === 1) return 'all'
  const side = sideOf(law, low, high)
  const [first, last] = [side.tail(low), side.tail(high)]
  if (!(low < high) || !(Math.abs(last - first) > 0)) return 'none'
  const at = (share: number, near: number) => Math.min(Math.max(side.inverse(first + share * (last - first), near), low), high)
  const nodes = new Float64Array(count)
  let near = Number.isFinite(low) ? low : at(0.5 / count, law.mean)
  for (let i = 0; i < count; i++) near = nodes[i] = Math.max(at((i + 0.5) / count, near), near)
  if (count > 1) {
    const [lowest, highest] = [at(1 / count, nodes[0]!), at(1 - 1 / count, nodes[count - 2]!)]
    nodes[0] = Math.min(partOfLaw(law, low, lowest).mean, nodes[1]!)
    nodes[count - 1] = Math.max(partOfLaw(law, highest, high).mean, nodes[count - 2]!)
  }
  return nodes
}

interface Side {
  readonly tail: (x: number) => number
  readonly inverse: (tail: number, near: number) => number
}
/** Probabilities near 1 have few digits: an interval in the upper tail is measured by P(X > x). */
function sideOf(law: Law, low: number, high: number): Side {
  if (law.sf(low) > 1 / 16) return { tail: law.cdf, inverse: law.quantile }
  if (law.symmetric) return { tail: law.sf, inverse: (tail) => -law.quantile(tail) }
  return { tail: law.sf, inverse: (tail, near) => solveTail(law, tail, near, high) }
}

/** The x from `low` to `high` at which P(X > x) is `tail`: Newton's method on its logarithm, which is nearly straight, within a closing bracket. */
function solveTail(law: Law, tail: number, low: number, high: number): number {
  let [a, b] = [low, high]
  let x = low
  for (let step = 0; step < 100; step++) {
    const found = law.sf(x)
    if (found > tail) a = x
    else b = x
    const density = law.pdf(x)
    const newton = x + (log(found / tail) * found) / density
    const middle = Number.isFinite(b) ? a / 2 + b / 2 : a + 2 ** step * Math.max(Math.abs(a), law.sf(low) / law.pdf(low)) * 1e-3
    const next = newton > a && newton < b ? newton : middle
    if (Math.abs(next - x) <= 1e-14 * Math.abs(x) || !Number.isFinite(next)) return Number.isFinite(next) ? next : x
    x = next
  }
  return x
}
