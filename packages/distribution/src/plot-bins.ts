// The bars of a plot: the mixture's histogram, encoded again as a TTR of the resolution wanted, and drawn as that TTR's histogram.

import { type Histogram, histogramOf, type Point } from './histogram.ts'
import { finiteCount, type Mixture, sumOf } from './mixture.ts'
import { floorLog2 } from './special/elementary.ts'
import { isValidTtr } from './ttr.ts'

export const MAX_RESOLUTION = 1024

/**
 * At most min(2·2^floor(log2 N), wantedResolution, 1024) bars, rounded down to a power of two, of varying width.
 * A point where all finite mass is at one position; undefined without finite mass.
 * @throws RangeError  wantedResolution below 2
 */
export function plotBins(mixture: Mixture, wantedResolution: number): Histogram | Point | undefined {
  if (!(wantedResolution >= 2)) throw new RangeError(`wantedResolution: ${wantedResolution} is below 2`)
  const exact = histogramOf(mixture, 'pairwise')
  if (!exact || 'point' in exact) return exact
  const diracs = exact.heights.length / 2
  const order = Math.min(floorLog2(diracs), floorLog2(Math.min(wantedResolution, MAX_RESOLUTION)) - 1)
  const ttr = isUsable(exact) ? ttrOfHistogram(exact, order) : undefined
  const bins = ttr && isValidTtr(ttr) ? histogramOf(ttr, 'ttr') : undefined
  return bins && !('point' in bins) && isUsable(bins) ? bins : halfwayBins(mixture)
}

/** TTR of a piecewise constant density; a bin through which a split goes is cut at the mean. */
export function ttrOfHistogram({ edges, heights }: Histogram, order: number): Mixture {
  const positions: number[] = []
  const masses: number[] = []
  const visit = (low: number, high: number, firstBin: number, level: number): void => {
    const terms: { mass: number; moment: number }[] = []
    let bin = firstBin
    for (; bin < heights.length && edges[bin]! < high; bin++) {
      const [left, right] = [Math.max(edges[bin]!, low), Math.min(edges[bin + 1]!, high)]
      const mass = Math.max(0, right - left) * heights[bin]!
      terms.push({ mass, moment: mass * ((left - low) / 2 + (right - low) / 2) })
    }
    const mass = sumOf(
      Float64Array.from(terms, (term) => term.mass),
      0,
      terms.length,
    )
    const mean =
      low +
      sumOf(
        Float64Array.from(terms, (term) => term.moment),
        0,
        terms.length,
      ) /
        mass
    if (level === 0) {
      positions.push(mean)
      masses.push(mass)
      return
    }
    let cut = firstBin
    while (edges[cut + 1]! <= mean) cut++
    visit(low, mean, firstBin, level - 1)
    visit(mean, high, cut, level - 1)
  }
  visit(edges[0]!, edges[edges.length - 1]!, 0, order)
  return { positions: Float64Array.from(positions), masses: Float64Array.from(masses) }
}

/** Edges strictly ascending and every height a number: rounding of extreme inputs can break either. */
function isUsable({ edges, heights }: Histogram): boolean {
  return heights.every((height, bin) => Number.isFinite(height) && edges[bin]! < edges[bin + 1]!)
}

/** What is drawn when the steps above fail: bins with boundaries half-way between the Dirac deltas. */
function halfwayBins(mixture: Mixture): Histogram {
  const count = finiteCount(mixture)
  const x = mixture.positions
  const edges = new Float64Array(count + 1)
  for (let i = 1; i < count; i++) edges[i] = x[i - 1]! / 2 + x[i]! / 2
  edges[0] = x[0]! - (edges[1]! - x[0]!)
  edges[count] = x[count - 1]! + (x[count - 1]! - edges[count - 1]!)
  const heights = new Float64Array(count)
  for (let i = 0; i < count; i++) heights[i] = mixture.masses[i]! / (edges[i + 1]! - edges[i]!)
  return { edges, heights }
}
