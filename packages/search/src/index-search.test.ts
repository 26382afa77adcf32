import { expect, test } from 'vitest'
import { IndexSearch, mark, snippet } from './index-search.ts'
import { RECORDS } from './testing/records.ts'

const index = new IndexSearch(RECORDS)
const urls = async (query: string, more = {}) => (await index.search({ query, ...more })).hits.map(({ url }) => url)

test.each([
  ['cancel task', '/docs/api/guides/tasks/#cancel'],
  ['quantle', '/docs/uxhw-api/querying-uncertainty/quantile/'],
  ['UxHwDoubleQuantile', '/docs/uxhw-api/querying-uncertainty/quantile/'],
  ['normal distribution', '/docs/uxhw-api/inserting-uncertainty/parametric-distributions/gauss/'],
  ['quant', '/docs/uxhw-api/querying-uncertainty/quantile/'],
])('“%s” finds %s first', async (query, url) => {
  expect((await urls(query))[0]).toBe(url)
})
test('when nothing has all words, some suffice', async () => {
  expect(await urls('cancel zebra')).toContain('/docs/api/guides/tasks/#cancel')
})
test('a page that has both words, in different sections, stands before one that has the more prominent word', async () => {
  const [task] = RECORDS
  const record = (url: string, title: string, content: string) => ({
    ...(task as (typeof RECORDS)[number]),
    objectID: url,
    url,
    type: 'lvl1' as const,
    hierarchy: { lvl0: 'Docs', lvl1: title, lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null },
    content,
  })
  const mixed = new IndexSearch([
    record('/docs/laws/', 'Distributions', 'Laws.'),
    record('/docs/mixture/', 'Mixture', 'One distribution or another.'),
    { ...record('/docs/mixture/#notes', 'Notes', 'It is bimodal.'), type: 'lvl2' },
  ])
  const { hits } = await mixed.search({ query: 'bimodal distribution' })
  expect(hits.map(({ url }) => url)).toEqual(['/docs/mixture/', '/docs/mixture/#notes', '/docs/laws/'])
})
test('nothing is found for words that nothing has, and for an empty query', async () => {
  expect(await index.search({ query: 'zebra' })).toEqual({ hits: [], nbHits: 0, page: 0, nbPages: 0 })
  expect(await urls(' ')).toEqual([])
})
test('facets narrow by area: alternatives inside, conjunction outside', async () => {
  const facetFilters = ['language:en', ['docusaurus_tag:default', 'docusaurus_tag:docs-api-current']]
  expect(await urls('distribution', { facetFilters })).toEqual([])
  expect(await urls('task', { facetFilters })).toHaveLength(2)
  expect(await urls('task', { facetFilters: ['language:de'] })).toEqual([])
})
test('the count is of all hits, whatever the page', async () => {
  const first = await index.search({ query: 'task', hitsPerPage: 1 })
  const second = await index.search({ query: 'task', hitsPerPage: 1, page: 1 })
  expect([first.nbHits, first.nbPages, first.hits.length, second.page]).toEqual([2, 2, 1, 1])
  expect(second.hits[0]?.url).not.toBe(first.hits[0]?.url)
})
test('hits carry their marked headings and a snippet around the match', async () => {
  const [hit] = (await index.search({ query: 'cancel' })).hits
  expect(hit?._highlightResult.hierarchy.lvl2?.value).toBe('<mark>Cancel</mark> a task')
  expect(hit?._snippetResult.content.value).toContain('<mark>Cancelling</mark>')
})
test('marking escapes what is not a mark', () => {
  expect(mark('a <b> & quantile <i>', ['quantile'])).toBe('a &lt;b&gt; &amp; <mark>quantile</mark> &lt;i&gt;')
  expect(mark('<mark>x</mark>', ['zebra'])).toBe('&lt;mark&gt;x&lt;/mark&gt;')
})
test('a word inside markup is marked with the markup escaped', () => {
  expect(mark('<script>quantile</script>', ['quantile'])).toBe('&lt;script&gt;<mark>quantile</mark>&lt;/script&gt;')
  expect(mark('UxHwDoubleQuantile(x, 0.5);', ['quantile'])).toBe('<mark>UxHwDoubleQuantile</mark>(x, 0.5);')
})
test('a snippet says where it was cut', () => {
  const text = `${'before '.repeat(20)}match ${'after '.repeat(40)}`
  expect(snippet(text, ['match'])).toMatch(/^… (before ){6}match (after ){16}after …$/)
  expect(snippet('short text', ['zebra'])).toBe('short text')
  expect(snippet(text, ['match'], 8)).toBe('… before before before before before before match after …')
})
