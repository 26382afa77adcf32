// Bayes' rule for one parameter. The program's model is called at a few values of the parameter (the nodes: first the Dirac deltas of the prior),
// each of which comes back with the logarithm of its likelihood.
//   discrete prior     its masses times the likelihoods
//   continuous prior   the log-likelihood is interpolated between the nodes to many quantiles of the prior, these are weighted with it, and the
//                      posterior's quantiles are read off. Where few of them have weight, the same is done within the part that matters, and
//                      where few nodes lie in that part, the model is called at more.
// See docs/engine/ensemble.md, "Conditioning".
import { exp, type Mixture } from '@credence/distribution'
import type { Shape } from './shape.ts'

/** One value of the parameter and ln p(data | θ), which may be -Infinity. */
export interface Node {
  readonly theta: number
  readonly logLikelihood: number
}

/** Weighted quantiles of the prior. */
const MOST_QUANTILES = 4096
/** ln of the fraction of the largest weight below which weights do not matter. */
const NEGLIGIBLE_LOG = -30
const NODES_IN_BULK = 8
const MOST_NODES = 16 // times as many as the prior has Dirac deltas

/** Where the model is to be called next; empty when the nodes are enough. `atoms`: positions of the prior's Dirac deltas. */
export function nextNodes(prior: Shape, atoms: Float64Array, known: readonly Node[]): Float64Array {
  if (known.length === 0) return atoms
  if (prior.discrete || known.length >= MOST_NODES * atoms.length) return new Float64Array(0)
  const ordered = inOrder(known)
  if (ordered.every(({ logLikelihood }) => logLikelihood === Number.NEGATIVE_INFINITY)) {
    return new Float64Array(known.length).map((_, i) => prior.quantile((i + 1) / (known.length + 1)))
  }
  const { positions, weights } = bulk(prior, ordered, 1024)
  const heavy = positions.filter((_, i) => weights[i]! > 1e-4)
  const [from, to] = [heavy[0]!, heavy.at(-1)!]
  const inside = ordered.filter(({ theta }) => theta >= from && theta <= to).length
  if (inside >= NODES_IN_BULK || !(to > from)) return new Float64Array(0)
  const more = Math.min(atoms.length, 4 * NODES_IN_BULK)
  const seen = new Set(known.map(({ theta }) => theta))
  return Float64Array.from({ length: more }, (_, i) => from + ((i + 0.5) / more) * (to - from)).filter((theta) => !seen.has(theta))
}

/** Undefined when no value of the parameter explains the data. `count` positions of equal mass, ascending, for a continuous prior. */
export function posteriorOf(prior: Shape, known: readonly Node[], count: number): Mixture | undefined {
  const ordered = inOrder(known)
  const largest = ordered.reduce((most, { logLikelihood }) => Math.max(most, logLikelihood), Number.NEGATIVE_INFINITY)
  if (!(largest > Number.NEGATIVE_INFINITY)) return undefined
  if (prior.discrete) return reweighted(prior.discrete, new Map(ordered.map((node) => [node.theta, exp(node.logLikelihood - largest)])))
  const { positions, weights } = bulk(prior, ordered, Math.min(count, MOST_QUANTILES))
  return { positions: quantilesOf(positions, weights, count), masses: new Float64Array(count).fill(1 / count) }
}

function inOrder(known: readonly Node[]): Node[] {
  return known
    .map(({ theta, logLikelihood }) => ({ theta, logLikelihood: Number.isNaN(logLikelihood) ? Number.NEGATIVE_INFINITY : logLikelihood }))
    .sort((a, b) => a.theta - b.theta)
    .filter(({ theta }, i, all) => i === 0 || theta !== all[i - 1]!.theta)
}

function reweighted({ positions, masses }: Mixture, likelihood: ReadonlyMap<number, number>): Mixture | undefined {
  const products = masses.map((mass, i) => mass * (likelihood.get(positions[i]!) ?? 0))
  const total = products.reduce((sum, product) => sum + product, 0)
  return total > 0 ? { positions, masses: products.map((product) => product / total) } : undefined
}

interface Weighted {
  readonly positions: Float64Array // ascending quantiles of the prior, each for the same probability
  readonly weights: Float64Array // likelihoods, the largest 1
}

