import { operationTwin, referenceModel } from '@credence/contract/reference'
import { twinOf } from '@credence/search'
import { expect, test } from 'vitest'
import { parsePage, type RenderedPage } from '../rendered/page.ts'
import { llms, llmsArea } from './llms.ts'
import { isOfLater, markdownOf, upTo } from './markdown.ts'
import type { TwinPage } from './twin-page.ts'

const ORIGIN = 'https://docs.example'
const html = `<head><meta name="description" content="What it gives."></head><article><nav class="breadcrumbs"><a href="/">x</a></nav><h1>Quantile</h1>
<p>See <a href="../nth-mode/#more">modes</a> &amp; <code>p &lt; 1</code>, <a href="/docs/api/reference/#operation/getTask">a task</a>,
<a href="/openapi.json">all</a>, <a href="https://else.example/a/">others</a>.</p>
<div class="theme-code-block"><pre class="language-c"><code><span class="code-keyword">double</span> q;
q = <span class="code-number">1</span>;
</code></pre><button>Copy</button></div>
<div class="theme-admonition theme-admonition-note"><div>Note</div><div><p>Mind it.</p></div></div>
<div role="tablist"><ul><li>cURL</li></ul></div><pre><code>y = <span><button>5.7</button></span> m</code></pre>
<figure><svg><title>Distribution of 5.7</title><desc>Histogram of 2 bars. Mean 5.7.</desc></svg>
<div><table><caption>data</caption><tbody><tr><td>5.6</td></tr><tr><td>5.8</td></tr></tbody></table></div></figure>
<table><caption>Two columns</caption><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>
<details><summary>More</summary><p>Inside.</p></details></article>`
const page = parsePage(html) as RenderedPage
const place = (path: string) => ({ path, origin: ORIGIN, twinAt: (at: string) => (at.endsWith('/') ? twinOf(at) : undefined) })
const markdown = markdownOf(page, place('/docs/uxhw-api/querying-uncertainty/quantile/'))

test.each([
  ['points to the index first', `> The index of this documentation, for programs that read it, is at <${ORIGIN}/llms.txt>.`],
  ['keeps the title', '# Quantile'],
  ['leads to twins', `[modes](${ORIGIN}/docs/uxhw-api/querying-uncertainty/nth-mode.md#more) & \`p < 1\``],
  ['leads to the twins of operations', `[a task](${ORIGIN}${operationTwin('getTask')})`],
  ['makes other links absolute', `[all](${ORIGIN}/openapi.json), [others](https://else.example/a/)`],
  ['tells of a plot in a sentence', '\n\nDistribution of 5.7: Histogram of 2 bars. Mean 5.7.\n\nTwo columns:'],
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

const FIRST = ['api/quickstart', 'api/guides/authentication', 'api/guides/builds/builds-source-code', 'api/guides/tasks/tasks-run-build']
const NEXT = ['tasks-get-status-and-output', 'tasks-working-with-distributional-output'].map((name) => `api/guides/tasks/${name}`)
const PATHS = [
  '/',
  '/docs/api/x/',
  '/docs/uxhw-api/y/',
  '/docs/api/later/',
  ...[...FIRST, ...NEXT, 'uxhw-api', 'api/reference'].map((name) => `/docs/${name}/`),
]
const pages = PATHS.map((path): TwinPage => ({ path, twin: twinOf(path), page, markdown, isLater: path.includes('later') }))
const operations = referenceModel().groups.flatMap((group) => group.operations)

test('llms.txt lists every page once: the way to an answer first, what comes later last', () => {
  const text = llms(pages, operations, ORIGIN)
  for (const { twin } of pages) expect(text.split(`(${ORIGIN}${twin})`)).toHaveLength(2)
  const order = [
    '## Begin here',
    '/docs/api/quickstart.md): ',
    '## Operations',
    '## Hardware API',
    '/y.md): ',
    '/x.md): ',
    '## Not available',
    '/later.md)',
  ]
  const places = order.map((part) => text.indexOf(part))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places[0]).toBeGreaterThan(0)
})
test('llms.txt lists the operations that there are, the one of the area also those that come later', () => {
  const [text, area] = [llms(pages, operations, ORIGIN), llmsArea(pages, operations, 'api', ORIGIN)]
  for (const { id, available } of operations) {
    expect([id, text.split(`(${ORIGIN}${operationTwin(id)})`).length]).toEqual([id, available ? 2 : 1])
    expect(area).toMatch(new RegExp(`/${id}\\.md\\): \\S+ \\S+${available ? '$' : ' \\(not available yet\\)$'}`, 'm'))
  }
  expect(area).toContain('/docs/api/x.md')
  expect(area).not.toContain('/y.md')
  expect(llmsArea(pages, [], 'platform', ORIGIN)).not.toContain('## Operations')
})
test('llms.txt does not begin with a page that is not there', () => {
  expect(() => llms(pages.slice(0, 4), operations, ORIGIN)).toThrow('/docs/api/quickstart/, which is no page')
})
test('a page is of a later release when it says so of all of itself', () => {
  expect(isOfLater('# A\n\n> Not available yet\n>\n> It comes.\n\n## B')).toBe(true)
  expect(isOfLater('# A\n\n## B\n\n> Not available yet\n')).toBe(false)
})
test('all tabs are in the twin behind their names, and a program has its own', () => {
  const part = parsePage(
    '<main><h1>All</h1><div class="tabs-container"><ul role="tablist"><li role="tab">cURL</li><li role="tab">Python</li></ul><div><div role="tabpanel">' +
      '<pre><code class="language-bash">curl</code></pre></div><div role="tabpanel" hidden><pre><code class="language-python">import</code></pre></div></div></div>' +
      '<section data-example="uxhw/q" data-file="examples/uxhw/q.c" data-core="C0-S+"><pre><code>main</code></pre></section></main>',
  ) as RenderedPage
  const text = markdownOf(part, place('/docs/x/'))
  for (const wanted of [
    '**cURL:**\n\n```bash\ncurl\n```\n\n**Python:**\n\n```python\nimport',
    'Example `uxhw/q`, examples/uxhw/q.c on C0-S+, and what it prints:\n\n```\nmain',
  ])
    expect(text).toContain(wanted)
})
test('a part with a twin of its own is its heading, linked, and what it says of itself', () => {
  const part = parsePage(
    '<main><h1>All</h1><section data-twin="/docs/x/y.md"><h3>Get <a class="hash-link" href="#y"></a></h3><p><code>GET /y</code></p><div><p>Fields</p></div></section><p>End.</p></main>',
  ) as RenderedPage
  expect(markdownOf(part, place('/docs/x/'))).toMatch(/# All\n\n### \[Get\]\(https:\/\/docs\.example\/docs\/x\/y\.md\)\n\n`GET \/y`\n\nEnd\.\n$/)
})

test.each([
  ['ends before the paragraph that does not fit', 'one\n\ntwo\n\nthree\n', 'one\n\ntwo', 12],
  ['ends before a listing that does not fit, blank lines in it or not', 'one\n\n```c\nint a;\n\nint b;\n```\n', 'one', 20],
  ['keeps a listing that fits', 'one\n\n```c\nint a;\n```\n\ntwo\n', 'one\n\n```c\nint a;\n```', 26],
])('a text that is too long %s', (_, text, shown, length) => {
  expect(upTo(length, text)).toBe(shown)
})
