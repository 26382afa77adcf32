// One platform and one browser that is signed in, for the tests of a file; what is looked for on every screen.
import { readFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { Platform } from '../../../acceptance/platform.ts'
import { BROWSER_FLAGS, browserPath } from '../../../tools/browser.ts'
import { buildConsole } from '../../../tools/build-console.ts'
import { CACHE } from '../../../tools/cache.ts'
import { builtSite } from '../../docs/tests/built-site.ts'

export const WIDE = { width: 1350, height: 940 } as const
export const NARROW = { width: 390, height: 844 } as const
/** How screens are looked at: each theme and each width; each with each by `npm run every-page`. */
export const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [WIDE, NARROW].flatMap((viewport) =>
    process.env.CREDENCE_EVERY_PAGE || (colorScheme === 'light') === (viewport === WIDE) ? [{ colorScheme, viewport }] : [],
  ),
)
const ACTION = 60_000 // ms: a busy machine is slow, a broken page never comes

export interface Console extends AsyncDisposable {
  readonly platform: Platform
  readonly context: BrowserContext
  /** Of somebody who has not signed in. */
  newContext(): Promise<BrowserContext>
  /** A tab, and everything its console said and every answer that refused. */
  open(path: string): Promise<{ readonly page: Page; readonly complaints: string[] } & AsyncDisposable>
}

interface Start {
  /** False: the documentation, and with it the compiler for browsers, is not there. */
  readonly withDocs?: boolean
  /** False: the platform builds and runs nothing. A worker loads the compiler and tries it, which takes some seconds of a core. */
  readonly withWorker?: boolean
  /** False: each page has a process of its own, which can be ended without the others. Else they share one, which has compiled the scripts of the console once. */
  readonly sharesProcess?: boolean
  /** Of the platform, beside those of every test. */
  readonly settings?: Readonly<Record<string, string>>
}
export async function startConsole({ withDocs = true, withWorker = true, sharesProcess = true, settings = {} }: Start = {}): Promise<Console> {
  const docs = withDocs ? await builtSite() : await noDocs()
  const files = await buildConsole(CACHE)
  const role: Readonly<Record<string, string>> = withWorker ? {} : { CREDENCE_ROLE: 'api' }
  const platform = await Platform.start({ CREDENCE_DOCS: docs, CREDENCE_CONSOLE: files, CREDENCE_GITHUB_URL: 'none', ...role, ...settings })
  const args = sharesProcess ? [...BROWSER_FLAGS, '--process-per-site'] : BROWSER_FLAGS
  const browser = await chromium.launch({ executablePath: browserPath(), args, timeout: 2 * ACTION })
  const newContext: Console['newContext'] = async () => {
    const made = await browser.newContext({ viewport: WIDE, baseURL: platform.origin, permissions: ['clipboard-read', 'clipboard-write'] })
    made.setDefaultTimeout(ACTION)
    return made
  }
  const context = await newContext()
  const open: Console['open'] = async (path) => {
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      const isOfBrowser = message.text().startsWith('Failed to load resource') // of a request, which it does not name
      complaints.push(`${message.type()}: ${message.text()}${isOfBrowser ? ` ${message.location().url}` : ''}`)
    })
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
    page.on('response', (reply) => reply.status() >= 400 && complaints.push(`${reply.status()}: ${reply.url()}`))
    await page.goto(path)
    return { page, complaints, [Symbol.asyncDispose]: () => page.close() }
  }
  const first = await open('/console/sign-in')
  await first.page.getByRole('button', { name: /API key/ }).click()
  await first.page.getByLabel('API key').fill(platform.key)
  await first.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await first.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  // It stays, empty, and keeps the process between two pages.
  await first.page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await first.page.goto('/')
  return {
    platform,
    context,
    newContext,
    open,
    async [Symbol.asyncDispose]() {
      await browser.close()
      await platform.remove()
    },
  }
}

async function noDocs(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'no-docs-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>No documentation</title>')
  return folder
}

/** Everything that the page's origin keeps in databases of the browser, as JSON. */
export async function storedIn(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const found: unknown[] = []
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name ?? ''))
      for (const store of database.objectStoreNames) found.push(await done(database.transaction(store).objectStore(store).getAll()))
      database.close() // or nobody could delete it
    }
    return JSON.stringify(found)
  })
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** What axe finds, as text; and what is wider than the page. */
export async function faultsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${AXE};0`)
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> }
    }
    const { violations } = await axe.run({ resultTypes: ['violations'] }) // what passes is not described
    const wide = document.documentElement.scrollWidth > innerWidth ? [`the page is ${document.documentElement.scrollWidth} wide`] : []
    return [
      ...violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`)),
      ...wide,
    ]
  })
  return found
}
