import { expect, test } from 'vitest'
import { corrections, mistakes } from './typos.ts'

test.each([
  ['quantile', 'quantile', 0],
  ['quanitle', 'quantile', 1],
  ['wehbooks', 'webhooks', 1],
  ['quantle', 'quantile', 1],
  ['kitten', 'sitting', 3],
  ['', 'abc', 3],
  // Letters between two swapped ones are not edited twice: 3, where the unrestricted distance is 2.
  ['ca', 'abc', 3],
])('%s is %s with %d mistakes', (a, b, count) => {
  expect([mistakes(a, b), mistakes(b, a)]).toEqual([count, count])
})
test('short words and words with digits are not corrected; long ones forgive two mistakes', () => {
  const known = new Map([
    ['task', 5],
    ['exponential', 2],
    ['gumbel1', 1],
  ])
  expect([corrections('tsk', known), corrections('chi2', known)]).toEqual([[], []])
  expect(corrections('expontial', known)).toEqual([{ word: 'exponential', distance: 2 }])
  expect(corrections('taks', known)).toEqual([{ word: 'task', distance: 1 }])
})
test('of words equally near those with the same ends come first, then common ones', () => {
  const known = new Map([
    ['form', 1],
    ['norm', 9],
    ['firm', 5],
  ])
  expect(corrections('forn', known).map(({ word }) => word)).toEqual(['form'])
  expect(corrections('fxrm', known).map(({ word }) => word)).toEqual(['firm', 'form'])
})
test('a short word is not taken for one that hardly any record has, which nonsense would be', () => {
  const known = new Map([
    ['plug', 1],
    ['price', 5],
    ['weibull', 1],
  ])
  expect(corrections('plugh', known, 3)).toEqual([])
  expect(corrections('pirce', known, 3)).toEqual([{ word: 'price', distance: 1 }])
  expect(corrections('webull', known, 3)).toEqual([{ word: 'weibull', distance: 1 }])
})
