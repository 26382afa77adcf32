// Pages of the site as the platform serves it, in both themes and at two widths: silent, under the content security policy, accessible, without
// sideways scrolling and broken pictures. Those that together show every kind of element, and those whose source has changed, are loaded anew, in one
// corner of the square of themes and widths, and then led to the opposite one; the others are reached by navigations, as readers come to them.
// `npm run every-page` loads all of them anew.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { operations } from '@credence/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeBase, git } from '../../../tools/changed-tests.ts'
import { type SiteServer, serveSite } from '../../../tools/site-server.ts'
import { type Browsing, eventually, layoutFaults, NARROW, sitemapPaths, startBrowsing, violations, visit, WIDE } from './browsing.ts'
import { covering, kindsOf } from './page-kinds.ts'

/** Each and the one two further on are opposite. */
const CORNERS = [
  { theme: 'light', width: '1350 px', viewport: WIDE },
  { theme: 'dark', width: '1350 px', viewport: WIDE },
  { theme: 'dark', width: '320 px', viewport: NARROW },
  { theme: 'light', width: '320 px', viewport: NARROW },
] as const
/** Loaded in every corner. */
const ALONE = ['/', '/search/?q=gauss', '/no/such/page/']
/** Alone of its kind and as large as all others; `reference.integration.test.ts` looks at it with everything open. */
const REFERENCE = '/docs/api/reference/'
let browsing: Browsing
let server: SiteServer
let paths: string[]
/** Those that are loaded anew, beside the ones that are alone. */
let loaded: string[]
beforeAll(async () => {
  browsing = await startBrowsing()
  server = await serveSite(browsing.folder)
  paths = await sitemapPaths(browsing.folder)
  const kinds = await Promise.all(
    paths.map(async (path) => [path, kindsOf(await readFile(join(browsing.folder, path, 'index.html'), 'utf8'))] as const),
  )
  const chosen = process.env.CREDENCE_EVERY_PAGE
    ? paths
    : new Set([...covering(new Map(kinds)).filter((path) => path !== REFERENCE), ...changedPages()])
  loaded = [...chosen].filter((path) => !ALONE.includes(path) && paths.includes(path))
})
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await browsing?.[Symbol.asyncDispose]()
})

/** Of the documents that have changed since the main branch. */
function changedPages(): string[] {
  const base = changeBase()
  const files = base === undefined ? '' : (git('diff', '--name-only', base.commit, '--', 'apps/docs/docs') ?? '')
  return [...files.matchAll(/^apps\/docs\/docs\/(.*?)(?:\/index)?\.mdx?$/gm)].map(([, page]) => `/docs/${page}/`)
}

test('the pages of the site are many, and some of each kind are loaded anew', async () => {
  expect(paths.length).toBeGreaterThan(100)
  expect(ALONE.filter((path) => !paths.includes(path))).toEqual(['/search/?q=gauss', '/no/such/page/'])
  expect(loaded).toContain('/docs/uxhw-api/ux-data-format/') // the one with a decoder
  expect(loaded.length).toBeGreaterThan(8)
})

test('every page that a navigation leads to is silent, asks only for files of the site, keeps its policy and fits a narrow window', async () => {
  const waiting = paths.filter((path) => !loaded.includes(path))
  const faults: string[] = []
  await roam(waiting, faults)
  expect(faults).toEqual([])
}, 1_200_000)

for (const [turn, { theme, width }] of CORNERS.entries())
  test(`pages with every kind of element are silent, keep their policy, are accessible and fit; a quarter is loaded ${theme}, ${width}`, {
    timeout: 1_200_000,
  }, async () => {
    const waiting = [...ALONE, ...loaded.filter((_, index) => index % CORNERS.length === turn)]
    const faults: string[] = []
    await walk(waiting, turn, faults)
    expect(faults).toEqual([])
  })

async function walk(waiting: string[], turn: number, faults: string[]): Promise<void> {
  const [first, second] = [CORNERS[turn] as Corner, CORNERS[(turn + 2) % CORNERS.length] as Corner]
  await using tab = await openWatched(first)
  const { page, complaints } = tab
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    complaints.length = 0
    await turnTo(page, first)
    await visit(page, server.origin + path)
    for (const corner of ALONE.includes(path) ? [first] : [first, second]) {
      await turnTo(page, corner)
      const found = [...(await layoutFaults(page)), ...(await violations(page))]
      faults.push(...found.map((fault) => `${path}, ${corner.theme}, ${corner.width}: ${fault}`))
    }
    faults.push(...complaints.filter((fault) => !expected(path as string, fault)).map((fault) => `${path}: ${fault}`))
  }
}

/** From page to page without loading any but the first, in a narrow window: what is too wide for the column of a wide one does not fit there. */
async function roam(waiting: string[], faults: string[]): Promise<void> {
  await using tab = await openWatched(CORNERS[3])
  const { page, complaints } = tab
  await visit(page, `${server.origin}/docs/`)
  for (const path of waiting) {
    complaints.length = 0
    await navigate(page, path)
    faults.push(...[...(await layoutFaults(page)), ...complaints].map((fault) => `${path}: ${fault}`))
  }
}

/** As going back to the page does; the address of the document says when it is there. */
async function navigate(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
  const shown = () => page.evaluate(() => new URL(document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.origin).pathname)
  await eventually(shown).toBe(path)
}

/** A page whose requests to anything but the site are complaints. */
async function openWatched({ theme, viewport }: Corner) {
  const tab = await browsing.open({ theme, viewport })
  tab.page.on('request', (request) => {
    if (!staysInside(request.method(), new URL(request.url()))) tab.complaints.push(`asks ${request.method()} ${request.url()}`)
  })
  return tab
}

type Corner = (typeof CORNERS)[number]
async function turnTo(page: Page, { theme, viewport }: Corner): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme: theme })
  if (page.url() === 'about:blank') return
  await page.locator(`html[data-theme="${theme}"]`).waitFor({ state: 'attached' })
  // What follows the width does so with the next frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

const PRODUCT = Object.values(operations).map(({ path }) => path.split('/')[1])
/** The site is files of its own origin: it calls no operation of the product, and nobody else. */
function staysInside(method: string, { origin, pathname, protocol }: URL): boolean {
  if (protocol === 'data:' || protocol === 'blob:') return true
  return method === 'GET' && origin === server.origin && !PRODUCT.includes(pathname.split('/')[1])
}

/** The not-found page is meant to answer 404. */
function expected(path: string, fault: string): boolean {
  return path === '/no/such/page/' && (/^404: /.test(fault) || /Failed to load resource.*404/.test(fault))
}
