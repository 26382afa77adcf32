// Where everything of a plot stands, in pixels: shared by the SVG text, the PNG and the React component.
import { finiteCount, type Histogram, nonFiniteMasses, plotBins, supportedBars, type UxValue } from '@credence/distribution'
import { axisRange, barLimit, type PlotOptions } from './options.ts'
import { exponentAbove, type Ticks, ticks } from './ticks.ts'

export interface Rectangle {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}
export interface Axis {
  readonly label: string
  /** Pixel of each tick, ascending in value. */
  readonly at: readonly number[]
  readonly ticks: Ticks
}
export interface Bar extends Rectangle {
  /** What the bar stands for: the interval and its probability per unit. */
  readonly from: number
  readonly to: number
  readonly density: number
}
export interface Arrow {
  readonly x: number
  readonly tip: number
  readonly position: number
}
export interface DensityPanel {
  readonly frame: Rectangle
  readonly x: Axis
  readonly y: Axis
  readonly bars: readonly Bar[]
  /** Of a value at one point: its pixel and the tip. */
  readonly arrow?: Arrow
  /** Of the mean line; absent when the mean is not finite or outside the axis. */
  readonly meanX?: number
}
export interface NonFinitePanel {
  readonly frame: Rectangle
  readonly y: Axis
  readonly bars: readonly (Rectangle & { readonly name: string; readonly mass: number })[]
}
export interface PlotGeometry {
  readonly width: number
  readonly height: number
  /** Absent when no mass is finite. */
  readonly density?: DensityPanel
  /** Absent when all mass is finite. */
  readonly nonFinite?: NonFinitePanel
  /** One sentence for those who cannot see it. */
  readonly description: string
}

const HEIGHT = 600
const WIDTH = { density: 1000, nonFinite: 300 }
const MARGIN = { left: 100, right: 50, top: 44, bottom: 84 } // half of the longest tick label fits right of the frame

/** @throws PlotLimitError  a limit of an axis cannot be drawn; RangeError  a resolution that is not offered */
export function plotGeometry(value: UxValue, options: PlotOptions = {}): PlotGeometry {
  const bins = options.fullResolution ? plotBins(value.mixture, barLimit(options)) : supportedBars(value.mixture, barLimit(options))
  const hasNonFinite = finiteCount(value.mixture) < value.mixture.positions.length
  const alone = bins === undefined
  const width = alone ? WIDTH.density : WIDTH.density + (hasNonFinite ? WIDTH.nonFinite : 0)
  const density = bins ? densityPanel(value, bins, options) : undefined
  const nonFinite = hasNonFinite ? nonFinitePanel(value, alone ? 0 : WIDTH.density, width) : undefined
  return { width, height: HEIGHT, density, nonFinite, description: describe(value, density, nonFinite) }
}

function densityPanel(value: UxValue, bins: Histogram | { point: number }, options: PlotOptions): DensityPanel {
  const frame = { left: MARGIN.left, top: MARGIN.top, right: WIDTH.density - MARGIN.right, bottom: HEIGHT - MARGIN.bottom }
  const [xMin, xMax] = axisRange('x', 'point' in bins ? aroundPoint(bins.point) : aroundBins(bins, value.mean), options)
  const [yMin, yMax] = axisRange('y', [0, 1.1 * ('point' in bins ? 1 : Math.max(...bins.heights))], options)
  const toX = scale(xMin, xMax, frame.left, frame.right)
  const toY = scale(yMin, yMax, frame.bottom, frame.top)
  const x = axis(options.xAxisLabel || 'Distribution Support', ticks(xMin, xMax, 8), toX)
  const meanX = value.mean >= xMin && value.mean <= xMax ? toX(value.mean) : undefined
  const label = 'Probability Density'
  if ('point' in bins) {
    // The density of a point is beyond every number, so the axis has none.
    const noTicks = { label, at: [], ticks: { positions: [], labels: [], exponent: 0, offset: '' } }
    const { point } = bins
    const arrow = point >= xMin && point <= xMax ? { x: toX(point), tip: toY(yMin + (yMax - yMin) / 1.1), position: point } : undefined
    return { frame, x, y: noTicks, bars: [], arrow, meanX }
  }
  const bars = Array.from(bins.heights, (density, i) => {
    const [from, to] = [bins.edges[i]!, bins.edges[i + 1]!]
    return { from, to, density, left: toX(from), right: toX(to), top: toY(density), bottom: toY(0) }
  })
  return { frame, x, y: axis(label, ticks(yMin, yMax, 6), toY), bars, meanX }
}

