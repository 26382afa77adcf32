// What the site does over time and on demand: colour mode, announcement bar, menu, navigation, loading, failing.
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasHistory } from '../src/has-history.ts'
import { alive, type Browsing, eventually, layoutFaults, NARROW, startBrowsing, violations, visit } from './browsing.ts'
import { withTracker } from './site-settings.ts'

const GUIDES = '/docs/api/guides/'
const NEXT = '/docs/api/guides/authentication/'
let browsing: Browsing
beforeAll(async () => {
  browsing = await startBrowsing()
})
afterAll(() => browsing[Symbol.asyncDispose]())

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme)
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const follow = (page: Page, path: string) => page.getByRole('main').locator(`a[href="${path}"]`).first().click()

test('the colour mode cycles system, light, dark, system, and the choice is stored under theme', async () => {
  await using tab = await browsing.open({ theme: 'dark' })
  const { page } = tab
  await visit(page, '/')
  const button = page.getByRole('button', { name: /Switch between dark and light mode/ })
  const state = async () => [await theme(page), await stored(page, 'theme')]
  expect(await state()).toEqual(['dark', null])
  for (const next of [
    ['light', 'light'],
    ['dark', 'dark'],
    ['dark', null],
  ]) {
    await button.click()
    await eventually(state).toEqual(next)
  }
})
test('the chosen colour mode holds after a reload, before anything is drawn', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, '/')
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.addInitScript(() => {
    const drawn: (string | undefined)[] = []
    Object.assign(window, { drawn })
    // Each time before the browser draws, once there is something of the page to draw.
    const look = () => {
      if (document.getElementById('__docusaurus')) drawn.push(document.documentElement.dataset.theme)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await visit(page, '/')
  const drawn = () => page.evaluate(() => (window as typeof window & { drawn: string[] }).drawn)
  await eventually(async () => (await drawn()).length).toBeGreaterThan(0)
  expect([...new Set(await drawn())]).toEqual(['dark'])
})
test('without a system preference for dark the site is light', async () => {
  await using tab = await browsing.open({ theme: 'light' })
  await visit(tab.page, '/')
  expect(await theme(tab.page)).toBe('light')
})
test('a dismissed announcement stays away until its id changes', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, '/')
  const bar = page.locator('.theme-announcement-bar')
  await bar.getByRole('button', { name: 'Close' }).click()
  await bar.waitFor({ state: 'detached' })
  await page.reload()
  await visit(page, GUIDES)
  await eventually(() => bar.count()).toBe(0)
  await page.evaluate(() => localStorage.setItem('docusaurus.announcement.id', 'an older one'))
  await visit(page, '/')
  await bar.waitFor()
})
test('without storage the site works, and remembers nothing', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  })
  await visit(page, GUIDES)
  await page.getByRole('button', { name: /Switch between dark and light mode/ }).click()
  await page.locator('.theme-announcement-bar').getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('/')
  await page.getByRole('combobox').fill('quickstart')
  await page.getByRole('option').nth(1).click()
  await page.waitForURL(/quickstart/)
  expect(tab.complaints.filter((text) => !text.startsWith('warning: Docusaurus browser storage'))).toEqual([])
})
test('the bar hides on the way down and comes back on the way up', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, '/docs/uxhw-api/querying-uncertainty/quantile/')
  const bottom = () => page.locator('.navbar').evaluate((bar) => bar.getBoundingClientRect().bottom)
  const scrolled = () => page.evaluate(() => window.scrollY)
  await page.mouse.move(600, 500)
  for (let turn = 1; turn <= 5; turn++) {
    await page.mouse.wheel(0, 200)
    await eventually(scrolled).toBe(200 * turn)
  }
  await eventually(bottom).toBeLessThanOrEqual(0)
  await page.mouse.wheel(0, -200)
  await eventually(bottom).toBeGreaterThan(0)
  await eventually(scrolled).toBe(800)
})
test('the top bar has its three sections, search, login, report and colour switch', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, NEXT)
  const bar = page.getByRole('navigation', { name: 'Main' })
  const to = (name: string) => bar.getByRole('link', { name, exact: true }).getAttribute('href')
  expect([await to('Compute Engine API'), await to('Developer Platform'), await to('Hardware API (UxHw)')]).toEqual([
    '/docs/api/',
    '/docs/platform/',
    '/docs/uxhw-api/',
  ])
  expect(await to('Log in')).toBe('/console/')
  expect(await to('Report an issue')).toBe('/docs/platform/operate/configuration/#documentation-site') // who reads on this machine runs the site
  await bar.getByRole('button', { name: /^Search/ }).waitFor()
  await bar.getByRole('button', { name: /Switch between dark and light mode/ }).waitFor()
  expect(await bar.locator('.navbar__items').first().getByRole('link').count()).toBe(4)
})
test('the start page shows program, distribution and what both programs print within its first screen', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, '/')
  const main = page.getByRole('main')
  for (const part of [
    main.getByText(/^braking\.c/),
    main.getByRole('slider').last(),
    main.getByRole('img', { name: /^Distribution of the stopping distance/ }),
    main.getByText('too far: 0 %'),
    main.getByText(/too far: 1\d %/),
  ]) {
    const box = await part.boundingBox()
    expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThanOrEqual(900)
  }
})
test('a page is copied as Markdown, and can be seen as it', async () => {
  await using tab = await browsing.open()
  const { page, context } = tab
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(page, NEXT)
  await page.getByRole('button', { name: 'Copy page' }).press('Enter')
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const twin = (await page.getByRole('link', { name: 'View as Markdown' }).getAttribute('href')) ?? ''
  const text = await (await fetch(browsing.origin + twin)).text()
  expect(text).toMatch(/^# |\n# /)
  await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  // Nobody named a place where pages are edited or judged.
  expect(await page.getByText(/Was this page helpful|Edit this page/).count()).toBe(0)
})
test('the skip link leads past the navigation', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, GUIDES)
  await page.keyboard.press('Tab')
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to main content')
  await page.keyboard.press('Enter')
  await eventually(() => page.evaluate(() => Boolean(document.activeElement?.querySelector('main') ?? document.activeElement?.closest('main')))).toBe(
    true,
  )
})

