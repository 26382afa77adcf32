// Several distributions over one axis: outlines with dashes of their own, each named beside its peak.
import { stated, type UxValue } from '@credence/distribution'
import { pathThrough } from './figure.ts'
import type { Place } from './figure-geometry.ts'
import { aroundBins } from './geometry.ts'
import { type Reader, readerOf } from './reader.ts'
import { linearScale, type Mark, type Scale } from './scale.ts'

export const MOST_OVERLAID = 8
/** One for each distribution; with its colour, and without it. */
export const DASHES = ['', '9 4', '2 3', '14 4 2 4', '6 3 1 3', '1 5', '18 4', '5 2 2 2 2 2'] as const

export interface Overlaid {
  readonly name: string
  readonly value: UxValue
}
export interface OverlayLine {
  /** Among those given: its colour and dashes stay when others are hidden. */
  readonly index: number
  readonly name: string
  readonly stated: string
  readonly d: string
  /** Where its name stands, beside the peak. */
  readonly label: Place
}
export interface OverlayGeometry {
  readonly scale: Scale
  readonly ticks: readonly Mark[]
  readonly lines: readonly OverlayLine[]
  /** False: one density is so much higher than another that each is drawn to its own height. */
  readonly isToScale: boolean
}

const POINTS = 240
const UNEVEN = 15
const LABEL = { width: 0.2, height: 0.13 }
/** Share of the mass left out of the axis at each end, so that one long tail leaves room for the rest. */
const TAIL = 0.002

/**
 * @param shown  indices of `all`; the axis is that of the shown ones
 * @throws RangeError  more than eight
 */
export function overlayGeometry(all: readonly Overlaid[], shown: readonly number[] = all.map((_, index) => index)): OverlayGeometry {
  if (all.length > MOST_OVERLAID) throw new RangeError(`all: ${all.length} distributions are more than ${MOST_OVERLAID}`)
  const drawn = shown
    .map((index) => ({ index, ...all[index]! }))
    .map((each) => ({ ...each, reader: readerOf(each.value) }))
    .filter(({ reader: { bins } }) => bins && 'edges' in bins)
  const ends = drawn.flatMap(({ reader }) => endsOf(reader))
  const [low, high] = ends.length > 0 ? [Math.min(...ends), Math.max(...ends)] : [0, 1]
  const margin = 0.05 * (high - low)
  const scale = linearScale(low - margin, high + margin)
  const curves = drawn.map((each) => ({ ...each, ...curveOf(each.reader, scale) }))
  const highest = Math.max(...curves.map(({ top }) => top))
  const isToScale = curves.every(({ top }) => top * UNEVEN > highest)
  const taken: Place[] = []
  const lines = curves.map(({ index, name, value, densities, top, peak }) => {
    const full = isToScale ? highest : top
    const label = freePlace([peak, top / full], taken)
    taken.push(label)
    return { index, name, stated: stated(value.mixture), d: pathThrough(densities.map(([at, density]) => [at, density / full])), label }
  })
  return { scale, ticks: scale.ticks, lines, isToScale }
}

function endsOf({ bins, quantile, value }: Reader): number[] {
  if (!bins || 'point' in bins) return []
  const [low, high] = aroundBins(bins, value.mean)
  return [Math.max(low, quantile(TAIL)), Math.min(high, quantile(1 - TAIL))]
}

function curveOf({ densityAt }: Reader, scale: Scale): { densities: Place[]; top: number; peak: number } {
  const densities = Array.from({ length: POINTS + 1 }, (_, i): Place => [i / POINTS, densityAt(scale.at(i / POINTS))])
  const top = densities.reduce((most, [, density]) => Math.max(most, density), Number.MIN_VALUE)
  const peak = densities.find(([, density]) => density === top)?.[0] ?? 0.5
  return { densities, top, peak }
}

/** Above the peak, or higher where another name stands already. */
function freePlace([at, height]: Place, taken: readonly Place[]): Place {
  const meets = (candidate: number) => taken.some(([x, y]) => Math.abs(x - at) < LABEL.width && Math.abs(y - candidate) < LABEL.height)
  let free = height
  while (meets(free)) free += LABEL.height
  return [at, free]
}
