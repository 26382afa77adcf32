// A browser on the built site, shared by the tests of a file, and what is looked for on every page.

import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { BROWSER_FLAGS, browserPath } from '../../../tools/browser.ts'
import { builtSite } from './built-site.ts'
import { serveStatic } from './static-server.ts'

export const WIDE = { width: 1350, height: 940 } as const
export const NARROW = { width: 320, height: 640 } as const
const PLAIN_HOST = 'docs.example'
const ACTION = 60_000 // ms: a busy machine is slow, a broken page never comes
export type Theme = 'light' | 'dark'

export interface Browsing extends AsyncDisposable {
  readonly browser: Browser
  readonly origin: string
  /** The same site under a name that is not this machine's, so that the browser does not take it for secure. */
  readonly plainOrigin: string
  readonly folder: string
  /** A page whose storage and caches are its own and empty; it is closed with the returned handle. */
  open(options?: OpenOptions): Promise<OpenPage>
}
interface OpenOptions {
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly theme?: Theme
  readonly reducedMotion?: 'reduce' | 'no-preference'
  /** On a device without a mouse, whose window is that of a phone. */
  readonly isTouched?: boolean
}
export interface OpenPage extends AsyncDisposable {
  readonly page: Page
  /** Pages that follow may get the same one: what is set in it beside routes and permissions stays. */
  readonly context: BrowserContext
  /** Everything the console said and every request of the site itself that failed, as text. */
  readonly complaints: string[]
}

export async function startBrowsing(folder?: string): Promise<Browsing> {
  const site = folder ?? (await builtSite())
  const server = await serveStatic(site)
  const browser = await chromium.launch({
    executablePath: browserPath(),
    // Pages of one context share a process, which has compiled the scripts of the site once: a page costs half of what it does otherwise.
    args: [...BROWSER_FLAGS, '--process-per-site', `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`],
    timeout: 2 * ACTION,
  })
  const newContext = async (isTouched = false) => {
    const context = await browser.newContext({ viewport: WIDE, baseURL: server.origin, hasTouch: isTouched, isMobile: isTouched })
    context.setDefaultTimeout(ACTION)
    return context
  }
  const common = await newContext()
  let isTaken = false
  const keeper = await common.newPage() // of the process, between two pages
  await keeper.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await keeper.goto('/')
  const plainOrigin = `http://${PLAIN_HOST}:${new URL(server.origin).port}`
  return {
    browser,
    folder: site,
    origin: server.origin,
    plainOrigin,
    async open({ viewport = WIDE, theme = 'light', reducedMotion = 'no-preference', isTouched = false } = {}) {
      const isCommon = !isTaken && !isTouched
      if (isCommon) isTaken = true
      const context = isCommon ? common : await newContext(isTouched)
      const page = await context.newPage()
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme: theme, reducedMotion })
      const complaints: string[] = []
      page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`))
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
      page.on('response', (reply) => reply.status() >= 400 && complaints.push(`${reply.status()}: ${reply.url()}`))
      return {
        page,
        context,
        complaints,
        async [Symbol.asyncDispose]() {
          // What a test still holds back or answers for when it ends fails with the page; that is nobody's fault.
          await page.unrouteAll({ behavior: 'ignoreErrors' })
          await context.unrouteAll({ behavior: 'ignoreErrors' })
          if (!isCommon) return context.close()
          const seen = new Set([server.origin, plainOrigin, new URL(page.url()).origin])
          for (const each of context.pages()) if (each !== keeper) await each.close()
          await empty(keeper, [...seen])
          isTaken = false
        },
      }
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** Forgets what pages of these origins stored, what was fetched for them, and what they were permitted. */
async function empty(page: Page, origins: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  for (const origin of origins.filter((each) => each !== 'null')) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.send('Network.clearBrowserCache')
  await session.detach()
  await page.context().clearCookies()
  await page.context().clearPermissions()
}

/** Paths of all pages, from the sitemap. */
export async function sitemapPaths(folder: string): Promise<string[]> {
  const text = await readFile(`${folder}/sitemap.xml`, 'utf8')
  return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => new URL(url as string).pathname)
}

/** Goes to a path and waits until React has taken the page over. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await alive(page)
}

/** Asks again until the expectation holds, for as long as any action may take. */
export function eventually<Value>(ask: () => Value | Promise<Value>) {
  return expect.poll(ask, { timeout: ACTION })
}

/** Waits until the open search shows what it found for this query, and nothing is awaited any more. */
export async function searched(page: Page, query: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await dialog.locator(`a[href$="?q=${encodeURIComponent(query)}"]`).waitFor()
  await dialog.getByRole('status').filter({ hasText: /\d/ }).waitFor({ state: 'attached' })
}

/** Docusaurus marks the document when its code runs. */
export async function alive(page: Page): Promise<void> {
  await page.locator('html[data-has-hydrated="true"]').waitFor({ state: 'attached' })
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
interface AxeResult {
  violations: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[]
}

interface Look {
  /** Selects the parts that are looked at; absent: all of the page. */
  readonly where?: string
  /** Whether contrasts are compared. */
  readonly contrasts?: boolean
}
/** Violations of WCAG 2.0 to 2.2, A and AA, as one text each. */
export async function violations(page: Page, { where, contrasts = true }: Look = {}): Promise<string[]> {
  await page.evaluate(async () => {
    document.querySelectorAll('style[data-still]').forEach((style) => {
      style.remove()
    })
    const still = document.createElement('style')
    still.dataset.still = ''
    // Parts that the browser does not lay out have no colours to compare.
    still.textContent = '*,::before,::after{transition:none!important;animation:none!important;content-visibility:visible!important}'
    document.head.append(still)
  })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE) // as no script of the page, which its policy would refuse
  const { violations: found } = await page.evaluate(
    ({ parts, enabled }) =>
      (window as unknown as { axe: { run(where: Document | string, options: object): Promise<AxeResult> } }).axe.run(parts ?? document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
        resultTypes: ['violations'],
        rules: { 'color-contrast': { enabled } },
      }) as Promise<AxeResult>,
    { parts: where, enabled: contrasts },
  )
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.replace(/\s+/g, ' ')}`),
  )
}

/** Elements that reach beyond the window, if the document scrolls sideways; and images without a picture. */
export async function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    const wide = document.documentElement.scrollWidth
    const width = document.documentElement.clientWidth
    if (wide > width) {
      const culprits = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > width + 1)
      faults.push(
        `scrolls sideways: ${wide} of ${width}: ${culprits
          .slice(0, 3)
          .map((element) => element.outerHTML.slice(0, 90))
          .join(' | ')}`,
      )
    }
    for (const image of document.images)
      if (image.complete && !image.naturalWidth && image.loading !== 'lazy') faults.push(`broken image ${image.src}`)
    return faults
  })
}

/** Paths of the scripts that the page ran; what was only fetched ahead of a navigation does not count. */
export function scriptsRun(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.endsWith('.js') && (entry as PerformanceResourceTiming).initiatorType !== 'link')
      .map((entry) => new URL(entry.name).pathname),
  )
}
