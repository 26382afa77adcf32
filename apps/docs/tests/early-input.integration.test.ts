// What readers do before a page, or a part of it, lives: done once it does, and once only. On a processor six times slower than this one.
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alive, type Browsing, eventually, NARROW, startBrowsing, visit } from './browsing.ts'

const REFERENCE = '/docs/api/reference/'
const QUICKSTART = '/docs/api/quickstart/'
const SLOWER = 6
let browsing: Browsing
beforeAll(async () => {
  browsing = await startBrowsing()
})
afterAll(() => browsing[Symbol.asyncDispose]())

/** From now on: a page that is loaded slowly, too, meets nothing else for it, and takes six times as long to do so. */
async function slow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
}
/** Opens a page whose scripts do not come before they are let go. */
async function openWithoutScripts(page: Page, context: BrowserContext, path: string): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>()
  await context.route('**/assets/js/**', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.getByRole('contentinfo').waitFor()
  return async () => {
    gate.resolve()
    await alive(page)
  }
}
function languages(page: Page, operation = 'getTask') {
  const section = page.locator('section', { has: page.locator(`[id="operation/${operation}"]`) }).last()
  return section.getByRole('group', { name: /^Language of the request/ })
}
function pressed(page: Page, name: string, operation?: string) {
  return eventually(() => languages(page, operation).getByRole('button', { name }).getAttribute('aria-pressed'))
}

