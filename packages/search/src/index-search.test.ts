import { expect, test } from 'vitest'
import { IndexSearch } from './index-search.ts'
import { RECORDS, record } from './testing/records.ts'

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
  expect(hits.map(({ url }) => url.split('#')[0])).toEqual(['/docs/mixture/', '/docs/mixture/', '/docs/laws/'])
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
test('hits are grouped by page where the best of them stands, when that is asked for', async () => {
  const pages = new IndexSearch([
    record('/a/', ['A', 'Cats'], 'Cats.'),
    record('/a/#1', ['A', 'Cats', 'Cats one'], 'Cats cats.'),
    record('/a/#2', ['A', 'Cats', 'More cats'], 'Cats cats.'),
    record('/b/', ['A', 'Dogs'], 'Dogs and cats.'),
  ])
  const found = async (distinct?: number) => (await pages.search({ query: 'cats', distinct })).hits.map(({ url }) => url.split('#')[0])
  expect(await found()).toHaveLength(4)
  expect(await found(2)).toEqual(['/a/', '/a/', '/b/'])
  expect(await found(1)).toEqual(['/a/', '/b/'])
})
test('letters that are swapped, left out or doubled are forgiven', async () => {
  expect((await urls('quanitle'))[0]).toBe('/docs/uxhw-api/querying-uncertainty/quantile/')
  expect((await urls('taks'))[0]).toMatch(/tasks/)
  expect((await urls('distirbutoin'))[0]).toMatch(/gauss/)
})
test('a word that is not yet typed to its end is not taken for a mistake', () => {
  expect(index.wordsOf('quant')).toEqual(['quant'])
  expect(index.wordsOf('quanitle')).toEqual(['quantile'])
})
test('synonyms of the field and the keywords of a page find it', async () => {
  const gauss = { ...record('/gauss/', ['A', 'Gauss'], 'A law.'), keywords: 'normal, bell curve' }
  const more = new IndexSearch([
    gauss,
    record('/q/', ['A', 'Quantile'], 'Where a share of the mass ends.'),
    record('/c/', ['A', 'Cancel'], 'Ends it.'),
  ])
  const first = (query: string) => more.rank(query)[0]?.url
  expect(['bell curve', 'normal', 'percentile', 'CI', 'confidence interval', 'abort'].map(first)).toEqual([
    '/gauss/',
    '/gauss/',
    '/q/',
    '/q/',
    '/q/',
    '/c/',
  ])
})
test('a page is found by what others say where they link to it', async () => {
  const tail = {
    ...record('/tail/', ['A', 'Tail probability'], 'The share of the mass above a limit.'),
    elsewhere: 'How often is a part out of spec?',
  }
  const more = new IndexSearch([tail, record('/q/', ['A', 'Quantile'], 'A part of the mass lies below.')])
  expect(more.rank('part spec').map(({ url }) => url)).toEqual(['/tail/', '/q/'])
})
test('an operation is found by method and path, and an error by the whole answer', async () => {
  const operation = (id: string, text: string) => ({ ...record(`/ref/#operation/${id}`, ['A', 'API', 'Tasks', id], text), operation: text })
  const api = new IndexSearch([
    operation('getTask', 'GET /tasks/{TaskID}'),
    operation('listTasks', 'GET /tasks'),
    operation('createTask', 'POST /tasks'),
    record('/errors/#core', ['A', 'Errors', '404', 'Core not found'], 'No core of yours.'),
    record('/cores/', ['A', 'Cores'], 'What a core is; not found elsewhere.'),
  ])
  const first = (query: string) => api.rank(query)[0]?.url
  expect(first('GET /tasks')).toBe('/ref/#operation/listTasks')
  expect(first('get https://host.example/tasks/tsk_1?x=2')).toBe('/ref/#operation/getTask')
  expect(first('POST /tasks')).toBe('/ref/#operation/createTask')
  expect(first('{"error":"Not Found","message":"Core not found"}')).toBe('/errors/#core')
})

test('a hit shows its sentences; its listing where the words stand in nothing else', async () => {
  const index = new IndexSearch([record('/a/', ['Area', 'Quantile'], 'Gives a position of a mass.\n```\ndouble UxHwQuantile(double value);\n```')])
  const shown = async (query: string) => (await index.search({ query })).hits[0]?._snippetResult.content.value
  expect(await shown('mass')).toBe('Gives a position of a <mark>mass</mark>.')
  expect(await shown('double')).toContain('<mark>double</mark>')
})
