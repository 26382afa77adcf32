// The search finds what readers look for: queries of several kinds, each with the page that answers it, on the built index, as the site and as agents
// are answered. Expected is a page or, with an anchor, a section; of several, any.
import { readFile } from 'node:fs/promises'
import { IndexSearch, pageOf, type SearchRecord } from '@credence/search'
import { beforeAll, expect, test } from 'vitest'
import { searchDocs } from '../../server/src/agents/documentation.ts'
import { SECTIONS_OF_A_PAGE } from '../src/search/by-page.ts'
import { builtSite } from './built-site.ts'

/** Of queries that were seen while keywords and synonyms were written, and of those that were not: shares of all. */
const SETS = {
  golden: { queries: 200, first: 0.85, amongThree: 0.97 },
  'held-out': { queries: 60, first: 0.75, amongThree: 0.95 },
  'held-out-2': { queries: 40, first: 0.65, amongThree: 0.925 },
  'held-out-3': { queries: 40, first: 0.85, amongThree: 0.95 },
} as const
type SetName = keyof typeof SETS
const SET_NAMES = Object.keys(SETS) as SetName[]
interface Golden {
  readonly kind: string
  readonly query: string
  readonly expected: readonly string[]
}
let records: SearchRecord[]
let index: IndexSearch
let sets: Record<SetName, Golden[]>
beforeAll(async () => {
  records = JSON.parse(await readFile(`${await builtSite()}/search-index.json`, 'utf8'))
  index = new IndexSearch(records)
  sets = Object.fromEntries(await Promise.all(SET_NAMES.map(async (name) => [name, await queriesOf(name)]))) as typeof sets
})
async function queriesOf(name: SetName): Promise<Golden[]> {
  const [, ...lines] = (await readFile(new URL(`./${name}-queries.tsv`, import.meta.url), 'utf8')).trim().split('\n')
  return lines.map((line) => {
    const [kind = '', query = '', expected = ''] = line.split('\t')
    return { kind, query, expected: expected.split(' ') }
  })
}

test.each(SET_NAMES)('every query of the %s set is there, and every expected page in the index', (name) => {
  const there = new Set(records.flatMap(({ url }) => [url, url.split('#')[0]]))
  expect(sets[name]).toHaveLength(SETS[name].queries)
  expect(sets[name].filter(({ expected }) => !expected.every((page) => there.has(page)))).toEqual([])
})
test.each(SET_NAMES)('the right page is first, and among the first three, for most queries of the %s set', async (name) => {
  const places = await placesOf(name, async (query) => {
    const { hits } = await index.search({ query, hitsPerPage: 20, distinct: SECTIONS_OF_A_PAGE, facetFilters: ['language:en'] })
    return [...Map.groupBy(hits, pageOf).values()].map((sections) => sections.map(({ url }) => url))
  })
  hold(name, places)
})
test.each(SET_NAMES)('agents find the same with search_docs, %s set', async (name) => {
  const site = { index, examples: [], text: async () => undefined }
  const places = await placesOf(name, async (query) => {
    const { structured } = await searchDocs(site, { query }, 'https://site.example')
    return (structured as { results: { url: string }[] }).results.map(({ url }) => [url.replace('https://site.example', '')])
  })
  hold(name, places)
})

interface Place extends Golden {
  /** Counted from 0; -1: not found. */
  readonly place: number
  readonly before: string | undefined
}
/** @param find  pages in their order, each with the sections that are shown */
async function placesOf(name: SetName, find: (query: string) => Promise<readonly (readonly string[])[]>): Promise<Place[]> {
  return Promise.all(
    sets[name].map(async (each) => {
      const pages = await find(each.query)
      const place = pages.findIndex((urls) => urls.some((url) => each.expected.includes(url) || each.expected.includes(url.split('#')[0] ?? '')))
      return { ...each, place, before: pages[0]?.[0] }
    }),
  )
}

function hold(name: SetName, places: readonly Place[]): void {
  const { first, amongThree } = SETS[name]
  const beyond = (last: number) =>
    places
      .filter(({ place }) => place < 0 || place > last)
      .map(
        ({ kind, query, expected, place, before }) =>
          `${kind} “${query}”: ${expected[0]} is ${place < 0 ? 'not found' : `at ${place + 1}`}; first ${before}`,
      )
  const tolerated = (share: number) => Math.floor(places.length * (1 - share) + 1e-9)
  expect(beyond(2).slice(tolerated(amongThree))).toEqual([])
  expect(beyond(0).slice(tolerated(first))).toEqual([])
}
