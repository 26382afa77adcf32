// How much code a reader's browser is sent, compressed, against the budgets of the site.
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Browsing, eventually, scriptsRun, startBrowsing, visit } from './browsing.ts'

const KB = 1000
const BUDGET = { page: 180 * KB, popUp: 40 * KB, referenceMore: 60 * KB } as const
let browsing: Browsing
beforeAll(async () => {
  browsing = await startBrowsing()
})
afterAll(() => browsing[Symbol.asyncDispose]())

test('a docs page takes at most 180 KB of code, the reference at most 60 KB more, the pop-up at most 40 KB', async () => {
  const guide = await scriptsOf('/docs/api/guides/authentication/')
  const reference = await scriptsOf('/docs/api/reference/')
  const sizes = { page: await total(guide), reference: await total(reference), popUp: await popUpSize() }
  console.log(sizes)
  expect(sizes.page).toBeLessThanOrEqual(BUDGET.page)
  expect(sizes.reference - sizes.page).toBeLessThanOrEqual(BUDGET.referenceMore)
  expect(sizes.popUp).toBeLessThanOrEqual(BUDGET.popUp)
})

/** As on a slow connection: what is fetched ahead of a navigation, whenever the browser is idle, is not the page's. */
function fetchNothingAhead(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { get: () => ({ effectiveType: '2g', saveData: false }) })
  })
}
/** Scripts that a page runs. */
async function scriptsOf(path: string): Promise<string[]> {
  await using tab = await browsing.open()
  await fetchNothingAhead(tab.page)
  await visit(tab.page, path)
  return await scriptsRun(tab.page)
}
/** What the pop-up asks for until it shows what it found, its worker and what that imports included. */
async function popUpSize(): Promise<number> {
  await using tab = await browsing.open()
  const { page, context } = tab
  const asked: string[] = []
  await fetchNothingAhead(page)
  await visit(page, '/docs/api/guides/authentication/')
  const before = await scriptsRun(page)
  context.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('build')
  await eventually(() => page.getByRole('option').count()).toBeGreaterThan(1)
  const fetched = [...(await scriptsRun(page)), ...asked.filter((path) => path.endsWith('.js'))]
  return await total(fetched.filter((each) => !before.includes(each)))
}
async function total(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all([...new Set(paths)].map(async (path) => gzipSync(await readFile(browsing.folder + path)).length))
  return sizes.reduce((sum, size) => sum + size, 0)
}
