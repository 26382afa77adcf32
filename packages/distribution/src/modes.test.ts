import { expect, test } from 'vitest'
import { law } from './laws/standard-law.ts'
import { mixtureOf } from './mixture.ts'
import { modes } from './modes.ts'
import { ttrOfLaw } from './ttr-of-law.ts'

test('a Gaussian has one, at the Dirac delta next to the centre', () => {
  const found = modes(ttrOfLaw(law('gauss', 0, 0), 4))
  expect(found.length).toBe(1)
  expect(Math.abs(found[0]!)).toBeCloseTo(0.0931705533, 9)
})

test.each([
  ['exponential', 0, 0],
  ['gumbel1', 0, 0],
  ['laplace', 0, 0],
  ['lognormal', 1, 0],
  ['beta', 2, 5],
  ['gamma', 3, 0],
  ['uniform', 0, 0],
  ['studentst', 1.5, 0],
] as const)('%s has one at every order', (family, shape1, shape2) => {
  for (const order of [3, 4, 5, 6, 8]) expect(modes(ttrOfLaw(law(family, shape1, shape2), order)).length).toBe(1)
})

test('beta(1/2, 1/2) has one at each end', () => {
  expect(modes(ttrOfLaw(law('beta', 0.5, 0.5), 5)).length).toBe(2)
})

test('a dent of less than a tenth makes no mode', () => {
  expect([...modes(mixtureOf([1, 2, 3, 4, 5], [0.21, 0.22, 0.215, 0.22, 0.21]))]).toEqual([2])
})

test('a plateau counts once, in its middle', () => {
  expect([...modes(mixtureOf([1, 2, 3], [0.2, 0.2, 0.2]))]).toEqual([2])
})

test('two humps give two, the higher first', () => {
  const humps = mixtureOf([0, 1, 2, 10, 11, 12], [0.1, 0.2, 0.1, 0.15, 0.3, 0.15])
  expect([...modes(humps)].slice(0, 2)).toEqual([11, 1])
})

test('a point has one, nothing has none', () => {
  expect([...modes(mixtureOf([4], [1]))]).toEqual([4])
  expect([...modes(mixtureOf([Number.NaN], [1]))]).toEqual([])
})
