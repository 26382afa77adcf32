// The search finds what readers look for: queries of several kinds, each with the page that answers it, on the built index, as the site and as agents
// are answered. Expected is a page or, with an anchor, a section; of several, any.
import { readFile } from 'node:fs/promises'
import { IndexSearch, pageOf, type SearchRecord } from '@credence/search'
import { beforeAll, expect, test } from 'vitest'
import { searchDocs } from '../../server/src/agents/documentation.ts'
import { SECTIONS_OF_A_PAGE } from '../src/search/by-page.ts'
import { builtSite } from './built-site.ts'

const FIRST = 0.85
const AMONG_THREE = 0.97
interface Golden {
  readonly kind: string
  readonly query: string
  readonly expected: readonly string[]
}
let records: SearchRecord[]
let index: IndexSearch
let golden: Golden[]
beforeAll(async () => {
  records = JSON.parse(await readFile(`${await builtSite()}/search-index.json`, 'utf8'))
  index = new IndexSearch(records)
  const [, ...lines] = (await readFile(new URL('./golden-queries.tsv', import.meta.url), 'utf8')).trim().split('\n')
  golden = lines.map((line) => {
    const [kind = '', query = '', expected = ''] = line.split('\t')
    return { kind, query, expected: expected.split(' ') }
  })
})

test('there are 200 queries, and every expected page is in the index', () => {
  const there = new Set(records.flatMap(({ url }) => [url, url.split('#')[0]]))
  expect(golden).toHaveLength(200)
  expect(golden.filter(({ expected }) => !expected.every((page) => there.has(page)))).toEqual([])
})
test('the right page is the first for 85 of 100 queries, and among the first three for 97', async () => {
  const places = await placesOf(async (query) => {
    const { hits } = await index.search({ query, hitsPerPage: 20, distinct: SECTIONS_OF_A_PAGE, facetFilters: ['language:en'] })
    return [...Map.groupBy(hits, pageOf).values()].map((sections) => sections.map(({ url }) => url))
  })
  hold(places)
})
test('agents find the same with search_docs', async () => {
  const site = { index, examples: [], text: async () => undefined }
  const places = await placesOf(async (query) => {
    const { structured } = await searchDocs(site, { query }, 'https://site.example')
    return (structured as { results: { url: string }[] }).results.map(({ url }) => [url.replace('https://site.example', '')])
  })
  hold(places)
})

interface Place extends Golden {
  /** Counted from 0; -1: not found. */
  readonly place: number
  readonly before: string | undefined
}
/** @param find  pages in their order, each with the sections that are shown */
async function placesOf(find: (query: string) => Promise<readonly (readonly string[])[]>): Promise<Place[]> {
  return Promise.all(
    golden.map(async (each) => {
      const pages = await find(each.query)
      const place = pages.findIndex((urls) => urls.some((url) => each.expected.includes(url) || each.expected.includes(url.split('#')[0] ?? '')))
      return { ...each, place, before: pages[0]?.[0] }
    }),
  )
}

function hold(places: readonly Place[]): void {
  const beyond = (last: number) =>
    places
      .filter(({ place }) => place < 0 || place > last)
      .map(
        ({ kind, query, expected, place, before }) =>
          `${kind} “${query}”: ${expected[0]} is ${place < 0 ? 'not found' : `at ${place + 1}`}; first ${before}`,
      )
  const tolerated = (share: number) => Math.floor(places.length * (1 - share) + 1e-9)
  expect(beyond(2).slice(tolerated(AMONG_THREE))).toEqual([])
  expect(beyond(0).slice(tolerated(FIRST))).toEqual([])
}
