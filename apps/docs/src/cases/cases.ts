// The worked cases, each with the result of its program as a thumbnail.
import twoThermometers from '@site/.examples/cases/fusion.json?thumbnail'
import additive from '@site/.examples/cases/gum-additive.json?thumbnail'
import comparison from '@site/.examples/cases/gum-comparison-loss.json?thumbnail'
import gauge from '@site/.examples/cases/gum-gauge-block.json?thumbnail'
import mass from '@site/.examples/cases/gum-mass.json?thumbnail'
import kalman from '@site/.examples/cases/kalman.json?thumbnail'
import lifetime from '@site/.examples/cases/lifetime.json?thumbnail'
import option from '@site/.examples/cases/option.json?thumbnail'
import portfolio from '@site/.examples/cases/portfolio.json?thumbnail'
import projectile from '@site/.examples/cases/projectile.json?thumbnail'
import radiocarbon from '@site/.examples/cases/radiocarbon.json?thumbnail'
import rcFilter from '@site/.examples/cases/rc-filter.json?thumbnail'
import surface from '@site/.examples/cases/temperature/src/main.json?thumbnail'
import thermistor from '@site/.examples/cases/thermistor.json?thumbnail'
import viscosity from '@site/.examples/first.json?thumbnail'
import type { Thumbnail } from '../../plugins/examples/thumbnail.ts'

export interface Case {
  readonly title: string
  readonly to: string
  readonly field: string
  readonly shows: string
  readonly thumbnail: Thumbnail
  /** What the number is; absent: what the program prints before it. */
  readonly quantity?: string
}

export const CASES: readonly Case[] = [
  {
    title: 'Additive models',
    to: '/docs/platform/cases/metrology/#additive-models-gum-s1-92',
    field: 'metrology',
    shows: 'the shape of a sum: GUM-S1 9.2.2, 9.2.3, 9.2.4',
    thumbnail: additive,
  },
  {
    title: 'Mass calibration',
    to: '/docs/platform/cases/metrology/#mass-calibration-gum-s1-93',
    field: 'metrology',
    shows: 'where first order misses the uncertainty: GUM-S1 9.3',
    thumbnail: mass,
  },
  {
    title: 'Comparison loss',
    to: '/docs/platform/cases/metrology/#comparison-loss-gum-s1-94',
    field: 'metrology',
    shows: 'where first order gives nothing; correlated inputs: GUM-S1 9.4',
    thumbnail: comparison,
    quantity: 'loss, in 1e-6, at x₁ = 0',
  },
  {
    title: 'Gauge block',
    to: '/docs/platform/cases/metrology/#gauge-block-gum-s1-95',
    field: 'metrology',
    shows: 'many distributions at once: GUM-S1 9.5',
    thumbnail: gauge,
  },
  {
    title: 'Surface temperature',
    to: '/docs/platform/cases/metrology/#surface-temperature-tn-1900-e2',
    field: 'metrology',
    shows: 'readings from a file; Student’s t: TN 1900 E2',
    thumbnail: surface,
  },
  {
    title: 'Viscosity',
    to: '/docs/platform/cases/metrology/#viscosity-tn-1900-e3',
    field: 'metrology',
    shows: 'a skewed ratio: TN 1900 E3',
    thumbnail: viscosity,
  },
  {
    title: 'Thermistor',
    to: '/docs/platform/cases/sensors/#thermistor-and-converter',
    field: 'sensors',
    shows: 'from a converter’s code to a temperature',
    thumbnail: thermistor,
  },
  {
    title: 'Two thermometers',
    to: '/docs/platform/cases/sensors/#two-thermometers',
    field: 'sensors',
    shows: 'inverse-variance fusion',
    thumbnail: twoThermometers,
  },
  {
    title: 'Kalman filter',
    to: '/docs/platform/cases/sensors/#kalman-filter',
    field: 'sensors',
    shows: 'shared origins make the error’s variance right',
    thumbnail: kalman,
  },
  { title: 'RC filter', to: '/docs/platform/cases/sensors/#rc-filter', field: 'electronics', shows: 'yield from tolerances', thumbnail: rcFilter },
  {
    title: 'Option price',
    to: '/docs/platform/cases/finance/#option-price',
    field: 'finance',
    shows: 'Black-Scholes with an uncertain volatility',
    thumbnail: option,
  },
  {
    title: 'Portfolio',
    to: '/docs/platform/cases/finance/#portfolio',
    field: 'finance',
    shows: 'correlated geometric Brownian motion, value at risk',
    thumbnail: portfolio,
  },
  {
    title: 'Projectile',
    to: '/docs/platform/cases/physics/#projectile',
    field: 'physics',
    shows: 'the mean is not the value at the means',
    thumbnail: projectile,
  },
  {
    title: 'Radiocarbon age',
    to: '/docs/platform/cases/physics/#radiocarbon-age',
    field: 'physics',
    shows: 'a logarithm of a ratio of counts',
    thumbnail: radiocarbon,
  },
  {
    title: 'Lifetime',
    to: '/docs/platform/cases/physics/#lifetime-of-two-bearings',
    field: 'reliability',
    shows: 'a minimum without a branch',
    thumbnail: lifetime,
  },
]
