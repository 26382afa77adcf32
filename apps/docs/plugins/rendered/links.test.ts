import { expect, test } from 'vitest'
import { linksOf } from './links.ts'
import { parsePage } from './page.ts'

const saidOf = (body: string, path = '/docs/a/') => {
  const page = parsePage(body)
  return page ? linksOf(path, page) : []
}

test('a link is described by its sentence, and in a table by its row', () => {
  const table = '<table><tbody><tr><td>How likely is more than a limit?</td><td><a href="/docs/tail/">Tail</a></td></tr></tbody></table>'
  expect(saidOf(`<article><h1>A</h1><p>First. To lose nothing, see <a href="/docs/b/#c">backup</a>. Last.</p>${table}</article>`)).toEqual([
    { url: '/docs/b/#c', text: 'To lose nothing, see backup.' },
    { url: '/docs/tail/', text: 'How likely is more than a limit? Tail' },
  ])
})
test('links that say nothing are left out: to the page itself, elsewhere, alone in a list, and those of the furniture', () => {
  const links = [
    '<p>See <a href="/docs/a/#b">below</a>.</p>',
    '<p>See <a href="https://x.example/">x</a>.</p>',
    '<ul><li><a href="/docs/b/">B</a></li></ul>',
  ]
  const furniture = '<nav><p>Next is <a href="/docs/c/">C</a></p></nav>'
  expect(saidOf(`<article><h1>A</h1>${links.join('')}${furniture}</article>`)).toEqual([])
})
test('a page that is no article describes no other page', () => {
  expect(saidOf('<main><h1>A</h1><p>See <a href="/docs/b/">B</a>.</p></main>')).toEqual([])
})
