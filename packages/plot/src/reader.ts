// What is asked of a distribution while it is drawn and read: its bars, its distribution function and quantiles, each made once.
import {
  centralMoment,
  distributionFunction,
  finiteCount,
  type Histogram,
  histogramDensity,
  histogramOf,
  isDiscrete,
  type Mixture,
  type Point,
  plotBins,
  quantileFunction,
  stepCdf,
  stepQuantile,
  supportedBars,
  totalMass,
  type UxValue,
} from '@credence/distribution'
import { digits, massesByName } from './geometry.ts'
import { barLimit, type PlotOptions } from './options.ts'

export interface Reader {
  readonly value: UxValue
  /** The bars of a plot; undefined without finite mass. */
  readonly bins: Histogram | Point | undefined
  /** Its Dirac deltas are all that it can be: there is no density between them. */
  readonly isDiscrete: boolean
  /** Names and masses of what is not finite, where there is some. */
  readonly nonFinite: readonly { readonly name: string; readonly mass: number }[]
  /** Standard deviation; NaN with mass that is not finite. */
  readonly deviation: number
  /** Probability per unit at x, as drawn. */
  densityAt(x: number): number
  /** P(X ≤ x) of all mass; NaN mass is never below. */
  below(x: number): number
  /** P(X > x) of all mass; NaN mass is never above either. */
  above(x: number): number
  /** Of the finite mass, 0 ≤ p ≤ 1. */
  quantile(p: number): number
  /** To the second digit of the standard deviation, as uncertainties are stated. */
  inWords(x: number): string
}

/** @throws RangeError  a resolution that is not offered */
export function readerOf(value: UxValue, options: Pick<PlotOptions, 'fullResolution' | 'resolution'> = {}): Reader {
  const { mixture } = value
  const bins = options.fullResolution ? plotBins(mixture, barLimit(options)) : supportedBars(mixture, barLimit(options))
  const masses = finiteCount(mixture) < mixture.positions.length ? massesByName(value) : []
  const total = totalMass(mixture)
  const shareOf = (name: string) => (masses.find((each) => each.name === name)?.mass ?? 0) / total
  const [nan, negative, positive] = ['NaN', '-Inf', 'Inf'].map(shareOf) as [number, number, number]
  const finite = 1 - nan - negative - positive
  const discrete = isDiscrete(mixture)
  const { below, quantile } = discrete ? stepsOf(mixture) : functionsOf(histogramOf(mixture, 'pairwise'))
  const deviation = Math.sqrt(centralMoment(mixture, 2))
  return {
    value,
    bins,
    isDiscrete: discrete,
    nonFinite: masses.filter(({ mass }) => mass > 0),
    deviation,
    densityAt: (x) => (bins && 'edges' in bins ? histogramDensity(bins, x) : 0),
    below: (x) => negative + finite * below(x),
    above: (x) => positive + finite * (1 - below(x)),
    quantile,
    inWords: (x) => (discrete ? atMost(String(Number(x.toPrecision(ATOM_DIGITS))), toPlaceOf(deviation, x)) : toPlaceOf(deviation, x)),
  }
}

function functionsOf(histogram: Histogram | Point | undefined) {
  if (!histogram) return { below: () => 0, quantile: () => Number.NaN }
  if ('point' in histogram) return { below: (x: number) => (x >= histogram.point ? 1 : 0), quantile: () => histogram.point }
  return { below: distributionFunction(histogram), quantile: quantileFunction(histogram) }
}

/** Of the finite mass of a discrete value. */
function stepsOf(mixture: Mixture) {
  const count = finiteCount(mixture)
  const finite = { positions: mixture.positions.subarray(0, count), masses: mixture.masses.subarray(0, count) }
  return { below: (x: number) => stepCdf(finite, x), quantile: (p: number) => stepQuantile(finite, p) }
}
/** An atom in full where that is no longer than a place that the deviation gives. */
const atMost = (whole: string, rounded: string): string => (whole.length <= rounded.length ? whole.replace(/^-/, MINUS) : rounded)
const ATOM_DIGITS = 7

function toPlaceOf(deviation: number, x: number): string {
  const decimals = 1 - Number(deviation.toExponential().split('e')[1])
  if (!(decimals >= 0 && decimals <= MOST_DECIMALS && Math.abs(x) < 1e7)) return digits(x, deviation > 0 ? deviation : undefined).replace('-', MINUS)
  return x
    .toFixed(decimals)
    .replace(/^-(?=.*[1-9])/, MINUS)
    .replace('-', '')
}
const MOST_DECIMALS = 5
const MINUS = '\u2212'

/** A probability as people read it: `12.3 %`; the nearer to nothing or all, the more digits, as long as they can be told. */
export function percent(probability: number): string {
  const share = 100 * probability
  const far = Math.min(share, 100 - share)
  if (far <= 0) return share >= 100 ? '100 %' : '0 %'
  if (far < 0.001) return share < 50 ? '< 0.001 %' : '> 99.999 %'
  return `${share.toFixed(far >= 1 ? 1 : far >= 0.1 ? 2 : 3)} %`
}
