// Every page of the sitemap in both themes and at two widths: silent, accessible, without sideways scrolling and broken pictures.
import { operations } from '@credence/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Browsing, layoutFaults, NARROW, sitemapPaths, startBrowsing, type Theme, violations, visit, WIDE } from './browsing.ts'

const AT_ONCE = 2
let browsing: Browsing
let paths: string[]
beforeAll(async () => {
  browsing = await startBrowsing()
  paths = [...(await sitemapPaths(browsing.folder)), '/search/?q=gauss', '/no/such/page/']
})
afterAll(() => browsing[Symbol.asyncDispose]())

const WIDTHS = { '1350 px': WIDE, '320 px': NARROW } as const
for (const theme of ['light', 'dark'] as const)
  for (const [name, viewport] of Object.entries(WIDTHS))
    test(`every page is silent, asks only for files of the site, is accessible and fits, ${theme}, ${name}`, { timeout: 1_200_000 }, async () => {
      const waiting = [...paths]
      const faults: string[] = []
      await Promise.all(Array.from({ length: AT_ONCE }, () => walk(waiting, theme, viewport, faults)))
      expect(faults).toEqual([])
    })

async function walk(waiting: string[], theme: Theme, viewport: { width: number; height: number }, faults: string[]): Promise<void> {
  await using tab = await browsing.open({ viewport, theme })
  const { page, complaints } = tab
  page.on('request', (request) => {
    if (!staysInside(request.method(), new URL(request.url()))) complaints.push(`asks ${request.method()} ${request.url()}`)
  })
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    complaints.length = 0
    await visit(page, path)
    const found = [...complaints, ...(await layoutFaults(page)), ...(await violations(page))].filter((fault) => !expected(path as string, fault))
    faults.push(...found.map((fault) => `${path}: ${fault}`))
  }
}

const PRODUCT = Object.values(operations).map(({ path }) => path.split('/')[1])
/** The site is files of its own origin: it calls no operation of the product, and nobody else. */
function staysInside(method: string, { origin, pathname, protocol }: URL): boolean {
  if (protocol === 'data:' || protocol === 'blob:') return true
  return method === 'GET' && origin === browsing.origin && !PRODUCT.includes(pathname.split('/')[1])
}

/** The not-found page is meant to answer 404. */
function expected(path: string, fault: string): boolean {
  return path === '/no/such/page/' && (/^404: /.test(fault) || /Failed to load resource.*404/.test(fault))
}
