// Modes of a mixture: local maxima of its density, highest first.
// The density of a Dirac delta is its mass over the width of its cell in the histogram. For tables of laws that is the law's mean density over
// the cell, so a unimodal law has one mode; the two bins of a cell alone would alternate up and down.
import { histogramOf } from './histogram.ts'
import type { Mixture } from './mixture.ts'
import { isValidTtr } from './ttr.ts'

/** Heights that differ by less, relatively, are one plateau: rounding must not make modes. */
const PLATEAU = 1e-9
/** A maximum counts when it rises by this share of its height above the valley towards higher ground: the noise of samples must not make modes. */
const PROMINENCE = 0.1

/** Positions of the Dirac deltas at the maxima. A point has one mode; a mixture without finite positions none. */
export function modes(mixture: Mixture): Float64Array {
  const histogram = histogramOf(mixture, isValidTtr(mixture) ? 'ttr' : 'pairwise')
  if (!histogram) return new Float64Array()
  if ('point' in histogram) return Float64Array.of(histogram.point)
  const { edges, heights } = histogram
  // Edges 2i, 2i + 1, 2i + 2 are the lower end, the position and the upper end of cell i.
  const density = Float64Array.from({ length: heights.length / 2 }, (_, i) => {
    const [low, x, high] = [edges[2 * i]!, edges[2 * i + 1]!, edges[2 * i + 2]!]
    return (heights[2 * i]! * (x - low) + heights[2 * i + 1]! * (high - x)) / (high - low)
  })
  const height = (plateau: Plateau) => density[plateau.first]!
  const maxima = plateaus(density).filter((plateau) => height(plateau) - keySaddle(density, plateau) >= PROMINENCE * height(plateau))
  maxima.sort((a, b) => height(b) - height(a) || a.first - b.first)
  return Float64Array.from(maxima, ({ first, last }) => edges[2 * ((first + last) >> 1) + 1]!)
}

interface Plateau {
  readonly first: number
  readonly last: number
}
/** Every stretch of equal heights that falls off on both sides. */
function plateaus(density: Float64Array): Plateau[] {
  const found: Plateau[] = []
  for (let first = 0, last = 0; first < density.length; first = last + 1) {
    const height = density[first]!
    last = first
    while (last + 1 < density.length && Math.abs(density[last + 1]! - height) <= PLATEAU * height) last++
    const rises = first === 0 || density[first - 1]! < height
    const falls = last === density.length - 1 || density[last + 1]! < height
    if (rises && falls) found.push({ first, last })
  }
  return found
}

/** The highest valley that must be crossed on the way to higher ground, where of two equal peaks the left one is the higher; 0 when there is none. */
function keySaddle(density: Float64Array, { first, last }: Plateau): number {
  const height = density[first]!
  const valley = (from: number, step: 1 | -1, higher: number) => {
    let lowest = height
    for (let i = from; i >= 0 && i < density.length; i += step) {
      if (density[i]! > higher) return lowest
      lowest = Math.min(lowest, density[i]!)
    }
    return 0
  }
  return Math.max(valley(first - 1, -1, height * (1 - PLATEAU)), valley(last + 1, 1, height * (1 + PLATEAU)))
}