function nonFinitePanel(value: UxValue, left: number, right: number): NonFinitePanel {
  const frame = { left: left + (left > 0 ? 74 : MARGIN.left), top: MARGIN.top, right: right - 30, bottom: HEIGHT - MARGIN.bottom }
  const toY = scale(0, 1, frame.bottom, frame.top)
  const slot = (frame.right - frame.left) / 3
  const bars = massesByName(value).map(({ name, mass }, i) => {
    const middle = frame.left + (i + 0.5) * slot
    const half = Math.min(0.3 * slot, 40)
    return { name, mass, left: middle - half, right: middle + half, top: toY(Math.min(mass, 1)), bottom: frame.bottom }
  })
  return { frame, y: axis('Probability Amplitude', ticks(0, 1, 5), toY), bars }
}

/** What is not finite, by the names under its bars. */
export function massesByName({ mixture }: UxValue): { readonly name: string; readonly mass: number }[] {
  const { nan, negative, positive } = nonFiniteMasses(mixture)
  return [
    { name: 'NaN', mass: nan },
    { name: '-Inf', mass: negative },
    { name: 'Inf', mass: positive },
  ]
}

function axis(label: string, found: Ticks, toPixel: (x: number) => number): Axis {
  return { label, ticks: found, at: found.positions.map(toPixel) }
}

/** Bins and mean, with 5 % on each side. */
export function aroundBins({ edges }: Histogram, mean: number): readonly [number, number] {
  const known = Number.isFinite(mean)
  const low = known ? Math.min(mean, edges[0]!) : edges[0]!
  const high = known ? Math.max(mean, edges.at(-1)!) : edges.at(-1)!
  const margin = 0.05 * (high - low)
  return [Math.max(low - margin, -MAX_END), Math.min(high + margin, MAX_END)]
}
const MAX_END = 8e307 // so that the length of an axis is a number

export function aroundPoint(point: number): readonly [number, number] {
  const half = Math.max(0.5, Math.abs(point) * 2 ** -40) // half a unit is less than rounding beyond 2^52
  return [point - half, point + half]
}

function scale(from: number, to: number, pixelFrom: number, pixelTo: number): (x: number) => number {
  return (x) => pixelFrom + ((x - from) / (to - from)) * (pixelTo - pixelFrom)
}

/** One sentence for each thing that a plot shows. */
export function describe(
  value: UxValue,
  density: Pick<DensityPanel, 'arrow' | 'bars'> | undefined,
  nonFinite: { readonly bars: readonly { readonly name: string; readonly mass: number }[] } | undefined,
): string {
  const parts: string[] = []
  if (density?.arrow) parts.push(`All finite mass lies at ${density.arrow.position}.`)
  const [first, last] = [density?.bars[0], density?.bars.at(-1)]
  if (first && last) {
    const highest = density!.bars.reduce((a, b) => (b.density > a.density * (1 + ROUNDING) ? b : a))
    const at = (x: number) => digits(x, last.to - first.from)
    parts.push(
      `Histogram of ${density!.bars.length} bars from ${at(first.from)} to ${at(last.to)}, highest from ${at(highest.from)} to ${at(highest.to)}.`,
    )
  }
  if (density && Number.isFinite(value.mean)) parts.push(`Mean ${first && last ? digits(value.mean, last.to - first.from) : value.mean}.`)
  if (nonFinite) parts.push(`${nonFinite.bars.map(({ name, mass }) => `Probability of ${name}: ${digits(mass)}.`).join(' ')}`)
  return parts.length > 0 ? parts.join(' ') : 'The distribution is empty.'
}

/** Bars whose densities differ by less, relatively, are equally high. */
const ROUNDING = 1e-9

/** A number for a sentence or a table cell: six digits, and of a position as many more as it is larger than the span it lies in. */
export function digits(x: number, span = Math.abs(x)): string {
  if (Math.abs(x) < 1e-12 * span) return '0'
  const more = span > 0 && x !== 0 ? Math.max(0, exponentAbove(Math.abs(x) / span)) : 0
  return String(Number(x.toPrecision(Math.min(6 + more, 15))))
}
