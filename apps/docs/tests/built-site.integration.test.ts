// What the built files must hold, whatever shows them.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { sitemapPaths } from './browsing.ts'
import { builtSite } from './built-site.ts'

const below = (folder: string, names: string) => names.split(' ').map((name) => `${folder}${name}/`)
const U = '/docs/uxhw-api/'
const P = '/docs/platform/'
const ROUTES = [
  ...['/', '/search/', '/docs/api/', '/docs/api/reference/', P, U],
  ...below('/docs/api/', 'quickstart guides guides/authentication guides/execution-cores guides/builds guides/tasks'),
  ...below('/docs/api/guides/builds/', 'builds-get-status-and-output builds-repository builds-source-code'),
  ...below('/docs/api/guides/tasks/', 'tasks-get-status-and-output tasks-run-build tasks-working-with-distributional-output'),
  ...below(`${P}getting-started/`, 'code custom-cores data-sources reference-executions repositories task-history'),
  ...below(`${P}user-interface/`, 'billing cores editor home repositories settings task-manager usage'),
  ...below(
    `${P}user-interface/repositories/`,
    'add-to-button branch command-line-arguments connect-repositories core-selection data-sources disconnect-repositories github-login run-repositories search-repositories use-yaml working-directory',
  ),
  ...below(`${U}bayesian-inference/`, 'bayes-laplace'),
  ...below(`${U}inserting-uncertainty/`, 'dist-from-samples dist-from-weighted-samples mixture multidim-dist-from-samples'),
  ...below(
    `${U}inserting-uncertainty/parametric-distributions/`,
    'beta bounded-pareto chi2 exponential f gamma gauss gev gumbel1 laplace logistic lognormal studentT uniform weibull',
  ),
  ...below(`${U}manipulating-correlations/`, 'get-independent-copy'),
  ...below(`${U}querying-uncertainty/`, 'batch-sample nth-mode nth-moment quantile sample support-max support-min tail-probability'),
  ...below(
    `${U}ux-data-format/`,
    'ux-binary-byteArrayTodistribution ux-binary-distributionToByteArray ux-binary-getSizeOfDistributionByteArrayInBytes',
  ),
]
let folder: string
beforeAll(async () => {
  folder = await builtSite()
}, 320_000)
const html = (path: string) => readFile(join(folder, path, 'index.html'), 'utf8')

test('every route of the specification is a static page', () => {
  expect(ROUTES.filter((path) => !existsSync(join(folder, path, 'index.html')))).toEqual([])
})
test('every address of the sitemap ends with a slash', async () => {
  expect((await sitemapPaths(folder)).filter((path) => !path.endsWith('/'))).toEqual([])
})
test('the site is called developer documentation', async () => {
  expect(await html('/docs/api/quickstart/')).toMatch(/<title[^>]*>[^<]* \| Developer documentation<\/title>/)
})
test('the top bar has its sections, search, login, report and colour switch', async () => {
  const text = await html('/docs/api/quickstart/')
  for (const part of [
    'Compute Engine API',
    'Developer Platform',
    'Hardware API (UxHw)',
    'Report an issue',
    'Log in',
    'Search',
    'Switch between dark and light mode',
  ])
    expect(text).toContain(part)
})
test('the table of contents shows levels 2 and 3', async () => {
  const [, contents = ''] = (await html('/docs/platform/command-line/')).split('table-of-contents__left-border')
  const list = contents.split('</div>')[0] ?? ''
  expect(list).toMatch(/<ul>/)
  expect(list.match(/<ul[^>]*>(?:(?!<\/ul>)[\s\S])*<ul[^>]*>(?:(?!<\/ul>)[\s\S])*<ul/)).toBeNull()
})
test('every page names its Markdown twin, and the twin is there', async () => {
  for (const path of await sitemapPaths(folder)) {
    const twin = /<link[^>]* type="?text\/markdown"? href="?([^" >]*)/.exec(await html(path))?.[1]
    if (path !== '/search/') expect([path, twin && existsSync(join(folder, twin))]).toEqual([path, true])
  }
})
test('an admonition is drawn as what it is', async () => {
  expect(await html('/docs/uxhw-api/')).not.toMatch(/:::/)
  const pages = await Promise.all((await sitemapPaths(folder)).map(html))
  for (const kind of ['info', 'glossary']) expect(pages.some((text) => text.includes(`theme-admonition-${kind}`))).toBe(true)
})
