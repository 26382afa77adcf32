import { operationTwin, referenceModel } from '@credence/contract/reference'
import { twinOf } from '@credence/search'
import { expect, test } from 'vitest'
import { parsePage, type RenderedPage } from '../rendered/page.ts'
import { llms, llmsArea } from './llms.ts'
import { markdownOf } from './markdown.ts'

const ORIGIN = 'https://docs.example'
const html = `<head><meta name="description" content="What it gives."></head><article><nav class="breadcrumbs"><a href="/">x</a></nav><h1>Quantile</h1>
<p>See <a href="../nth-mode/">modes</a> &amp; <code>p &lt; 1</code>.</p>
<div class="theme-code-block"><pre class="language-c"><code><span class="code-keyword">double</span> q;
q = <span class="code-number">1</span>;
</code></pre><button>Copy</button></div>
<div class="theme-admonition theme-admonition-note"><div>Note</div><div><p>Mind it.</p></div></div>
<div role="tablist"><ul><li>cURL</li></ul></div><pre><code>y = <span><button>5.7</button></span> m</code></pre>
<table><caption>Two columns</caption><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>
<details><summary>More</summary><p>Inside.</p></details></article>`
const page = parsePage(html) as RenderedPage
const markdown = markdownOf(page, '/docs/uxhw-api/querying-uncertainty/quantile/', ORIGIN)

test.each([
  ['points to the index first', `> The index of this documentation, for programs that read it, is at <${ORIGIN}/llms.txt>.`],
  ['keeps the title', '# Quantile'],
  ['makes links absolute', `[modes](${ORIGIN}/docs/uxhw-api/querying-uncertainty/nth-mode/) & \`p < 1\``],
  ['keeps code with its language and lines', '```c\ndouble q;\nq = 1;\n```'],
  ['quotes admonitions', '> Mind it.'],
  ['keeps tables', '| 1 | 2 |'],
  ['says what a table is before it', 'Two columns:\n\n| a | b |'],
  ['says where a distribution is folded away', 'y = 5.7Ux… m'],
  ['opens what is folded', '**More**\n\nInside.'],
])('a Markdown twin %s', (_, text) => {
  expect(markdown).toContain(text)
})
test('furniture is not in the twin', () => {
  expect(markdown).not.toMatch(/Copy|\[x\]|cURL/)
})
test('llms.txt lists every page once, by area, and the rest', () => {
  const pages = ['/', '/docs/api/x/', '/docs/uxhw-api/y/'].map((path) => ({ path, twin: twinOf(path), page, markdown }))
  const operations = referenceModel().groups.flatMap((group) => group.operations)
  const text = llms(pages, operations, ORIGIN)
  for (const { twin } of pages) expect(text.split(`(${ORIGIN}${twin}): What it gives.`)).toHaveLength(2)
  expect(text.indexOf('## Hardware API')).toBeLessThan(text.indexOf('/docs/uxhw-api/y.md'))
  expect(llmsArea(pages, operations, 'api', ORIGIN)).toContain('/docs/api/x.md')
  expect(llmsArea(pages, operations, 'api', ORIGIN)).not.toContain('/y.md')
  for (const { id } of operations) expect(text.split(`(${ORIGIN}${operationTwin(id)})`)).toHaveLength(2)
  expect(llmsArea(pages, [], 'platform', ORIGIN)).not.toContain('## Operations')
})
test('all tabs are in the twin, and a program has its name', () => {
  const part = parsePage(
    '<main><h1>All</h1><div role="tabpanel"><pre><code class="language-bash">curl</code></pre></div><div role="tabpanel" hidden><pre><code class="language-python">import</code></pre></div>' +
      '<section data-example="uxhw/q" data-file="examples/uxhw/q.c" data-core="C0-S+"><pre><code>main</code></pre></section></main>',
  ) as RenderedPage
  const text = markdownOf(part, '/docs/x/', ORIGIN)
  for (const wanted of ['curl', 'import', 'Example `uxhw/q`, examples/uxhw/q.c on C0-S+, and what it prints:\n\n```\nmain'])
    expect(text).toContain(wanted)
})
test('a part with a twin of its own is its heading, linked, and what it says of itself', () => {
  const part = parsePage(
    '<main><h1>All</h1><section data-twin="/docs/x/y.md"><h3>Get <a class="hash-link" href="#y"></a></h3><p><code>GET /y</code></p><div><p>Fields</p></div></section><p>End.</p></main>',
  ) as RenderedPage
  expect(markdownOf(part, '/docs/x/', ORIGIN)).toMatch(/# All\n\n### \[Get\]\(https:\/\/docs\.example\/docs\/x\/y\.md\)\n\n`GET \/y`\n\nEnd\.\n$/)
})
