// The figures of a value, as pages state them: to the digits that its standard deviation makes meaningful; full precision for copies.
import {
  centralMoment,
  finiteCount,
  histogramCdf,
  histogramOf,
  histogramQuantile,
  isDiscrete,
  isPlain,
  mean,
  modes,
  nonFiniteMasses,
  stated,
  stepCdf,
  stepQuantile,
  totalMass,
  type UxValue,
} from '@credence/distribution'
import { digits } from '@credence/ui/program/digits.ts'

export interface Figure {
  readonly name: string
  /** As it is shown. */
  readonly text: string
  /** With all digits, as it is copied. */
  readonly full: string
}
const TYPES: Readonly<Record<number, string>> = { 0: 'Zurich', 4: 'Athens', 6: 'Jupiter', 7: 'Atlas', 8: 'Europa', 9: 'no uncertainty tracking' }
const PROBABILITIES = [0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999] as const

export const summaryOf = (value: UxValue): string => (isPlain(value) ? String(value.particle) : stated(value.mixture))

export function figuresOf(value: UxValue): Figure[] {
  const { mixture } = value
  const average = mean(mixture)
  const deviation = Math.sqrt(centralMoment(mixture, 2))
  const count = finiteCount(mixture)
  const figure = (name: string, x: number, spread = deviation): Figure => ({ name, text: digits(x, spread), full: String(x) })
  const shape = (order: number) => centralMoment(mixture, order) / deviation ** order
  const share = (x: number): string => `${Number((100 * x).toPrecision(4))} %`
  const masses = nonFiniteMasses(mixture)
  const total = totalMass(mixture)
  // Of the bars where there are some, as the quantiles are: Diracs stand within them, so their first lies above small quantiles.
  const reach = barsOf(value)?.edges ?? mixture.positions.subarray(0, count)
  return [
    figure('mean', average),
    { name: 'standard deviation', text: String(Number(deviation.toPrecision(4))), full: String(deviation) },
    ...(deviation > 0 && Number.isFinite(deviation)
      ? [
          { name: 'skewness', text: shape(3).toFixed(3), full: String(shape(3)) },
          { name: 'excess kurtosis', text: (shape(4) - 3).toFixed(3), full: String(shape(4) - 3) },
        ]
      : []),
    {
      name: 'modes',
      text: Array.from(modes(mixture).slice(0, 3), (mode) => digits(mode, deviation)).join(', ') || '–',
      full: modes(mixture).join(' '),
    },
    ...PROBABILITIES.map((p) => figure(p === 0.5 ? 'median' : `quantile ${Number((100 * p).toFixed(1))} %`, quantileAt(value, p))),
    ...(count > 0 ? [figure('support from', reach[0]!), figure('support to', reach.at(-1)!)] : []),
    { name: 'particle', text: String(value.particle), full: String(value.particle) },
    ...[['NaN', masses.nan] as const, ['−Inf', masses.negative] as const, ['+Inf', masses.positive] as const]
      .filter(([, mass]) => mass > 0)
      .map(([name, mass]) => ({ name: `mass of ${name}`, text: share(mass / total), full: String(mass / total) })),
    { name: 'Dirac deltas', text: String(mixture.positions.length), full: String(mixture.positions.length) },
    { name: 'type', text: `${value.type}: ${TYPES[value.type] ?? 'unknown'}`, full: String(value.type) },
  ]
}

/** P(X ≤ x), of the finite part between bars where there are some, by steps elsewhere. */
export function probabilityBelow(value: UxValue, x: number): number {
  const bars = barsOf(value)
  return bars ? histogramCdf(bars, x) : stepCdf(value.mixture, x)
}

function quantileAt(value: UxValue, p: number): number {
  const bars = barsOf(value)
  return bars ? histogramQuantile(bars, p) : stepQuantile(value.mixture, p)
}

/** Undefined where it has masses that are not finite, or is one of a few numbers. */
function barsOf({ mixture }: UxValue) {
  if (isDiscrete(mixture)) return undefined
  const histogram = finiteCount(mixture) === mixture.positions.length ? histogramOf(mixture, 'pairwise') : undefined
  return histogram && 'edges' in histogram ? histogram : undefined
}