test('the menu of a narrow window slides out, leads back to the main menu, and closes when a page is chosen', async () => {
  await using tab = await browsing.open({ viewport: NARROW })
  const { page } = tab
  await visit(page, GUIDES)
  await page.getByRole('button', { name: 'Toggle navigation bar' }).press('Enter')
  const menu = page.locator('.navbar-sidebar')
  await menu.getByRole('link', { name: 'Authentication' }).waitFor()
  expect([...(await violations(page)), ...(await layoutFaults(page))]).toEqual([])
  await menu.getByRole('button', { name: '← Back to main menu' }).press('Enter')
  await menu.getByRole('link', { name: 'Developer Platform' }).press('Enter')
  await page.waitForURL('**/docs/platform/')
  await eventually(() => page.locator('.navbar-sidebar--show').count()).toBe(0)
})
test('the desktop layout starts at 996 px: the menu is forced closed, bar and sidebar take its place', async () => {
  await using tab = await browsing.open({ viewport: { width: 995, height: 700 } })
  const { page } = tab
  await visit(page, GUIDES)
  await page.getByRole('button', { name: 'Toggle navigation bar' }).click()
  await page.locator('.navbar-sidebar--show').waitFor()
  await eventually(() => page.locator('.theme-doc-sidebar-container').isVisible()).toBe(false)
  await page.setViewportSize({ width: 996, height: 700 })
  await eventually(() => page.locator('.navbar-sidebar--show').count()).toBe(0)
  await eventually(() => page.getByRole('button', { name: 'Toggle navigation bar' }).isVisible()).toBe(false)
  await page.locator('.theme-doc-sidebar-container').waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Developer Platform' }).waitFor()
  expect(await layoutFaults(page)).toEqual([])
})

