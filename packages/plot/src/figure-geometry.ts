// Where everything of a figure stands, in shares of its width and height, so that it fits any page and its words keep their size.
import {
  centralMoment,
  finiteCount,
  histogramOf,
  histogramQuantile,
  nonFiniteMasses,
  plotBins,
  supportedBars,
  type UxValue,
} from '@credence/distribution'
import { aroundBins, aroundPoint, describe, digits } from './geometry.ts'
import { axisRange, barLimit, type PlotOptions } from './options.ts'
import { ticks } from './ticks.ts'

/** An interval and its probability per unit; `left` and `right` from 0 to 1, `height` of the highest bar. */
export interface FigureBar {
  readonly from: number
  readonly to: number
  readonly density: number
  readonly left: number
  readonly right: number
  readonly height: number
}
export interface Mark {
  /** From 0 to 1. */
  readonly at: number
  readonly text: string
}
export interface FigureGeometry {
  readonly bars: readonly FigureBar[]
  /** Of the axis, in the value's unit. */
  readonly from: number
  readonly to: number
  readonly ticks: readonly Mark[]
  /** What every tick is multiplied with, and what is added to it: 10^exponent, offset. */
  readonly exponent: number
  readonly offset: string
  /** Absent where it is not finite or beyond the axis. */
  readonly mean?: Mark
  /** Where 95 % of the mass lies, as much on each side. */
  readonly band?: { readonly low: Mark; readonly high: Mark }
  /** Where it would be told apart from the mean. */
  readonly particle?: Mark
  /** Of a value at one point. */
  readonly point?: Mark
  /** Those that are there, with the share of the mass. */
  readonly nonFinite: readonly { readonly name: string; readonly mass: number }[]
  /** For those who cannot see it. */
  readonly description: string
}

const TICKS = 8
/** Of the width: a particle nearer to the mean is not drawn. */
const APART = 0.02

/** @throws PlotLimitError  a limit of an axis cannot be drawn; RangeError  a resolution that is not offered */
export function figureGeometry(value: UxValue, options: PlotOptions = {}): FigureGeometry {
  const { mixture } = value
  const bins = options.fullResolution ? plotBins(mixture, barLimit(options)) : supportedBars(mixture, barLimit(options))
  const nonFinite = finiteCount(mixture) < mixture.positions.length ? presentMasses(value) : []
  const all = nonFinite.length > 0 ? { bars: nonFinite } : undefined
  if (!bins) return { bars: [], from: 0, to: 1, ticks: [], exponent: 0, offset: '', nonFinite, description: describe(value, undefined, all) }
  const isPoint = 'point' in bins
  const [from, to] = axisRange('x', isPoint ? aroundPoint(bins.point) : aroundBins(bins, value.mean), options)
  const place = (x: number) => (x - from) / (to - from)
  const inside = (x: number) => x >= from && x <= to
  const found = ticks(from, to, TICKS)
  const axis = {
    from,
    to,
    ticks: found.positions.map((position, index) => ({ at: place(position), text: found.labels[index]! })),
    exponent: found.exponent,
    offset: found.offset,
    nonFinite,
  }
  if (isPoint) {
    const point = inside(bins.point) ? { at: place(bins.point), text: String(bins.point) } : undefined
    const arrow = { x: 0, tip: 0, position: bins.point }
    return { ...axis, bars: [], ...(point && { point }), description: describe(value, { bars: [], arrow }, all) }
  }
  const highest = axisRange('y', [0, Math.max(...bins.heights)], options)[1]
  const bars = Array.from(bins.heights, (density, index) => {
    const [low, high] = [bins.edges[index]!, bins.edges[index + 1]!]
    return { from: low, to: high, density, left: place(low), right: place(high), height: density / highest }
  })
  const mean = Number.isFinite(value.mean) && inside(value.mean) ? { at: place(value.mean), text: inWords(value, value.mean) } : undefined
  const band = nonFinite.length === 0 ? bandOf(value, place) : undefined
  const particle = inside(value.particle) && mean && Math.abs(place(value.particle) - mean.at) > APART ? value.particle : undefined
  const pixels = { left: 0, right: 0, top: 0, bottom: 0 }
  const description = describe(value, { bars: bars.map((bar) => ({ ...bar, ...pixels })) }, all)
  return {
    ...axis,
    bars,
    ...(mean && { mean }),
    ...(band && { band }),
    ...(particle !== undefined && { particle: { at: place(particle), text: inWords(value, particle) } }),
    description: band ? `${description} 95 % between ${band.low.text} and ${band.high.text}.` : description,
  }
}

function presentMasses({ mixture }: UxValue): { name: string; mass: number }[] {
  const { nan, negative, positive } = nonFiniteMasses(mixture)
  return [
    { name: 'NaN', mass: nan },
    { name: '-Inf', mass: negative },
    { name: 'Inf', mass: positive },
  ].filter(({ mass }) => mass > 0)
}

function bandOf(value: UxValue, place: (x: number) => number): FigureGeometry['band'] {
  const histogram = histogramOf(value.mixture, 'pairwise')
  if (!histogram || 'point' in histogram) return undefined
  const end = (probability: number): Mark => {
    const x = histogramQuantile(histogram, probability)
    return { at: place(x), text: inWords(value, x) }
  }
  const band = { low: end(0.025), high: end(0.975) }
  return band.low.at >= 0 && band.high.at <= 1 ? band : undefined
}

/** To the second digit of the standard deviation, as uncertainties are stated. */
function inWords({ mixture }: UxValue, x: number): string {
  const deviation = Math.sqrt(centralMoment(mixture, 2))
  const decimals = 1 - Number(deviation.toExponential().split('e')[1])
  if (!(decimals >= 0 && decimals <= MOST_DECIMALS && Math.abs(x) < 1e7)) return digits(x, deviation > 0 ? deviation : undefined).replace('-', MINUS)
  return x
    .toFixed(decimals)
    .replace(/^-(?=.*[1-9])/, MINUS)
    .replace('-', '')
}
const MOST_DECIMALS = 5
const MINUS = '\u2212'
