// What one site cannot show at once, on small builds of their own; and what a mistaken configuration says.
import { readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Browsing, eventually, NARROW, startBrowsing, visit } from './browsing.ts'
import { keptFailure, keptFixture } from './kept-fixture.ts'

const SITE = resolve(import.meta.dirname, '../fixtures/site')
afterAll(async () => {
  await (await shared?.catch(() => undefined))?.[Symbol.asyncDispose]()
  await rm(join(SITE, '.docusaurus'), { recursive: true, force: true })
})
/** The build that most tests look at, made with the first of them. */
let shared: Promise<Browsing> | undefined
const dropdowns = () => {
  shared ??= build('dropdowns').then(startBrowsing)
  return shared
}
const BELOW = 'other'
const build = (variant: 'dropdowns' | 'plain') => keptFixture(SITE, variant, variant === 'plain' ? BELOW : '')

test('every kind of navbar item is shown; versions and locales have dropdowns; footer columns have titles', async () => {
  await using tab = await (await dropdowns()).open()
  const { page } = tab
  await visit(page, '/docs/next/intro/')
  const bar = page.getByRole('navigation', { name: 'Main' })
  for (const name of ['A link', 'A dropdown', 'A doc', 'A sidebar', 'A version']) await bar.getByText(name, { exact: true }).first().waitFor()
  expect(await bar.locator('.raw').textContent()).toBe('Raw HTML')
  expect(await bar.getByRole('link', { name: 'Deutsch', includeHidden: true }).getAttribute('href')).toBe('/de/docs/next/intro/')
  expect(await bar.getByRole('button', { name: 'Next' }).count()).toBe(1)
  expect(await bar.locator('[class*=navbarSearchContainer]').count()).toBe(1)
  expect(await page.locator('.footer__title').allTextContents()).toEqual(['A column', 'Another column'])
  expect(await page.locator('.footer__copyright').textContent()).toBe('Somebody')
})
test('the chosen docs version is remembered for its area, and for no other', async () => {
  await using tab = await (await dropdowns()).open()
  const { page } = tab
  await visit(page, '/docs/intro/')
  const bar = page.getByRole('navigation', { name: 'Main' })
  const doc = () => bar.getByRole('link', { name: 'A doc' }).getAttribute('href')
  expect(await doc()).toBe('/docs/intro/')
  await bar.getByRole('button', { name: '1.0', exact: true }).hover()
  await bar.getByRole('link', { name: 'Next' }).click()
  await page.getByText('Hello.', { exact: true }).waitFor()
  await visit(page, '/guide/intro/')
  await eventually(() => doc()).toBe('/docs/next/intro/')
  await eventually(() => bar.getByRole('button', { name: 'Next' }).count()).toBe(1)
  await eventually(() => bar.getByRole('button', { name: 'Guide 1.0' }).count()).toBe(1)
  const remembered = (area: string) => page.evaluate((key) => localStorage.getItem(key), `docs-preferred-version-${area}`)
  expect([await remembered('default'), await remembered('guide')]).toEqual(['current', null])
})
test('without respect for the system preference the default is light, and the switch toggles light and dark', async () => {
  await using tab = await (await dropdowns()).open({ theme: 'dark' })
  const { page } = tab
  await visit(page, '/docs/intro/')
  const state = () => page.evaluate(() => [document.documentElement.dataset.theme, localStorage.getItem('theme')])
  expect(await state()).toEqual(['light', null])
  for (const theme of ['dark', 'light', 'dark']) {
    await page.getByRole('button', { name: /Switch between dark and light mode/ }).click()
    await eventually(state).toEqual([theme, theme])
  }
})
test('a dropdown of the menu opens by itself when one of its links is active, and its collapsing is animated', async () => {
  await using tab = await (await dropdowns()).open({ viewport: NARROW })
  const { page } = tab
  const menu = page.locator('.navbar-sidebar')
  const openMenu = async (path: string) => {
    await visit(page, path)
    await page.getByRole('button', { name: 'Toggle navigation bar' }).click()
    await menu.getByRole('button', { name: '← Back to main menu' }).click()
    return menu.locator('.menu__list-item').filter({ hasText: 'A dropdown' }).first()
  }
  const closed = await openMenu('/docs/next/intro/')
  await closed.waitFor()
  expect(await closed.getByRole('link', { name: 'Inside' }).count()).toBe(0)
  const open = await openMenu('/docs/next/second/')
  await open.getByRole('link', { name: 'Inside' }).waitFor()
  const moved = page.evaluate(
    () =>
      new Promise((resolve) => document.addEventListener('transitionrun', (event) => event.propertyName === 'height' && resolve(event.propertyName))),
  )
  await open.getByRole('button', { name: 'Collapse the dropdown' }).click()
  expect(await moved).toBe('height')
  await open.getByRole('link', { name: 'Inside' }).waitFor({ state: 'hidden' })
})
test('each of the seven admonitions is drawn as what it is', async () => {
  for (const theme of ['light', 'dark'] as const) {
    await using tab = await (await dropdowns()).open({ theme })
    const { page } = tab
    await visit(page, '/docs/next/intro/')
    const shown = await page
      .locator('.theme-admonition')
      .evaluateAll((all) =>
        all.map((each) => [/theme-admonition-([\w-]+)/.exec(each.className)?.[1], ...[...each.children].map((part) => part.textContent)]),
      )
    expect(shown).toEqual([
      ['note', 'note', 'A note.'],
      ['tip', 'tip', 'A tip.'],
      ['info', 'info', 'An info.'],
      ['caution', 'caution', 'A caution.'],
      ['danger', 'danger', 'A danger.'],
      ['feature-highlight', 'Only here', 'A feature.'],
      ['glossary', 'Term', 'A term.'],
    ])
    expect(await page.locator('.theme-admonition svg').count()).toBe(7)
  }
})
test('the table of contents leaves out level four', async () => {
  await using tab = await (await dropdowns()).open()
  await visit(tab.page, '/docs/next/intro/')
  expect(await tab.page.getByRole('heading', { level: 4, name: 'Level four' }).count()).toBe(1)
  expect(await tab.page.locator('.table-of-contents__link').allTextContents()).toEqual(['Level two', 'Level three'])
})
test('a footer of one row, no colour switch, a bar that stays; a stored colour is cleared', async () => {
  await using browsing = await startBrowsing(await build('plain'))
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, `/${BELOW}/docs/next/intro/`)
  await page.evaluate(() => localStorage.setItem('theme', 'light'))
  await visit(page, `/${BELOW}/docs/next/second/`)
  await eventually(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('theme')))).toEqual([])
  expect(await page.getByRole('button', { name: /Switch between/ }).count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  expect(await page.locator('.footer__links').getByRole('link').allTextContents()).toEqual(['First', 'Second'])
  expect(await page.locator('.footer__title').count()).toBe(0)
  expect(await page.locator('.footer__logo').getAttribute('src')).toMatch(/dark\.svg$/)
  expect(await readFile(join(browsing.folder, BELOW, 'docs/next/second/index.html'), 'utf8')).toMatch(
    /footer__logo[^>]*light\.svg|light\.svg[^>]*footer__logo/,
  )
  expect(await page.locator('.footer__copyright').textContent()).toBe('Somebody')
  const logo = page.locator('.footer a:has(.footer__logo)')
  expect([await logo.getAttribute('href'), await logo.getAttribute('target')]).toEqual(['https://example.org', '_self'])
  const attribute = (name: string) => page.locator('.footer__logo').getAttribute(name)
  expect([await attribute('alt'), await attribute('width'), await attribute('height')]).toEqual(['Logo', '40', '20'])
  expect(await page.locator('.footer--dark').count()).toBe(1)
  const announcement = page.locator('.theme-announcement-bar')
  expect(await announcement.textContent()).toBe('Always here')
  expect(await announcement.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(255, 255, 255)')
  expect(await announcement.getByRole('button').count()).toBe(0)
  expect(await announcement.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(18, 52, 86)')
})
test('a site served from another place than it was built for says that it did not load properly', async () => {
  await using browsing = await startBrowsing(join(await build('plain'), BELOW))
  await using tab = await browsing.open()
  const { page } = tab
  await page.goto('/')
  await page.getByText('Your Docusaurus site did not load properly.').waitFor()
})
test.each([
  ['unknown navbar item', /Bad navbar item type carousel/],
  ['locale without configuration', /no locale config found for locale=fr/],
  ['broken link', /Broken link on source page path/],
  ['mixed footer', /footer must be either simple or multi-column/],
])('a configuration with this mistake stops the build and says so: %s', async (variant, message) => {
  expect(await keptFailure(SITE, variant, message)).toMatch(message)
})
test.each([
  ['unknown docs version', /No docs version exist for name '9\.9'/],
  ['sidebar without link', /Sidebar with ID "empty" doesn't have anything to be linked to/],
  ['unknown sidebar', /Can't find any sidebar with id "missing"/],
])('an item of the bar with this mistake stops the build and says so: %s', async (_mistake, message) => {
  expect(await keptFailure(SITE, 'mistaken items', message)).toMatch(message)
})
test('the site itself states what the fixtures vary', async () => {
  const config = await readFile(resolve(SITE, '../../docusaurus.config.ts'), 'utf8')
  for (const setting of ['baseUrlIssueBanner: true', 'respectPrefersColorScheme: true', "onBrokenLinks: 'throw'", 'blog: false', "locales: ['en']"])
    expect(config).toContain(setting)
})