/** Weighted quantiles of the part of the prior where the likelihood matters, closing in until at least a quarter of them has weight. */
function bulk(prior: Shape, ordered: readonly Node[], count: number): Weighted {
  let [from, to] = [0, 1]
  for (;;) {
    const found = weigh(prior, ordered, from, to, count)
    const { weights } = found
    const sum = weights.reduce((total, w) => total + w, 0)
    const squares = weights.reduce((total, w) => total + w * w, 0)
    if (sum * sum >= (count / 4) * squares) return found
    const negligible = exp(NEGLIGIBLE_LOG)
    const first = weights.findIndex((w) => w > negligible)
    const last = weights.findLastIndex((w) => w > negligible)
    const step = (to - from) / count
    const closer = [Math.max(from, from + (first - 1) * step), Math.min(to, from + (last + 2) * step)] as const
    if (!(closer[1] - closer[0] < 0.75 * (to - from)) || closer[1] - closer[0] < 1e-13) return found
    ;[from, to] = closer
  }
}

function weigh(prior: Shape, ordered: readonly Node[], from: number, to: number, count: number): Weighted {
  const positions = Float64Array.from({ length: count }, (_, i) => prior.quantile(from + ((i + 0.5) / count) * (to - from)))
  const logs = interpolated(ordered, positions)
  const largest = logs.reduce((most, x) => Math.max(most, x), Number.NEGATIVE_INFINITY)
  return { positions, weights: logs.map((x) => exp(x - largest)) }
}

/**
 * The log-likelihood at ascending positions: in each interval the line through its ends, bent by the smaller of the second differences on its two
 * sides (0 where they disagree), so that parabolas are exact and jumps do not overshoot. Beside a likelihood of 0 the nearer node counts.
 * Source of the limiter: Harten, Engquist, Osher & Chakravarthy 1987, ENO.
 */
function interpolated(nodes: readonly Node[], positions: Float64Array): Float64Array {
  const theta = nodes.map((node) => node.theta)
  const log = nodes.map((node) => node.logLikelihood)
  const n = nodes.length
  if (n === 1) return positions.map(() => log[0]!)
  /** Second divided difference of the three nodes from i; NaN where there are none, or one is not finite. */
  const bend = theta.map((_, i) => {
    if (i + 2 >= n) return Number.NaN
    const slope = (j: number) => (log[j + 1]! - log[j]!) / (theta[j + 1]! - theta[j]!)
    return (slope(i + 1) - slope(i)) / (theta[i + 2]! - theta[i]!)
  })
  let k = 0
  return positions.map((x) => {
    while (k + 2 < n && x > theta[k + 1]!) k++
    const [a, b] = [log[k]!, log[k + 1]!]
    const t = (x - theta[k]!) / (theta[k + 1]! - theta[k]!)
    if (!Number.isFinite(a) || !Number.isFinite(b)) return t <= 0.5 ? a : b
    const line = a + t * (b - a)
    const curve = milder(bend[k - 1] ?? Number.NaN, bend[k] ?? Number.NaN)
    if ((t < 0 || t > 1) && curve > 0) return line // what grows beyond the last node is not known to
    return line + curve * (x - theta[k]!) * (x - theta[k + 1]!)
  })
}

function milder(left: number, right: number): number {
  if (!Number.isFinite(left)) return Number.isFinite(right) ? right : 0
  if (!Number.isFinite(right)) return left
  if (left * right <= 0) return 0
  return Math.abs(left) < Math.abs(right) ? left : right
}

/** The (r + ½)/count quantiles of weighted positions, linear between them; half of each weight lies below its position. */
function quantilesOf(positions: Float64Array, weights: Float64Array, count: number): Float64Array {
  const total = weights.reduce((sum, w) => sum + w, 0)
  let [i, below] = [0, 0] // the mass of all positions before i
  return new Float64Array(count).map((_, r) => {
    const wanted = ((r + 0.5) / count) * total
    while (i + 1 < positions.length && below + weights[i]! + weights[i + 1]! / 2 < wanted) below += weights[i++]!
    if (i + 1 >= positions.length) return positions.at(-1)!
    const at = below + weights[i]! / 2
    const share = (wanted - at) / (weights[i]! / 2 + weights[i + 1]! / 2)
    return positions[i]! + Math.min(1, Math.max(0, share)) * (positions[i + 1]! - positions[i]!)
  })
}
