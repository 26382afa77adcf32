// Values that the tests of this package draw.
import { type Family, law, type Mixture, mixtureOf, parseUx, plainValue, ttrOfLaw, ttrOfMixture, type UxValue, uxValue } from '@credence/distribution'
import worked from '../../../distribution/src/fixtures/worked-examples.json' with { type: 'json' }
import type { PlotOptions } from '../options.ts'

export function table(family: Family, order: number, shape1 = 0, shape2 = 0): Mixture {
  return ttrOfLaw(law(family, shape1, shape2), order)
}

/** Weighted, scaled and shifted mixtures, together. */
export function together(...parts: { of: Mixture; mass: number; scale?: number; shift?: number }[]): Mixture {
  return mixtureOf(
    parts.flatMap(({ of, scale = 1, shift = 0 }) => Array.from(of.positions, (x) => scale * x + shift)),
    parts.flatMap(({ of, mass }) => Array.from(of.masses, (m) => mass * m)),
  )
}

const gauss = table('gauss', 5)

export const EXAMPLES: Readonly<Record<string, { readonly value: UxValue; readonly options?: PlotOptions }>> = {
  'standard-gaussian': { value: uxValue(gauss) },
  'uniform-example-6': { value: parseUx(worked[6].text) },
  'two-modes-far-apart': {
    value: uxValue(ttrOfMixture(together({ of: gauss, mass: 0.6 }, { of: gauss, mass: 0.4, scale: 0.6, shift: 12 }), 6)),
  },
  'heavy-tail': { value: uxValue(table('lognormal', 6, 1)) },
  'full-resolution': { value: uxValue(table('gamma', 9, 2)), options: { fullResolution: true } },
  point: { value: plainValue(105998.109375) },
  'with-nan-and-infinity': {
    value: uxValue(together({ of: gauss, mass: 0.7 }, { of: mixtureOf([Number.NaN, Number.POSITIVE_INFINITY], [2 / 3, 1 / 3]), mass: 0.3 })),
  },
  'only-nan': { value: plainValue(Number.NaN) },
  'custom-limits': { value: uxValue(gauss), options: { xLimMin: -1, xLimMax: 4, yLimMin: 0, yLimMax: 0.3, xAxisLabel: 'Voltage <V> & noise' } },
  'narrow-far-from-zero': { value: uxValue(together({ of: gauss, mass: 1, scale: 1e-9, shift: 1.0000001 })) },
}