test('navigation scrolls to the top, or to the target of a hash', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, GUIDES)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.locator('.theme-doc-sidebar-container').getByRole('link', { name: 'Authentication' }).click()
  await page.getByRole('heading', { level: 1, name: /Authentication/ }).waitFor()
  await eventually(() => page.evaluate(() => window.scrollY)).toBe(0)
  const link = page.locator('.table-of-contents__link').last()
  const id = ((await link.getAttribute('href')) ?? '').slice(1)
  await link.click()
  await eventually(() => page.locator(`[id="${id}"]`).evaluate((heading) => heading.getBoundingClientRect().top < window.innerHeight)).toBe(true)
})

test('a navigation that takes longer than 200 ms shows a progress bar, a quicker one none', async () => {
  await using tab = await browsing.open()
  const { page, context } = tab
  await noPrefetch(page)
  await visit(page, GUIDES)
  await watchForBar(page)
  const release = await holdScripts(context)
  const clicked = await page.evaluate(() => performance.now())
  await follow(page, NEXT)
  await page.locator('#nprogress').waitFor({ state: 'attached' })
  const shown = (await page.evaluate(() => (window as typeof window & { barAt: number }).barAt)) - clicked
  expect(shown).toBeGreaterThanOrEqual(200)
  await eventually(() => new URL(page.url()).pathname).toBe(NEXT)
  await release()
  await page.getByRole('heading', { level: 1, name: /Authentication/ }).waitFor()
  await page.locator('#nprogress').waitFor({ state: 'detached' })
})
test('a navigation to a page that is there shows no progress bar', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, GUIDES)
  await follow(page, NEXT)
  const there = page.getByRole('heading', { level: 1, name: /Authentication/ })
  await there.waitFor()
  const navigate = async () => {
    await visit(page, GUIDES)
    await page.evaluate(() =>
      (window as unknown as { docusaurus: { preload(path: string): Promise<void> } }).docusaurus.preload('/docs/api/guides/authentication/'),
    )
    await watchForBar(page)
    const began = performance.now()
    await follow(page, NEXT)
    await there.waitFor()
    const milliseconds = performance.now() - began
    return { milliseconds, barAt: await page.evaluate(() => (window as typeof window & { barAt?: number }).barAt) }
  }
  // A busy machine may need longer than 200 ms to show what is there; such a navigation says nothing.
  let last = await navigate()
  for (let tries = 0; tries < 20 && last.barAt !== undefined && last.milliseconds >= 200; tries++) last = await navigate()
  expect(last.barAt).toBeUndefined()
})
test.each([
  ['on a quick connection, links in sight are prefetched', { effectiveType: '4g', saveData: false }, true],
  ['on 2g nothing is prefetched', { effectiveType: '2g', saveData: false }, false],
  ['on slow 2g nothing is prefetched', { effectiveType: 'slow-2g', saveData: false }, false],
  ['with data saver nothing is prefetched', { effectiveType: '4g', saveData: true }, false],
])('%s', async (_, connection, expected) => {
  await using tab = await browsing.open()
  const { page } = tab
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, 'connection', { get: () => value })
    // What Docusaurus answers to links that ask for their page once they are in sight: `false` is a refusal.
    const answers: Record<string, boolean> = {}
    let current: Docusaurus | undefined
    Object.assign(window, { answers })
    Object.defineProperty(window, 'docusaurus', {
      get: () => current,
      set: (value: Docusaurus) => {
        const prefetch = (path: string) => {
          const begun = value.prefetch(path)
          answers[path] ??= begun !== false
          return begun
        }
        current = current ? value : { ...value, prefetch } // the site puts its own in front of the first
      },
    })
  }, connection)
  await visit(page, GUIDES)
  await page.getByRole('main').locator(`a[href="${NEXT}"]`).first().scrollIntoViewIfNeeded() // pointing at it would fetch it at once
  await eventually(() => page.evaluate((path) => (window as typeof window & { answers: Record<string, boolean> }).answers[path], NEXT)).toBe(expected)
  const prefetched = () => page.locator('link[rel=prefetch]').count()
  if (expected) await eventually(prefetched).toBeGreaterThan(0)
  else expect(await prefetched()).toBe(0)
})
test('a page that does not load shows the error and loads on Retry', async () => {
  await using tab = await browsing.open()
  const { page, context } = tab
  await noPrefetch(page)
  await visit(page, GUIDES)
  await context.route('**/assets/js/**', (route) => route.abort())
  await follow(page, NEXT)
  const alert = page.getByRole('alert')
  await alert.waitFor()
  expect(await alert.textContent()).toMatch(/Loading chunk/)
  expect(await violations(page)).toEqual([])
  await context.unroute('**/assets/js/**')
  await alert.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('heading', { level: 1, name: /Authentication/ }).waitFor()
})
test('a page that crashes says so with its message, and Try again brings it back', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, '/search/?q=xyzzy')
  const suggestion = page.getByRole('main').getByRole('listitem').getByRole('link').first()
  await suggestion.waitFor()
  await page.evaluate(() => {
    const read = URLSearchParams.prototype.get
    Object.assign(window, { mend: () => Object.assign(URLSearchParams.prototype, { get: read }) })
    URLSearchParams.prototype.get = () => {
      throw new Error('the flux has gone')
    }
  })
  await suggestion.click() // the page reads the query of the new address
  const alert = page.getByRole('alert')
  await alert.getByRole('heading', { name: 'This page crashed.' }).waitFor()
  expect(await alert.textContent()).toContain('the flux has gone')
  expect(await violations(page)).toEqual([])
  expect(await page.locator('.navbar').count()).toBe(1)
  await page.evaluate(() => (window as typeof window & { mend(): void }).mend())
  await alert.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('searchbox').waitFor()
})
test('an unknown address answers 404 and suggests the nearest pages', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  const reply = await page.goto('/docs/api/quikstart/')
  expect(reply?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await alive(page)
  expect(tab.complaints.filter((text) => !text.includes('404'))).toEqual([])
  expect(await page.locator('link[type="text/markdown"]').count()).toBe(0)
  await page.getByRole('main').getByRole('link', { name: '/docs/api/quickstart/' }).click()
  await page.getByRole('heading', { level: 1, name: /Quickstart/i }).waitFor()
})
test.each([
  ['/docs/', '/'],
  ['/docs/api/quickstart.html', '/docs/api/quickstart/'],
  ['/docs/api/quickstart', '/docs/api/quickstart/'],
  ['/docs/hardware-api/querying-uncertainty/quantile/', '/docs/uxhw-api/querying-uncertainty/quantile/'],
])('%s leads to %s', async (from, to) => {
  await using tab = await browsing.open()
  await tab.page.goto(from)
  await tab.page.waitForURL((url) => url.pathname === to)
})
test('a report names the page at hand', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await withTracker(page.context())
  await visit(page, NEXT)
  const link = page.getByRole('link', { name: 'Report an issue' })
  await link.evaluate((element) => element.addEventListener('click', (event) => event.preventDefault()))
  await link.click()
  await eventually(async () => decodeURIComponent((await link.getAttribute('href')) ?? '')).toContain(NEXT)
})
test('each area has its own sidebar with the page at hand marked, breadcrumbs, and the time of the last update', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  for (const [path, other] of [
    [NEXT, '/docs/platform/'],
    ['/docs/platform/user-interface/editor/', '/docs/api/'],
    ['/docs/uxhw-api/querying-uncertainty/quantile/', '/docs/api/'],
  ] as const) {
    await visit(page, path)
    const sidebar = page.getByRole('navigation', { name: 'Docs sidebar' })
    expect(await sidebar.locator(`a[href="${path}"]`).getAttribute('aria-current')).toBe('page')
    expect(await sidebar.locator(`a[href^="${other}"]`).count()).toBe(0)
    expect(await sidebar.locator('.menu__list-item-collapsible--active, .menu__link--sublist.menu__link--active').count()).toBeGreaterThan(0)
    expect(await page.getByRole('navigation', { name: 'Breadcrumbs' }).count()).toBe(1)
    const dates = await page.locator('.theme-last-updated time').evaluateAll((all) => all.map((time) => time.getAttribute('datetime')))
    expect(dates).toEqual(hasHistory ? [expect.stringMatching(/^\d{4}-\d\d-\d\dT/)] : [])
    expect(await page.getByRole('button', { name: /^(Collapse|Hide) sidebar$/ }).count()).toBe(0)
  }
})
test('a group of the sidebar opens and closes by keyboard, and opens by itself around the page at hand', async () => {
  await using tab = await browsing.open({ reducedMotion: 'reduce' })
  const { page } = tab
  await visit(page, '/docs/uxhw-api/querying-uncertainty/quantile/')
  const group = page
    .locator('.theme-doc-sidebar-item-category')
    .filter({ has: page.locator('a[href$="/querying-uncertainty/"]') })
    .last()
  expect(await group.locator('a[href$="/quantile/"]').isVisible()).toBe(true)
  await group.getByRole('button').first().press('Enter')
  await group.locator('a[href$="/quantile/"]').waitFor({ state: 'hidden' })
  await group.getByRole('button').first().press('Enter')
  await group.locator('a[href$="/quantile/"]').waitFor()
})
test('the collapsing of a sidebar group is animated', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, '/docs/uxhw-api/querying-uncertainty/quantile/')
  const moved = page.evaluate(
    () =>
      new Promise((resolve) => document.addEventListener('transitionrun', (event) => event.propertyName === 'height' && resolve(event.propertyName))),
  )
  await page.getByRole('button', { name: /sidebar category 'Querying uncertainty'/ }).click()
  expect(await moved).toBe('height')
})
test('with reduced motion nothing moves', async () => {
  await using tab = await browsing.open({ reducedMotion: 'reduce' })
  await visit(tab.page, GUIDES)
  expect(await tab.page.locator('.navbar').evaluate((bar) => Number.parseFloat(getComputedStyle(bar).transitionDuration))).toBeLessThan(0.001)
})
test('a code block is copied by its button', async () => {
  await using tab = await browsing.open()
  const { page, context } = tab
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(page, '/docs/api/quickstart/')
  await page.getByRole('button', { name: 'Copy code to clipboard' }).first().click()
  const words = (text: string | null) => (text ?? '').replace(/\s/g, '')
  const copied = async () => words(await page.evaluate(() => navigator.clipboard.readText()))
  await eventually(async () => (await copied()).length).toBeGreaterThan(10)
  expect(words(await page.getByRole('main').textContent())).toContain(await copied())
})

interface Docusaurus {
  prefetch(path: string): false | Promise<unknown>
}
/** As on a slow connection, so that the code of a page is fetched when it is navigated to. */
async function noPrefetch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { get: () => ({ effectiveType: '2g', saveData: false }) })
  })
}
/** Holds every script that is asked for from now on; returns what lets them go. */
async function holdScripts(context: BrowserContext): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>()
  await context.route('**/assets/js/**', async (route) => {
    await gate.promise
    await route.continue()
  })
  return async () => gate.resolve()
}
async function watchForBar(page: Page): Promise<void> {
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.getElementById('nprogress')) (window as typeof window & { barAt?: number }).barAt ??= performance.now()
    }).observe(document.body, { childList: true })
  })
}
