import { describe, expect, test } from 'vitest'
import { covering, kindsOf } from './page-kinds.ts'

describe('the kinds of the elements of a page', () => {
  test('are their names, classes, role and type, and those of the element around', () => {
    expect([...kindsOf('<main class="b a"><p>x <code class=c>y</code></p><input type="search" role=searchbox><br/></main>')]).toEqual([
      ' > main.a.b',
      'main.a.b > p',
      'p > code.c',
      'main.a.b > input[role=searchbox][type=search]',
      'main.a.b > br',
    ])
  })
  test('are the same for pages that differ in text, addresses and the name of the page', () => {
    const page = (id: string) =>
      `<html class="docs-doc-id-${id} docs"><head><title>${id}</title></head><body><a href="/${id}/">${id}</a></body></html>`
    expect(kindsOf(page('one'))).toEqual(kindsOf(page('another')))
  })
  test('leave out what stands in scripts, styles and the values of attributes', () => {
    expect([...kindsOf('<p title="a > b <i>"><script>"<b>"</script><style>u > b{}</style></p>')]).toEqual([' > p'])
  })
  test('go on behind an end that was left out', () => {
    expect([...kindsOf('<ul><li>a<li>b</ul><p>')]).toEqual([' > ul', 'ul > li', 'li > li', ' > p'])
  })
})

test('few pages cover all that there is, those that add most first', () => {
  const pages = new Map([
    ['a', new Set(['1', '2'])],
    ['b', new Set(['1', '2', '3'])],
    ['c', new Set(['4'])],
    ['d', new Set(['4', '1'])],
  ])
  expect(covering(pages)).toEqual(['b', 'c'])
  expect(covering(new Map())).toEqual([])
})
