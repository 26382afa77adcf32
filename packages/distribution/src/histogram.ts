// From Dirac deltas back to a density: a piecewise constant histogram of 2N bins in which the two bins beside each Dirac delta
// hold its mass and have their mean exactly at its position.
import { finiteCount, type Mixture, sumOf } from './mixture.ts'
import { finiteMean } from './statistics.ts'
import { blockMeans, pairMean } from './ttr.ts'

export interface Histogram {
  readonly edges: Float64Array // bins + 1, ascending
  readonly heights: Float64Array // bins, mass per unit; the areas sum to the mass of the finite Dirac deltas
}
/** All finite mass at one position: there is no density to draw. */
export interface Point {
  readonly point: number
}
/** Where the boundary between two neighbours lies: at their own mean, or (valid TTRs) at the mean of the block they came from. */
export type Binning = 'pairwise' | 'ttr'

/** Undefined without a finite Dirac delta. */
export function histogramOf(mixture: Mixture, binning: Binning): Histogram | Point | undefined {
  const prepared = mergeClose(mixture)
  const count = prepared.positions.length
  if (count === 0) return undefined
  if (count === 1) return { point: prepared.positions[0]! }
  return withOuterBins(prepared, innerBoundaries(prepared, binning))
}

/** Density at x: the bin to the right of an edge owns it; 0 outside. */
export function histogramDensity({ edges, heights }: Histogram, x: number): number {
  if (Number.isNaN(x)) return Number.NaN
  if (!(x >= edges[0]! && x <= edges[edges.length - 1]!)) return 0
  return heights[Math.min(binAt(edges, x), heights.length - 1)]!
}

/** P(X ≤ x), linear inside a bin; the histogram's area counts as 1. */
export function histogramCdf(histogram: Histogram, x: number): number {
  return distributionFunction(histogram)(x)
}

/** `histogramCdf` with the areas added up once, for many calls. */
export function distributionFunction(histogram: Histogram): (x: number) => number {
  const { edges, heights } = histogram
  const areas = cumulativeAreas(histogram)
  return (x) => {
    if (Number.isNaN(x)) return Number.NaN
    if (x <= edges[0]!) return 0
    if (x >= edges[edges.length - 1]!) return 1
    const bin = binAt(edges, x)
    return (areas[bin]! + (x - edges[bin]!) * heights[bin]!) / areas[areas.length - 1]!
  }
}

/** The inverse of the distribution function: the ends at 0 and 1, NaN outside [0, 1]. */
export function histogramQuantile(histogram: Histogram, p: number): number {
  return quantileFunction(histogram)(p)
}

/** `histogramQuantile` with the areas added up once, for many calls. */
export function quantileFunction(histogram: Histogram): (p: number) => number {
  const { edges } = histogram
  const areas = cumulativeAreas(histogram)
  const bins = edges.length - 1
  return (p) => {
    if (!(p >= 0 && p <= 1)) return Number.NaN
    const target = p * areas[bins]!
    const bin = Math.min(binAt(areas, target), bins - 1)
    const area = areas[bin + 1]! - areas[bin]!
    const share = area > 0 ? Math.min(1, (target - areas[bin]!) / area) : 0
    return p === 1 ? edges[bins]! : edges[bin]! + share * (edges[bin + 1]! - edges[bin]!)
  }
}

/** Finite Dirac deltas; neighbours closer than rounding can tell apart become one. */
export function mergeClose(mixture: Mixture): Mixture {
  const count = finiteCount(mixture)
  if (count === 0) return { positions: new Float64Array(), masses: new Float64Array() }
  const { positions, masses } = mixture
  const closest = Math.max(Math.abs(finiteMean(mixture)) * 1e-14, (positions[count - 1]! - positions[0]!) * 1e-12)
  const merged: { position: number; mass: number }[] = []
  for (let i = 0; i < count; i++) {
    const last = merged.at(-1)
    const next = { position: positions[i]!, mass: masses[i]! }
    if (last && next.position - last.position < closest) {
      last.position = pairMean(last.position, last.mass, next.position, next.mass)
      last.mass += next.mass
    } else merged.push(next)
  }
  return { positions: Float64Array.from(merged, (dirac) => dirac.position), masses: Float64Array.from(merged, (dirac) => dirac.mass) }
}

