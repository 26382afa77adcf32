import { expect, test } from 'vitest'
import { parsePage, sectionsOf } from './page.ts'

const HTML = `<!doctype html><html><head><title>T | Site</title><meta name="description" content="About it"></head><body>
<nav>menu</nav><main><article>
<nav class="breadcrumbs">crumbs</nav>
<h1>Title</h1><p>Intro<button>Copy</button> text.</p>
<h2 id="a">First <a class="hash-link" href="#a">#</a></h2><p>One</p><ul><li>two</li><li>three</li></ul>
<h3 id="b">Deep</h3><pre><code>x = Ux${'0F'.repeat(40)}</code></pre>
<div hidden>secret</div><script>code()</script>
</article></main></body></html>`
const page = parsePage(HTML)

test('a page gives its title, description and article', () => {
  expect([page?.title, page?.description, page?.content.tagName]).toEqual(['Title', 'About it', 'article'])
})
test('a page is cut at its headings, without furniture, scripts and hidden parts', () => {
  expect(page && sectionsOf(page)).toEqual([
    { level: 1, title: 'Title', anchor: null, blocks: [{ kind: 'text', text: 'Intro text.' }] },
    { level: 2, title: 'First', anchor: 'a', blocks: ['One', 'two', 'three'].map((text) => ({ kind: 'text', text })) },
    { level: 3, title: 'Deep', anchor: 'b', blocks: [{ kind: 'code', text: 'x = Ux…' }] },
  ])
})
test('rows of a table keep its head; a row with an id is a section of its own', () => {
  const table = parsePage(`<article><h1>Errors</h1><table><thead><tr><th>message</th><th>What to do</th></tr></thead><tbody>
    <tr id="core-not-found"><td><code>Core not found</code></td><td>List them.</td></tr><tr><td>other</td><td>wait</td></tr></tbody></table></article>`)
  expect(table && sectionsOf(table)).toEqual([
    { level: 1, title: 'Errors', anchor: null, blocks: [{ kind: 'row', head: ['message', 'What to do'], cells: ['other', 'wait'] }] },
    {
      level: 2,
      title: 'Core not found',
      anchor: 'core-not-found',
      blocks: [{ kind: 'row', head: ['message', 'What to do'], cells: ['Core not found', 'List them.'] }],
    },
  ])
})
test('other words in which people ask go to the next paragraph, or to the row that they stand in', () => {
  const asked = parsePage(`<article><h1>Size</h1><p><span hidden data-asked="how big">x</span>It has 8 bytes.</p><p>No more.</p>
    <table><tbody><tr><td>a<span hidden data-asked="which"></span></td><td>b</td></tr>
    <tr id="named"><td><span hidden data-asked="what else"></span>c</td><td>d</td></tr></tbody></table><p>After it.</p></article>`)
  expect(asked && sectionsOf(asked).map(({ title, blocks }) => [title, blocks])).toEqual([
    [
      'Size',
      [
        { kind: 'text', text: 'It has 8 bytes.', asked: 'how big' },
        { kind: 'text', text: 'No more.' },
        { kind: 'row', head: [], cells: ['a', 'b'], asked: 'which' },
      ],
    ],
    [
      'c',
      [
        { kind: 'row', head: [], cells: ['c', 'd'], asked: 'what else' },
        { kind: 'text', text: 'After it.' },
      ],
    ],
  ])
})
test('a mark inside of a paragraph divides it, and what is behind goes on in it', () => {
  const mark = (words: string) => `<span hidden data-asked="${words}"></span>`
  const divided = parsePage(
    `<article><h1>P</h1><p>${mark('a')}One. ${mark('b')}Two.</p><ul><li>${mark('c')}Three.</li><li>Four. ${mark('d')}Five.</li></ul></article>`,
  )
  expect(divided && sectionsOf(divided)[0]?.blocks).toEqual([
    { kind: 'text', text: 'One.', asked: 'a' },
    { kind: 'text', text: 'Two.', asked: 'b', goesOn: true },
    { kind: 'text', text: 'Three.', asked: 'c' },
    { kind: 'text', text: 'Four.' },
    { kind: 'text', text: 'Five.', asked: 'd', goesOn: true },
  ])
})
test('the bars of a plot are not read, the values of an output are', () => {
  const output = parsePage(
    `<article><h1>P</h1><pre>x: <button>1.0 ± 0.1</button> mm</pre><figure class="ux-figure"><table><tr><td>1</td></tr></table></figure></article>`,
  )
  expect(output && sectionsOf(output)[0]?.blocks).toEqual([{ kind: 'code', text: 'x: 1.0 ± 0.1 mm' }])
})
test('a page without an article gives its main element, and one without either nothing', () => {
  expect(parsePage('<main><h1>M</h1></main>')?.content.tagName).toBe('main')
  expect(parsePage('<p>redirect</p>')).toBeUndefined()
})
