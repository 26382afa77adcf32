// Somebody in a browser of their own who opens the console: how they sign in, and what is looked for on the screens they see.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { TestAccount } from '../../server/src/testing/platform.ts'

export const ACTION_MS = 60_000

export interface Visitor extends AsyncDisposable {
  readonly context: BrowserContext
  readonly page: Page
  /** What the browser's console said. */
  readonly said: string[]
}
export async function visitorOf(browser: Browser, origin: string, theme: 'light' | 'dark'): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1350, height: 860 }, colorScheme: theme, reducedMotion: 'reduce' })
  context.setDefaultTimeout(ACTION_MS)
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => said.push(`error: ${error.message}`))
  return { context, page, said, [Symbol.asyncDispose]: () => context.close() }
}
/** By a key, and then to `path` of the console. */
export async function signIn(page: Page, account: TestAccount, path = '/'): Promise<void> {
  await page.goto(`/console${path}`)
  await page.getByRole('button', { name: 'Use an API key' }).click()
  await page.getByLabel('API key', { exact: true }).fill(account.key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Areas' }).waitFor({ state: 'attached' })
}
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** What axe finds, and what is wider than the page, each behind `where`. */
export async function faults(page: Page, where: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE) // as no script of the page, which its policy would refuse
  const found = await page.evaluate(async () => {
    type Found = { violations: { id: string; nodes: { target: string[] }[] }[] }
    const { axe } = window as unknown as { axe: { run(where: Document, options: object): Promise<Found> } }
    const { violations } = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] })
    const { scrollWidth, clientWidth } = document.documentElement
    return [
      ...violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`)),
      ...(scrollWidth > clientWidth ? [`scrolls sideways: ${scrollWidth} of ${clientWidth}`] : []),
    ]
  })
  return found.map((each) => `${where}: ${each}`)
}
