import { expect, test } from 'vitest'
import { parsePage } from '../rendered/page.ts'
import { recordsOf } from './records.ts'

const page = parsePage(
  `<article><h1>Page</h1><p>intro</p><h2 id="a">A</h2><p>text</p><h3 id="b">B</h3><h2 id="c">C</h2><p>${'long '.repeat(600)}</p></article>`,
)
const records = page ? recordsOf('/docs/uxhw-api/x/', page) : []

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
  expect(page && recordsOf('/', page)[0]?.docusaurus_tag).toBe('default')
})
test('long sections are cut', () => {
  expect(records[3]?.content).toHaveLength(1500)
})
