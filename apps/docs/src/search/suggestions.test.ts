import { expect, test } from 'vitest'
import { suggestions } from './suggestions.ts'

test('a query of several words is suggested with one word less', () => {
  expect(suggestions('fuzzy bayes zebra').slice(0, 2)).toEqual(['bayes zebra', 'fuzzy zebra'])
})
test('three suggestions, never the query itself', () => {
  for (const query of ['zebra', 'quantile', 'a b', '']) {
    expect(suggestions(query)).toHaveLength(3)
    expect(suggestions(query)).not.toContain(query)
  }
})
