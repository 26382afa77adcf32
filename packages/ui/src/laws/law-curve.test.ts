import { FAMILIES } from '@credence/distribution'
import { CONSTRUCTORS } from '@credence/engine/constructors'
import { expect, test } from 'vitest'
import { lawCurve } from './law-curve.ts'
import { SLIDERS, startOf } from './sliders.ts'

test.each(FAMILIES)('%s: sliders are named as the parameters, and every end of them can be drawn', (family) => {
  const { sliders } = SLIDERS[family]
  expect(sliders.map(({ name }) => name)).toEqual(CONSTRUCTORS[family].parameters)
  for (const end of ['min', 'max', 'value'] as const) {
    const { d, mean } = lawCurve(family, sliders.map((slider) => slider[end])) // biome-ignore format: one line
    expect(d).not.toMatch(/NaN|Infinity/)
    expect(mean).not.toBeNaN()
  }
})
test('the sides of a uniform law are upright, and an exponential one begins with its highest density', () => {
  expect(lawCurve('uniform', [-1, 1]).d).toMatch(/^M112.5 90L112.5 6L[\d.]+ 6.*L187.5 6V90$/)
  expect(lawCurve('exponential', [1]).d).toMatch(/^M17.6 90L17.6 (\d+(\.\d)?)L19.\d /)
})
test('mean and deviation follow the parameters', () => {
  expect(lawCurve('gauss', [2, 0.5])).toMatchObject({ mean: 2, deviation: 0.5 })
  expect(lawCurve('uniform', [0, 6]).mean).toBeCloseTo(3, 12)
  expect(lawCurve('exponential', [3]).deviation).toBeCloseTo(3, 12)
  expect(lawCurve('chisquared', startOf('chisquared')).mean).toBeCloseTo(4, 12)
})
