import { expect, test } from 'vitest'
import { parsePage } from '../rendered/page.ts'
import { recordsOf } from './records.ts'

const page = parsePage(
  `<article><h1>Page</h1><p>intro</p><h2 id="a">A</h2><p>text</p><h3 id="b">B</h3><h2 id="c">C</h2><p>${'long '.repeat(600)}</p></article>`,
)
const NOTHING_ASKED = new Map()
const records = page ? recordsOf('/docs/uxhw-api/x/', page, NOTHING_ASKED) : []

test('each heading gives a record with its address and the headings above it', () => {
  expect(records.map(({ url, type, hierarchy: { lvl1, lvl2, lvl3 } }) => [url, type, lvl1, lvl2, lvl3])).toEqual([
    ['/docs/uxhw-api/x/', 'lvl1', 'Page', null, null],
    ['/docs/uxhw-api/x/#a', 'lvl2', 'Page', 'A', null],
    ['/docs/uxhw-api/x/#b', 'lvl3', 'Page', 'A', 'B'],
    ['/docs/uxhw-api/x/#c', 'lvl2', 'Page', 'C', null],
  ])
})
test('records carry area, tag and language', () => {
  expect(records[0]).toMatchObject({ hierarchy: { lvl0: 'Hardware API' }, docusaurus_tag: 'docs-uxhw-api-current', language: 'en' })
  expect(page && recordsOf('/', page, NOTHING_ASKED)[0]?.docusaurus_tag).toBe('default')
})
test('long sections are cut between blocks', () => {
  const long = parsePage(`<article><h1>Page</h1>${`<p>${'long '.repeat(600)}</p>`.repeat(4)}</article>`)
  expect(long && recordsOf('/x/', long, NOTHING_ASKED)[0]?.content.split('\n')).toHaveLength(2)
})
test('a page is found by its keywords, and a section by the words in which it is asked for', () => {
  const asked = parsePage(
    '<head><meta name="keywords" content="percentile,CI"></head><article><h1>Q</h1><p>a</p><h2 id="b">B</h2><p><span hidden data-asked="how big"></span>b</p></article>',
  )
  const wordings = new Map([['how big', ['how big', 'size in bytes']]])
  expect(asked && recordsOf('/x/', asked, wordings).map(({ keywords }) => keywords)).toEqual(['percentile,CI', 'how big; size in bytes'])
  expect(() => asked && recordsOf('/x/', asked, NOTHING_ASKED)).toThrow('how big')
})
test('a section of the reference names its operation', () => {
  const reference = parsePage(
    '<main><h1>R</h1><h3 id="operation/listTasks">List tasks</h3><p><span>GET</span> <code>/tasks</code></p><p>Yours.</p></main>',
  )
  expect(reference && recordsOf('/r/', reference, NOTHING_ASKED)[1]?.operation).toBe('GET /tasks')
})