test.each(['Enter', 'Space'])('a language is chosen by %s in the moment of the focus', async (key) => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, REFERENCE)
  await slow(page)
  await languages(page).getByRole('button', { name: 'Python' }).press(key)
  await pressed(page, 'Python').toBe('true')
  // All operations of the page start now; the next key finds one that still does.
  await languages(page, 'createTask').getByRole('button', { name: 'TypeScript' }).press(key)
  await pressed(page, 'TypeScript', 'createTask').toBe('true')
  expect(tab.complaints).toEqual([])
})
test('a language is chosen by a click that no pointer came before', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, REFERENCE)
  await slow(page)
  await languages(page)
    .getByRole('button', { name: 'Python' })
    .evaluate((button: HTMLElement) => button.click())
  await pressed(page, 'Python').toBe('true')
  expect(tab.complaints).toEqual([])
})
test('a language is chosen by the first touch', async () => {
  const context = await browsing.browser.newContext({ viewport: NARROW, hasTouch: true, isMobile: true, baseURL: browsing.origin })
  const page = await context.newPage()
  await visit(page, REFERENCE)
  await slow(page)
  await languages(page).getByRole('button', { name: 'Python' }).tap()
  await pressed(page, 'Python').toBe('true')
  await context.close()
})
test('before the code is there: a language is chosen by keyboard, a filter typed, its caret and the focus kept', async () => {
  await using tab = await browsing.open()
  const { page, context } = tab
  const release = await openWithoutScripts(page, context, REFERENCE)
  await slow(page)
  await languages(page).getByRole('button', { name: 'Python' }).press('Enter')
  const filter = page.getByRole('searchbox', { name: 'Filter operations' })
  await filter.focus()
  await page.keyboard.type('webook')
  for (let left = 0; left < 3; left++) await page.keyboard.press('ArrowLeft')
  await release()
  await page.keyboard.type('h')
  await eventually(() => filter.inputValue()).toBe('webhook')
  const sidebar = page.getByRole('navigation', { name: 'Operations' })
  await eventually(() => sidebar.getByRole('status').textContent()).toMatch(/^\d+ found$/)
  await eventually(() => sidebar.getByRole('link', { name: 'Build source code' }).count()).toBe(0)
  expect(await filter.evaluate((field: HTMLInputElement) => [field === document.activeElement, field.selectionStart])).toEqual([true, 4])
  await pressed(page, 'Python').toBe('true')
  expect(tab.complaints).toEqual([])
})
test('before the code is there: clicks are done in their order and once each', async () => {
  await using tab = await browsing.open()
  const { page, context } = tab
  const release = await openWithoutScripts(page, context, QUICKSTART)
  const wraps = page.getByRole('button', { name: 'Wrap long lines' })
  await wraps.nth(0).click({ force: true })
  for (let click = 0; click < 2; click++) await wraps.nth(1).click({ force: true })
  await release()
  await eventually(() => wraps.nth(0).getAttribute('aria-pressed')).toBe('true')
  expect(await wraps.nth(1).getAttribute('aria-pressed')).toBe('false')
  await wraps.nth(1).click()
  await eventually(() => wraps.nth(1).getAttribute('aria-pressed')).toBe('true')
  expect(tab.complaints).toEqual([])
})
test.each(['Control+k', '/'])('before the code is there: %s opens the search, and what is typed after it is searched', async (keys) => {
  await using tab = await browsing.open()
  const { page, context } = tab
  const release = await openWithoutScripts(page, context, QUICKSTART)
  await slow(page)
  await page.keyboard.press(keys)
  await page.keyboard.type('bui')
  await release()
  await eventually(() => page.getByRole('combobox').inputValue()).toBe('bui')
  await page.keyboard.type('ld')
  await eventually(() => page.getByRole('combobox').inputValue()).toBe('build')
  await page.getByRole('option').nth(1).waitFor()
  expect(tab.complaints).toEqual([])
})
test('what is typed right after the key that opens the search is searched', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, QUICKSTART)
  await slow(page)
  await page.keyboard.press('/')
  await page.keyboard.type('quantile')
  await eventually(() => page.getByRole('combobox').inputValue()).toBe('quantile')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await eventually(() => page.getByRole('combobox').inputValue()).toBe('')
})
test('before the code is there: a slider is moved, and the program runs with its value', async () => {
  await using tab = await browsing.open()
  const { page, context } = tab
  const release = await openWithoutScripts(page, context, '/')
  const slider = page.getByRole('slider', { name: 'How unsure is the speed?' })
  await slider.press('ArrowRight')
  expect(await slider.inputValue()).toBe('3.5')
  await release()
  await eventually(() => slider.getAttribute('aria-valuetext')).toBe('50 ± 3.5 km/h')
  await page.getByText('Drag a slider').waitFor({ state: 'detached' })
})
test('the tab keeps its title while a page starts', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await slow(page)
  await page.addInitScript(() => {
    const titles = new Set<string>()
    Object.assign(window, { titles })
    new MutationObserver(() => titles.add(document.title)).observe(document, { subtree: true, childList: true, characterData: true })
  })
  for (const [path, title] of [
    ['/docs/uxhw-api/gum/budget/', 'Uncertainty budget | Developer documentation'],
    ['/search/', 'Search the documentation | Developer documentation'],
  ] as const) {
    await visit(page, path)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => [...(window as typeof window & { titles: Set<string> }).titles].filter(Boolean))).toEqual([title])
  }
})
test('a page whose fields nobody touched runs nothing', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    document.addEventListener('input', ({ target }) => heard.push((target as Element).outerHTML), true)
  })
  for (const path of ['/', REFERENCE, '/search/', '/docs/uxhw-api/ux-data-format/']) {
    await visit(page, path)
    expect(await page.evaluate(() => (window as typeof window & { heard: string[] }).heard)).toEqual([])
  }
})
test('before the code is there: a query on the page of the search that its address does not have', async () => {
  await using tab = await browsing.open()
  const { page, context } = tab
  const release = await openWithoutScripts(page, context, '/search/?q=quantile')
  const query = page.getByRole('main').getByRole('searchbox')
  await query.fill('build')
  await release()
  await page.getByRole('heading', { name: 'Search results for “build”' }).waitFor()
  expect(await query.inputValue()).toBe('build')
})
test('before the code is there: text in the decoder', async () => {
  await using tab = await browsing.open()
  const { page, context } = tab
  const release = await openWithoutScripts(page, context, '/docs/uxhw-api/ux-data-format/')
  const area = page.getByRole('region', { name: 'Ux decoder' }).getByRole('textbox')
  await area.fill('no Ux at all')
  await release()
  await eventually(() => area.getAttribute('aria-invalid')).toBe('true')
  expect(await area.inputValue()).toBe('no Ux at all')
})
