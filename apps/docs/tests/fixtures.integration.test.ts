// What one site cannot show at once, on small builds of their own; and what a mistaken configuration says.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowsing, visit } from './browsing.ts'
import { buildSite } from './built-site.ts'

const SITE = resolve(import.meta.dirname, '../fixtures/site')
const BUILD_TIME = 120_000
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credence-fixtures-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await rm(join(SITE, '.docusaurus'), { recursive: true, force: true })
})
const build = async (variant: string): Promise<string> => {
  const out = join(folder, variant.replaceAll(' ', '-'))
  await buildSite(SITE, out, { FIXTURE: variant })
  return out
}

test('every kind of navbar item is shown; versions and locales have dropdowns; the chosen version is remembered', {
  timeout: BUILD_TIME,
}, async () => {
  await using browsing = await startBrowsing(await build('dropdowns'))
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, '/docs/next/intro/')
  const bar = page.getByRole('navigation', { name: 'Main' })
  for (const name of ['A link', 'A dropdown', 'A doc', 'A sidebar', 'A version']) await bar.getByText(name, { exact: true }).first().waitFor()
  expect(await bar.locator('.raw').textContent()).toBe('Raw HTML')
  expect(await bar.getByRole('link', { name: 'Deutsch', includeHidden: true }).getAttribute('href')).toBe('/de/docs/next/intro/')
  await bar.getByRole('button', { name: 'Next' }).hover()
  await bar.getByRole('link', { name: '1.0' }).click()
  await page.getByText('Hello of 1.0.').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('docs-preferred-version-default'))).toBe('1.0')
  expect(await page.locator('.footer__title').textContent()).toBe('A column')
})
test('a footer of one row, no colour switch, a bar that stays; a stored colour is cleared', { timeout: BUILD_TIME }, async () => {
  await using browsing = await startBrowsing(await build('plain'))
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, '/docs/next/intro/')
  await page.evaluate(() => localStorage.setItem('theme', 'light'))
  await visit(page, '/docs/next/second/')
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('theme')))).toEqual([])
  expect(await page.getByRole('button', { name: /Switch between/ }).count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  expect(await page.locator('.footer__links').getByRole('link').allTextContents()).toEqual(['First', 'Second'])
  expect(await page.locator('.footer__title').count()).toBe(0)
  expect(await page.locator('.footer__logo').getAttribute('src')).toMatch(/dark\.svg$/)
  const announcement = page.locator('.theme-announcement-bar')
  expect(await announcement.getByRole('button').count()).toBe(0)
  expect(await announcement.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(18, 52, 86)')
})
test('a site served from another place than it was built for says that it did not load properly', { timeout: BUILD_TIME }, async () => {
  await using browsing = await startBrowsing(await build('elsewhere'))
  await using tab = await browsing.open()
  const { page } = tab
  await page.goto('/')
  await page.getByText('Your Docusaurus site did not load properly.').waitFor()
})
test.each([
  ['unknown navbar item', /Bad navbar item type carousel/],
  ['unknown docs version', /invalid.*version|version.*9\.9/i],
  ['sidebar without link', /Sidebar with ID "empty" doesn't have anything to be linked to/],
  ['unknown sidebar', /Can't find any sidebar with id "missing"/],
  ['locale without configuration', /locale/i],
  ['broken link', /Broken link on source page path/],
  ['mixed footer', /footer must be either simple or multi-column/],
])('a configuration with this mistake stops the build and says so: %s', { timeout: BUILD_TIME }, async (variant, message) => {
  await expect(build(variant)).rejects.toThrow(message)
})
test('the site itself states what the fixtures vary', async () => {
  const config = await readFile(resolve(SITE, '../../docusaurus.config.ts'), 'utf8')
  for (const setting of ['baseUrlIssueBanner: true', 'respectPrefersColorScheme: true', "onBrokenLinks: 'throw'", 'blog: false', "locales: ['en']"])
    expect(config).toContain(setting)
})
