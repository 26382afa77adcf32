// The search finds what readers look for: queries of several kinds, each with the page that answers it, on the built index.
import { readFile } from 'node:fs/promises'
import { IndexSearch, type SearchRecord } from '@credence/search'
import { beforeAll, expect, test } from 'vitest'
import { builtSite } from './built-site.ts'

const RECALL_AT_3 = 0.95
interface Golden {
  readonly kind: string
  readonly query: string
  /** Any of these answers. */
  readonly pages: readonly string[]
}
let records: SearchRecord[]
let golden: Golden[]
beforeAll(async () => {
  records = JSON.parse(await readFile(`${await builtSite()}/search-index.json`, 'utf8'))
  const [, ...lines] = (await readFile(new URL('./golden-queries.tsv', import.meta.url), 'utf8')).trim().split('\n')
  golden = lines.map((line) => {
    const [kind = '', query = '', pages = ''] = line.split('\t')
    return { kind, query, pages: pages.split(' ') }
  })
})

test('there are at least 80 queries, and every expected page is in the index', () => {
  const pages = new Set(records.map(({ url }) => url.split('#')[0]))
  expect(golden.length).toBeGreaterThanOrEqual(80)
  expect(golden.filter((each) => !each.pages.every((page) => pages.has(page)))).toEqual([])
})
test('of the queries, 95 in 100 find their page among the first three', async () => {
  const index = new IndexSearch(records)
  const missed: string[] = []
  for (const { kind, query, pages } of golden) {
    const { hits } = await index.search({ query, hitsPerPage: 10, facetFilters: ['language:en'] })
    const found = hits.map(({ url }) => url.split('#')[0])
    const place = found.findIndex((url) => pages.includes(url ?? ''))
    if (place < 0 || place > 2)
      missed.push(`${kind} “${query}”: ${pages[0]} is ${place < 0 ? 'not among ten' : `at ${place + 1}`}; first ${hits[0]?.url}`)
  }
  expect(missed.slice(0, Math.max(0, missed.length - Math.floor(golden.length * (1 - RECALL_AT_3) + 1e-9)))).toEqual([])
})
