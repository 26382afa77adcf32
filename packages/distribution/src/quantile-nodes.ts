// Equally likely nodes of a law: the quantiles at (i + ½)/count.
import type { Law } from './laws/standard-law.ts'
import { integrate } from './special/quadrature.ts'

/**
 * Q((i + ½)/count), ascending. For the normal law the two outermost nodes are moved outwards so that the sample variance is exactly 1.
 * @param count  a whole number of at least 1
 */
export function quantileNodes(law: Law, count: number): Float64Array {
  const nodes = new Float64Array(count)
  const upTo = law.symmetric ? Math.ceil(count / 2) : count
  for (let i = 0; i < upTo; i++) {
    const near = nodes[i - 1]
    const node = (isAnchor(law, i, count) ? undefined : nextNode(law, near!, 1 / count)) ?? law.quantile((i + 0.5) / count, near)
    nodes[i] = i > 0 ? Math.max(node, nodes[i - 1]!) : node // neighbours may differ by less than their rounding
  }
  for (let i = upTo; i < count; i++) nodes[i] = -nodes[count - 1 - i]!
  if (law.symmetric && count % 2 === 1) nodes[count >> 1] = 0
  if (law.family === 'gauss' && count > 2) widenOutermost(nodes)
  return nodes
}

/** Distance between anchors, and how many nodes at each end are all anchors: there the density changes much from node to node. */
const STRIDE = 64

/** Laws whose quantile is solved for are solved at anchors only; from there the next nodes follow from the density. */
function isAnchor(law: Law, i: number, count: number): boolean {
  return !law.solvedQuantile || i < STRIDE || i >= count - STRIDE || i % STRIDE === 0
}

/** The end of the stretch above x that holds the probability, by Newton's method on the integral; undefined where the density changes much. */
function nextNode(law: Law, x: number, probability: number): number | undefined {
  const density = law.pdf(x)
  let next = x + probability / density
  if (!(Math.abs(law.pdf(next) / density - 1) < 0.25)) return undefined
  for (let step = 0; step < 6; step++) {
    const move = (probability - integrate(law.pdf, x, next, 1)) / law.pdf(next)
    next += move
    if (Math.abs(move) <= 1e-8 * (next - x)) break // the next error would be its square
  }
  return next
}

function widenOutermost(nodes: Float64Array): void {
  const last = nodes.length - 1
  let squares = 0
  for (let i = 1; i < last; i++) squares += nodes[i]! * nodes[i]!
  nodes[last] = Math.sqrt((nodes.length - squares) / 2)
  nodes[0] = -nodes[last]!
}
