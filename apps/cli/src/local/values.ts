// The distributions that a program printed, as numbers people and programs can use.
import {
  centralMoment,
  extractUx,
  histogramOf,
  histogramQuantile,
  isDiscrete,
  type Mixture,
  mean,
  parseUx,
  stated,
  stepQuantile,
} from '@credence/distribution'

export const PROBABILITIES = [0.025, 0.25, 0.5, 0.75, 0.975] as const

export interface PrintedValue {
  /** The decimal in front of the Ux string, as it was printed. */
  readonly particle: string
  /** Mean ± standard uncertainty, rounded for people. */
  readonly stated: string
  readonly mean: number
  readonly standardDeviation: number
  /** By probability: the value below which that share of the mass lies. */
  readonly quantiles: Readonly<Record<string, number>>
  /** The whole text, decimal and all. */
  readonly ux: string
}

export function printedValues(output: string): PrintedValue[] {
  return Array.from(extractUx(output), ({ particleText, ux }) => {
    const { mixture } = parseUx(ux)
    return {
      particle: particleText,
      stated: stated(mixture),
      mean: mean(mixture),
      standardDeviation: Math.sqrt(centralMoment(mixture, 2)),
      quantiles: Object.fromEntries(PROBABILITIES.map((p) => [String(p), quantile(mixture)(p)])),
      ux: particleText + ux,
    }
  })
}

/** As UxHwDoubleQuantile has it: by the histogram between the Dirac deltas; of a discrete value, or where some mass is not finite, by the deltas themselves. */
function quantile(mixture: Mixture): (p: number) => number {
  const histogram = mixture.positions.every(Number.isFinite) && !isDiscrete(mixture) ? histogramOf(mixture, 'pairwise') : undefined
  if (!histogram) return (p) => stepQuantile(mixture, p)
  return (p) => ('point' in histogram ? histogram.point : histogramQuantile(histogram, p))
}

/** The n-th printed distribution, counted from 1; the last one when none is named. */
export function chooseValue<Value>(values: readonly Value[], number?: number): Value | undefined {
  return number === undefined ? values.at(-1) : values[number - 1]
}
