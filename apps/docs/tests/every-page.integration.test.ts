// Every page of the sitemap as the platform serves it, in both themes and at two widths: silent, under the content security policy, accessible, without
// sideways scrolling and broken pictures. A page is loaded in one corner of the square of themes and widths and then led to the opposite one; the pages
// take turns in where they begin, and those that are alone of their kind are loaded in every corner.
import { operations } from '@credence/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SiteServer, serveSite } from '../../../tools/site-server.ts'
import { type Browsing, layoutFaults, NARROW, sitemapPaths, startBrowsing, violations, visit, WIDE } from './browsing.ts'

/** Each and the one two further on are opposite. */
const CORNERS = [
  { theme: 'light', width: '1350 px', viewport: WIDE },
  { theme: 'dark', width: '1350 px', viewport: WIDE },
  { theme: 'dark', width: '320 px', viewport: NARROW },
  { theme: 'light', width: '320 px', viewport: NARROW },
] as const
const ALONE = ['/', '/docs/api/reference/', '/search/?q=gauss', '/no/such/page/']
const AT_ONCE = 2
let browsing: Browsing
let server: SiteServer
let paths: string[]
beforeAll(async () => {
  browsing = await startBrowsing()
  server = await serveSite(browsing.folder)
  paths = (await sitemapPaths(browsing.folder)).filter((path) => !ALONE.includes(path))
})
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await browsing?.[Symbol.asyncDispose]()
})

test('the pages of the site are many, and those that are alone of their kind are among them', async () => {
  const all = await sitemapPaths(browsing.folder)
  expect(all.length).toBeGreaterThan(100)
  expect(ALONE.filter((path) => !all.includes(path))).toEqual(['/search/?q=gauss', '/no/such/page/'])
})

for (const [turn, { theme, width }] of CORNERS.entries())
  test(`every page is silent, asks only for files of the site, keeps its policy, is accessible and fits; a quarter is loaded ${theme}, ${width}`, {
    timeout: 1_200_000,
  }, async () => {
    const waiting = [...ALONE, ...paths.filter((_, index) => index % CORNERS.length === turn)]
    const faults: string[] = []
    await Promise.all(Array.from({ length: AT_ONCE }, () => walk(waiting, turn, faults)))
    expect(faults).toEqual([])
  })

async function walk(waiting: string[], turn: number, faults: string[]): Promise<void> {
  const [first, second] = [CORNERS[turn] as Corner, CORNERS[(turn + 2) % CORNERS.length] as Corner]
  await using tab = await browsing.open(first)
  const { page, complaints } = tab
  page.on('request', (request) => {
    if (!staysInside(request.method(), new URL(request.url()))) complaints.push(`asks ${request.method()} ${request.url()}`)
  })
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