/** One between each two neighbours. A block mean that is not strictly between them gives way to the pairwise value. */
function innerBoundaries(mixture: Mixture, binning: Binning): Float64Array {
  const { positions, masses } = mixture
  const boundaries = binning === 'ttr' ? blockMeans(mixture) : new Float64Array(positions.length - 1).fill(Number.NaN)
  return boundaries.map((boundary, i) => {
    const [x1, x2] = [positions[i]!, positions[i + 1]!]
    return boundary > x1 && boundary < x2 ? boundary : pairMean(x1, masses[i]!, x2, masses[i + 1]!)
  })
}

/** Edges d0, x1, b1, x2, …, b(N-1), xN, dN, and the heights that they imply. */
function withOuterBins({ positions, masses }: Mixture, boundaries: Float64Array): Histogram {
  const n = positions.length
  const edges = new Float64Array(2 * n + 1)
  for (let i = 0; i < n; i++) {
    edges[2 * i + 1] = positions[i]!
    if (i + 1 < n) edges[2 * i + 2] = boundaries[i]!
  }
  const last = 2 * n
  edges[0] = edges[1]! - outerWidth(masses[0]!, masses[1]!, [edges[1]!, edges[2]!, edges[3]!, edges[4]!], n)
  edges[last] =
    edges[last - 1]! + outerWidth(masses[n - 1]!, masses[n - 2]!, [-edges[last - 1]!, -edges[last - 2]!, -edges[last - 3]!, -edges[last - 4]!], n)
  const heights = new Float64Array(last)
  for (let i = 0; i < n; i++) {
    const left = edges[2 * i + 1]! - edges[2 * i]!
    const right = edges[2 * i + 2]! - edges[2 * i + 1]!
    heights[2 * i] = ((masses[i]! / (left + right)) * right) / left
    heights[2 * i + 1] = ((masses[i]! / (left + right)) * left) / right
  }
  return { edges, heights }
}

/**
 * Width of the outermost bin, such that the heights of the three outermost bins, taken at bin centres, lie on one line;
 * that of the inner neighbour where the condition has no solution or there are fewer than six Dirac deltas.
 * @param edges  from the outermost Dirac delta inwards: its position, the next boundary, position and boundary, ascending
 */
function outerWidth(mass: number, nextMass: number, edges: readonly [number, number, number, number], count: number): number {
  const w1 = edges[1] - edges[0]
  if (count < 6) return w1
  const w2 = edges[2] - edges[1]
  const w3 = edges[3] - edges[2]
  const h2 = ((nextMass / (w2 + w3)) * w3) / w2
  const a = h2 * w1 - mass
  return smallestPositiveRoot(a, a * w1 - mass * w2, mass * w1 * (w1 + w2)) ?? w1
}

/** Of a·w² + b·w + c, a ≠ 0, without cancellation. */
function smallestPositiveRoot(a: number, b: number, c: number): number | undefined {
  const discriminant = b * b - 4 * a * c
  if (a === 0 || !(discriminant >= 0)) return undefined
  const q = -(b + (b < 0 ? -1 : 1) * Math.sqrt(discriminant)) / 2
  const roots = [q / a, c / q].filter((root) => root > 0 && Number.isFinite(root))
  return roots.length > 0 ? Math.min(...roots) : undefined
}

/** Area left of each edge. */
function cumulativeAreas({ edges, heights }: Histogram): Float64Array {
  const areas = heights.map((height, bin) => height * (edges[bin + 1]! - edges[bin]!))
  const cumulative = new Float64Array(edges.length)
  for (let bin = 0; bin < areas.length; bin++) cumulative[bin + 1] = bin % 128 === 0 ? sumOf(areas, 0, bin + 1) : cumulative[bin]! + areas[bin]!
  return cumulative
}

/** The last index whose edge is at most x; 0 when there is none. */
function binAt(edges: Float64Array, x: number): number {
  let low = 0
  let high = edges.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (edges[middle]! <= x) low = middle
    else high = middle - 1
  }
  return low
}
