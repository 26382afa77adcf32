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
    { level: 1, title: 'Title', anchor: null, text: 'Intro text.' },
    { level: 2, title: 'First', anchor: 'a', text: 'One two three' },
    { level: 3, title: 'Deep', anchor: 'b', text: 'x = Ux…' },
  ])
})
test('a page without an article gives its main element, and one without either nothing', () => {
  expect(parsePage('<main><h1>M</h1></main>')?.content.tagName).toBe('main')
  expect(parsePage('<p>redirect</p>')).toBeUndefined()
})
