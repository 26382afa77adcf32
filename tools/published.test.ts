import { readFileSync } from 'node:fs'
import { piecesOf } from '@credence/distribution'
import { expect, test } from 'vitest'
import { disagreement, observe } from './published.ts'

const gauss = piecesOf(`x = ${readFileSync(new URL('../acceptance/published/gauss-32.txt', import.meta.url), 'utf8').trim()}\n`)

test('statistics of a printed normal distribution are near those of the law', () => {
  expect(observe(gauss, { value: 1, statistic: 'mean' })).toBeCloseTo(0, 6)
  expect(observe(gauss, { value: 1, statistic: 'deviation' })).toBeCloseTo(0.99771, 4)
  expect(observe(gauss, { value: 1, statistic: 'quantile 0.975' })).toBeCloseTo(1.96, 1)
  const [low, high] = ['low', 'high'].map((end) => observe(gauss, { value: 1, statistic: `shortest 0.95 ${end}` })) as [number, number]
  expect(high - low).toBeLessThan(2 * 1.97)
  expect(high - low).toBeGreaterThan(2 * 1.85)
})
test('a value or statistic that does not exist is refused', () => {
  expect(() => observe(gauss, { value: 2, statistic: 'mean' })).toThrow('no value 2 was printed')
  expect(() => observe(gauss, { value: 1, statistic: 'median' })).toThrow('no statistic is called median')
})
test('a figure outside of its tolerance is named with its source', () => {
  const figure = { name: 'u', value: 1, statistic: 'deviation', figure: 2, tolerance: 0.1, source: 'a book', observed: 2.05 }
  expect(disagreement([figure])).toBeUndefined()
  expect(disagreement([{ ...figure, observed: 2.2 }])).toBe('u: 2.2, published 2 ± 0.1 (a book)')
  expect(disagreement([{ ...figure, observed: Number.NaN }])).toContain('NaN')
})
