import { FAMILIES, mean, stepCdf } from '@credence/distribution'
import { expect, test } from 'vitest'
import { placedLaw, valueOfLaw } from './placed.ts'
import { startOf } from './sliders.ts'

test.each(FAMILIES)('%s: the value has the mean and the quantiles of its law', (family) => {
  const { law, location, scale } = placedLaw(family, startOf(family))
  const { mixture } = valueOfLaw(family, startOf(family))
  expect(mean(mixture)).toBeCloseTo(location + scale * law.mean, 9)
  for (const p of [0.1, 0.5, 0.9]) expect(Math.abs(stepCdf(mixture, location + scale * law.quantile(p)) - p)).toBeLessThan(0.015)
})
test.each([
  ['gauss', [1, 0], 'gauss: sigma is 0, must be above 0'],
  ['gauss', [Number.NaN, 1], 'gauss: mu is NaN, must be finite'],
  ['uniform', [2, 1], 'uniform: a is 2, must be below b'],
  ['boundedpareto', [1, -1, 2], 'boundedpareto: xMin is -1, must be above 0'],
  ['studentst', [1], 'studentst: nu is 1, must be finite and above 1'],
] as const)('%s of %j is refused', (family, parameters, message) => {
  expect(() => placedLaw(family, parameters)).toThrow(message)
})
