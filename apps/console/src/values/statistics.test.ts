import { mixtureOf, parseUx, uxValue } from '@credence/distribution'
import { expect, test } from 'vitest'
import examples from '../../../../packages/distribution/src/fixtures/worked-examples.json' with { type: 'json' }
import { figuresOf, probabilityBelow, summaryOf } from './statistics.ts'

const uniform = parseUx(examples['6'].text)
const of = (name: string) => Number(figuresOf(uniform).find((figure) => figure.name === name)?.full)

test('the figures of a uniform value are those of its law', () => {
  expect(of('mean')).toBeCloseTo(106_000, 6)
  expect(of('standard deviation')).toBeCloseTo(2000 / Math.sqrt(12), 0)
  expect(of('skewness')).toBeCloseTo(0, 6)
  expect(of('excess kurtosis')).toBeCloseTo(-1.2, 2)
  expect(of('median')).toBeCloseTo(106_000, 6)
  expect(of('quantile 5 %')).toBeCloseTo(105_100, 6)
  expect(of('Dirac deltas')).toBe(64)
})
test('the support reaches as far as the bars, and no quantile lies outside of it', () => {
  expect(of('support from')).toBeCloseTo(105_000, 6)
  expect(of('support to')).toBeCloseTo(107_000, 6)
  expect(of('support from')).toBeLessThan(of('quantile 0.1 %'))
  expect(of('support to')).toBeGreaterThan(of('quantile 99.9 %'))
})
test('of a value that is one of a few numbers, support and quantiles are among them', () => {
  const die = uxValue(mixtureOf([1, 2, 3, 4, 5, 6], Array(6).fill(1 / 6)))
  const figure = (name: string) => Number(figuresOf(die).find((each) => each.name === name)?.full)
  expect(['support from', 'quantile 25 %', 'quantile 95 %', 'support to'].map(figure)).toEqual([1, 2, 6, 6])
  expect(probabilityBelow(die, 2.5)).toBeCloseTo(2 / 6, 12)
})
test('a threshold divides the mass', () => {
  expect(probabilityBelow(uniform, 105_500)).toBeCloseTo(0.25, 9)
  expect(probabilityBelow(uniform, 104_000)).toBe(0)
  expect(probabilityBelow(uniform, 108_000)).toBe(1)
})
test('a plain number is itself', () => {
  const plain = parseUx('2.5')
  expect(summaryOf(plain)).toBe('2.5')
  expect(probabilityBelow(plain, 2.4)).toBe(0)
  expect(probabilityBelow(plain, 2.5)).toBe(1)
})
