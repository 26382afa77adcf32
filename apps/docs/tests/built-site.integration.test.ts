// What the built files must hold, whatever shows them.
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import api from '../sidebars/api.ts'
import platform from '../sidebars/platform.ts'
import uxhw from '../sidebars/uxhw-api.ts'
import { hasHistory } from '../src/has-history.ts'
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
})
const html = (path: string) => readFile(join(folder, path, 'index.html'), 'utf8')

test('every route that the site promises is a static page', () => {
  expect(ROUTES.filter((path) => !existsSync(join(folder, path, 'index.html')))).toEqual([])
})
test('every address of the sitemap, and every link from page to page, ends with a slash', async () => {
  const paths = await sitemapPaths(folder)
  expect(paths.filter((path) => !path.endsWith('/'))).toEqual([])
  const links = await Promise.all(
    paths.map(async (path) => [...(await html(path)).matchAll(/<a[^>]* href="?(\/[^"#? >]*)/g)].map(([, to]) => to ?? '')),
  )
  const all = [...new Set(links.flat())]
  expect(all.length).toBeGreaterThan(80)
  expect(all.filter((to) => !to.endsWith('/') && !extname(to))).toEqual([])
})
test('every page is one file at one address: no route has parameters, and there is no blog', async () => {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('index.html')).map((name) => `/${name.slice(0, -10)}`)
  const redirects = files.filter((path) => path === '/docs/' || path.startsWith('/docs/hardware-api/'))
  expect(files.filter((path) => !redirects.includes(path)).sort()).toEqual([...new Set([...(await sitemapPaths(folder)), '/search/'])].sort())
  expect(files.filter((path) => /[:*]|blog/.test(path))).toEqual([])
})
test('the only locale is en', async () => {
  for (const path of await sitemapPaths(folder)) expect([path, /<html[^>]* lang="?en[" ]/.test(await html(path))]).toEqual([path, true])
  expect(existsSync(join(folder, 'en'))).toBe(false)
})
test('every page has a skip link, a top bar with a left and a right group, and a footer', async () => {
  for (const path of [...(await sitemapPaths(folder)), '/search/']) {
    const text = await html(path)
    expect([
      path,
      text.includes('Skip to main content'),
      text.includes('theme-layout-navbar-left navbar__items'),
      text.includes('theme-layout-navbar-right navbar__items navbar__items--right'),
    ]).toEqual([path, true, true, true])
    expect([path, text.includes('theme-layout-footer')]).toEqual([path, true])
  }
})
test('every doc page shows when it was last updated', async () => {
  const docs = (await sitemapPaths(folder)).filter((path) => path.startsWith('/docs/') && path !== '/docs/api/reference/')
  expect(docs.length).toBeGreaterThan(60)
  for (const path of docs)
    expect([path, /theme-last-updated[\s\S]{0,200}<time[^>]* datetime="?\d{4}-\d\d-\d\dT/i.test(await html(path))]).toEqual([path, hasHistory])
})
test('the sidebars have the names that they were given', () => {
  const names = [api, platform, uxhw].flatMap((sidebar) => Object.keys(sidebar))
  expect(names).toEqual(['apiDocsSidebar', 'platformDocsSidebar', 'hardwareApiDocsSidebar'])
})
test('the site is called developer documentation', async () => {
  expect(await html('/docs/api/quickstart/')).toMatch(/<title[^>]*>[^<]* \| Developer documentation<\/title>/)
})
test('the table of contents of every page holds its headings of levels 2 and 3, and no others', async () => {
  const faults: string[] = []
  let seen = 0
  for (const path of (await sitemapPaths(folder)).filter((each) => each.startsWith('/docs/'))) {
    const text = await html(path)
    const [, contents = ''] = text.split('class="table-of-contents table-of-contents__left-border"')
    const listed = [...(contents.split('</div>')[0] ?? '').matchAll(/href="?#([^" >]*)/g)].map(([, id]) => id)
    const levels = new Map([...text.matchAll(/<h([1-6])[^>]* id="?([^" >]*)/g)].map(([, level, id]) => [id, Number(level)]))
    for (const id of listed) if (![2, 3].includes(levels.get(id ?? '') ?? 0)) faults.push(`${path}#${id}: level ${levels.get(id ?? '')}`)
    seen += listed.length
  }
  expect(faults).toEqual([])
  expect(seen).toBeGreaterThan(200)
})
test('every page names its Markdown twin, and the twin is there', async () => {
  for (const path of await sitemapPaths(folder)) {
    const twin = /<link[^>]* type="?text\/markdown"? href="?([^" >]*)/.exec(await html(path))?.[1]
    if (path !== '/search/') expect([path, twin && existsSync(join(folder, twin))]).toEqual([path, true])
  }
})
