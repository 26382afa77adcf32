import type { SearchClient } from '@credence/search'
import { expect, test } from 'vitest'
import { suggestions } from './suggestions.ts'

/** One that wants all words of a query, and knows these. */
const knowing = (...known: string[]): SearchClient => ({
  search: async ({ query }) => {
    const nbHits = query.split(' ').every((word) => known.includes(word)) ? 1 : 0
    return { hits: [], nbHits, page: 0, nbPages: nbHits }
  },
})
const failing: SearchClient = { search: () => Promise.reject(new Error('no index')) }

test('a query of several words is suggested with one word less, where that finds something', async () => {
  expect((await suggestions(knowing('bayes', 'zebra'), { query: 'fuzzy bayes zebra' }))[0]).toBe('bayes zebra')
  expect(await suggestions(knowing(), { query: 'xyzzy plugh' })).toEqual(await suggestions(knowing(), { query: 'xyzzy' }))
})
test('three suggestions, never the query itself', async () => {
  for (const query of ['zebra', 'quantile', 'a b', ''])
    for (const client of [knowing('a', 'b'), failing]) {
      const found = await suggestions(client, { query })
      expect(found).toHaveLength(3)
      expect(found).not.toContain(query)
    }
})
