// What is behind a figure that answers.
import type { UxValue } from '@credence/distribution'
import type { ValueDrawing } from './choice.ts'
import { figureHtml, pathThrough, shapeOf } from './figure.ts'
import { axesFor, type FigureGeometry, type FigureOptions, figureGeometry, type Place } from './figure-geometry.ts'
import { digits } from './geometry.ts'
import { percent, type Reader, readerOf } from './reader.ts'

/** @throws RangeError  a resolution that is not offered */
export function drawingOf(value: UxValue, options: FigureOptions = {}): ValueDrawing {
  const reader = readerOf(value, options)
  const made = new Map<string, FigureGeometry>()
  return {
    value,
    options,
    reader,
    axes: axesFor(reader),
    geometry(choice) {
      const key = JSON.stringify(choice)
      const known = made.get(key) ?? figureGeometry(value, { ...options, ...choice }, reader)
      if (made.size >= KEPT) made.clear() // limits that are dragged make one for every place
      made.set(key, known)
      return known
    },
    html: figureHtml,
    readAt: (geometry, at) => reading(reader, geometry, at),
    ghostOn(geometry) {
      const { view, scale } = geometry
      if (view === 'dots' || (view === 'density' && scale.kind !== 'linear')) return ''
      if (view === 'density') return shapeOf({ ...geometry, bars: barsLike(geometry, reader) })
      return pathThrough(curveOn(geometry, reader))
    },
    morph(from, geometry) {
      const [before, after] = [curveOn(geometry, from.reader), curveOn(geometry, reader)]
      return (progress) => pathThrough(after.map(([at, height], i) => [at, before[i]![1] + progress * (height - before[i]![1])]))
    },
  }
}
const KEPT = 8
const POINTS = 160

/** Bars of another value on the axis of the figure. */
function barsLike({ bars, scale }: FigureGeometry, { bins }: Reader): FigureGeometry['bars'] {
  const unit = unitHeight(bars, bins)
  if (!bins || 'point' in bins) return []
  return Array.from(bins.heights, (density, index) => {
    const [from, to] = [bins.edges[index]!, bins.edges[index + 1]!]
    return { from, to, density, left: scale.place(from), right: scale.place(to), height: density * unit }
  })
}
/** Height of one unit of density on the axis of the bars; less where the other value would leave the drawing: its shape says more than a cut top. */
function unitHeight(bars: FigureGeometry['bars'], other: Reader['bins']): number {
  const highest = bars.reduce((best, bar) => (bar.height > best.height ? bar : best), { density: 1, height: 0 })
  const peak = other && 'edges' in other ? other.heights.reduce((most, height) => Math.max(most, height), 0) : 0
  return Math.min(highest.height / highest.density, peak > 0 ? 1 / peak : Number.POSITIVE_INFINITY)
}

/** The line of a view, at the same places for every value. */
function curveOn({ view, scale, bars }: FigureGeometry, { below, quantile, densityAt, bins }: Reader): Place[] {
  const unit = unitHeight(bars, bins)
  const height = (at: number): number => {
    if (view === 'cdf') return below(scale.at(at))
    if (view === 'quantiles') return scale.place(quantile(at))
    return densityAt(scale.at(at)) * unit
  }
  return Array.from({ length: POINTS + 1 }, (_, i) => [i / POINTS, height(i / POINTS)])
}

function reading({ below, densityAt, quantile }: Reader, { view, scale }: FigureGeometry, at: number): string {
  const span = scale.to - scale.from
  if (view === 'quantiles') return `${percent(at)} below ${digits(quantile(at), span)}`
  const place = scale.at(at)
  return `${digits(place, span)}: density ${Number(densityAt(place).toPrecision(3))}, ${percent(below(place))} below`
}
