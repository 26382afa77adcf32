// The sliders of each parametric law: what they may be, where they begin, and the axis on which one sees them move.
import type { Family } from '@credence/distribution'

export interface Slider {
  readonly name: string
  readonly min: number
  readonly max: number
  readonly step: number
  readonly value: number
}
export interface Sliders {
  readonly sliders: readonly Slider[]
  readonly axis: readonly [from: number, to: number]
}
const slider = (name: string, min: number, max: number, value: number, step = 0.1): Slider => ({ name, min, max, step, value })

/** Names and order are those of the parameters of the constructor. */
export const SLIDERS: Readonly<Record<Family, Sliders>> = {
  uniform: { sliders: [slider('a', -3, 0.9, -1), slider('b', 1, 3, 1)], axis: [-4, 4] },
  gauss: { sliders: [slider('mu', -2, 2, 0), slider('sigma', 0.2, 2, 1)], axis: [-5, 5] },
  exponential: { sliders: [slider('mu', 0.2, 4, 1)], axis: [-0.5, 8] },
  lognormal: { sliders: [slider('mu', -1, 1, 0), slider('sigma', 0.1, 1.5, 0.5)], axis: [-0.4, 6] },
  laplace: { sliders: [slider('mu', -2, 2, 0), slider('b', 0.2, 2, 1)], axis: [-6, 6] },
  logistic: { sliders: [slider('location', -2, 2, 0), slider('scale', 0.2, 2, 1)], axis: [-8, 8] },
  gumbel1: { sliders: [slider('mu', -2, 2, 0), slider('beta', 0.2, 2, 1)], axis: [-5, 9] },
  gev: { sliders: [slider('xi', -0.8, 0.8, 0.2)], axis: [-4, 8] },
  weibull: { sliders: [slider('k', 0.6, 5, 1.5), slider('lambda', 0.5, 3, 1.5)], axis: [-0.3, 6] },
  boundedpareto: { sliders: [slider('alpha', 0.2, 4, 1.5), slider('xMin', 0.5, 2, 1), slider('xMax', 4, 12, 8)], axis: [0, 13] },
  beta: { sliders: [slider('a', 0.5, 8, 2), slider('b', 0.5, 8, 4)], axis: [-0.05, 1.05] },
  gamma: { sliders: [slider('k', 0.5, 8, 2), slider('theta', 0.2, 2, 1)], axis: [-0.5, 12] },
  inversegamma: { sliders: [slider('alpha', 1.1, 8, 3), slider('beta', 0.5, 4, 2)], axis: [-0.2, 5] },
  chisquared: { sliders: [slider('k', 1, 12, 4, 1)], axis: [-1, 24] },
  f: { sliders: [slider('d1', 1, 20, 5, 1), slider('d2', 3, 40, 10, 1)], axis: [-0.2, 5] },
  studentst: { sliders: [slider('nu', 1.5, 30, 4, 0.5)], axis: [-6, 6] },
}
export const startOf = (family: Family): number[] => SLIDERS[family].sliders.map(({ value }) => value)

/** Mean and standard deviation of a law to three digits. */
export function inWords(mean: number, deviation: number): string {
  return `mean ${short(mean)}, deviation ${Number.isFinite(deviation) ? short(deviation) : 'without bound'}`
}
const short = (x: number): string => String(Number(x.toPrecision(3))).replace('-', '\u2212')
