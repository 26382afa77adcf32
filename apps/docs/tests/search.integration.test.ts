// The search pop-up and page by keyboard, worded as in acceptance/docs.tsv, and question mode.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alive, type Browsing, eventually, layoutFaults, NARROW, searched, startBrowsing, violations, visit, WIDE } from './browsing.ts'
import { withTracker } from './site-settings.ts'

const PAGE = '/docs/api/quickstart/'
let browsing: Browsing
beforeAll(async () => {
  browsing = await startBrowsing()
})
afterAll(() => browsing[Symbol.asyncDispose]())

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const input = (page: Page) => dialog(page).getByRole('combobox', { name: 'Search the documentation' })
const options = (page: Page) => dialog(page).getByRole('option')
async function openSearch(page: Page, query = ''): Promise<void> {
  await page.keyboard.press('Control+k')
  await input(page).waitFor()
  if (!query) return
  await input(page).fill(query)
  await searched(page, query)
  await page.waitForFunction(() => document.querySelectorAll('[role=option]').length > 1)
}

test('three keys and a button open the search with the cursor in it; Escape closes it and gives the focus back', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, PAGE)
  const button = page.getByRole('button', { name: 'Search' })
  const ways = [...['Control+k', 'Meta+k', '/'].map((keys) => () => page.keyboard.press(keys)), () => button.click()]
  for (const open of ways) {
    await open()
    await input(page).waitFor()
    await eventually(() => input(page).evaluate((element) => element === document.activeElement)).toBe(true)
    await eventually(() => input(page).inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await eventually(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur()) // as a reader who has not touched it
  }
})
test('Escape leaves question mode first, then closes the search', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, PAGE)
  await openSearch(page, 'cancel a task')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('heading', { name: 'cancel a task' }).waitFor()
  await page.keyboard.press('Escape')
  await input(page).waitFor()
  await eventually(() => dialog(page).count()).toBe(1)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
})
test('the arrows go through the hits, Enter opens the chosen one, and it is remembered', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, '/')
  await openSearch(page, 'quantile')
  const active = () => page.evaluate(() => document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')?.textContent)
  await eventually(active).toMatch(/quantile/i)
  const first = await active()
  await page.keyboard.press('ArrowDown')
  await eventually(() => active()).not.toBe(first)
  await page.keyboard.press('ArrowUp')
  await eventually(() => active()).toBe(first)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Quantile' }).waitFor()
  await openSearch(page)
  await eventually(() => dialog(page).getByRole('group', { name: 'Recent' }).getByRole('option').count()).toBe(1)
})
test('a recent search becomes a favorite and can be removed', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, '/')
  await openSearch(page, 'quantile')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Quantile' }).waitFor()
  await openSearch(page)
  await dialog(page)
    .getByRole('button', { name: /^Save this search/ })
    .click()
  await eventually(() => dialog(page).getByRole('group', { name: 'Favorites' }).getByRole('option').count()).toBe(1)
  await page.reload()
  await alive(page)
  await openSearch(page)
  await dialog(page)
    .getByRole('button', { name: /^Remove this search from favorites/ })
    .click()
  await dialog(page).getByText('No recent searches').waitFor()
})
test('all results lead to the search page with the query in q', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, PAGE)
  await openSearch(page, 'task')
  const link = dialog(page).getByRole('link', { name: /^See all \d+ results$/ })
  const count = (await link.textContent())?.match(/\d+/)?.[0]
  await link.click()
  await page.waitForURL('**/search/?q=task')
  await page.getByRole('heading', { level: 1, name: 'Search results for “task”' }).waitFor()
  expect(Number(count)).toBeGreaterThan(1)
})
test('typing on does not add up the counts of earlier queries', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, '/')
  await openSearch(page, 'gauss')
  const count = await dialog(page).getByRole('status').textContent()
  await input(page).fill('')
  await input(page).pressSequentially('gauss', { delay: 120 })
  await eventually(() => dialog(page).getByRole('status').textContent()).toBe(count)
})
test('a query without results says so, suggests others and asks to be told', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await withTracker(page.context())
  await visit(page, PAGE)
  await openSearch(page)
  await input(page).fill('xyzzy plugh')
  await dialog(page).getByText('No results found for').waitFor()
  await dialog(page).getByText('Try searching for').waitFor()
  await dialog(page).getByText('Believe this query should return results?').waitFor()
  const report = await dialog(page).getByRole('link', { name: 'Let us know.' }).getAttribute('href')
  expect(new URL(report ?? '').searchParams.get('title')).toContain('xyzzy plugh')
  await eventually(() =>
    dialog(page)
      .getByRole('link', { name: /See all/ })
      .count(),
  ).toBe(0)
})
test('a failed search says so, and the next query tries again', async () => {
  await using tab = await browsing.open()
  const { page, context } = tab
  await context.route('**/search-index.json', (route) => route.abort())
  await visit(page, PAGE)
  await openSearch(page)
  await input(page).fill('build')
  await dialog(page).getByRole('alert').filter({ hasText: 'Unable to fetch results' }).waitFor()
  await dialog(page).getByText('You might want to check your network connection.').waitFor()
  await context.unroute('**/search-index.json')
  await input(page).fill('builds')
  await eventually(() => options(page).count()).toBeGreaterThan(1)
})
test('a question is answered with passages of the documentation, each with a link', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, '/')
  await openSearch(page, 'How do I cancel a task?')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const answers = dialog(page).getByRole('region', { name: 'Passages from the documentation' })
  await answers.getByRole('link').first().waitFor()
  const link = (await answers.getByRole('link').first().getAttribute('href')) ?? ''
  const text = (await answers.locator('blockquote p').first().textContent())?.split('. ')[0] ?? ''
  const index = (await (await fetch(`${browsing.origin}/search-index.json`)).json()) as { url: string; content: string }[]
  expect(index.find(({ url }) => url === link)?.content).toContain(text)
})
test('from any area the search finds all areas, and its count is that of the search page', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, '/docs/platform/getting-started/')
  await openSearch(page, 'gauss')
  await dialog(page).getByRole('group', { name: 'Hardware API › Gauss' }).getByRole('option').first().waitFor()
  const count = (await dialog(page).getByRole('status').textContent()) ?? ''
  expect(count).toMatch(/^\d+ results$/)
  await dialog(page)
    .getByRole('link', { name: `See all ${count}` })
    .click()
  await page.waitForURL('**/search/?q=gauss')
  await page.getByRole('main').getByText(count, { exact: true }).waitFor()
})
test('the search page finds, follows the query as it is typed, and shows more on demand', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, '/search/?q=build')
  const results = page
    .getByRole('main')
    .getByRole('heading', { level: 2 })
    .or(page.getByRole('main').getByRole('heading', { level: 3 }))
  await eventually(() => results.count()).toBe(15)
  await page.getByRole('button', { name: 'Show more results' }).click()
  await eventually(() => results.count()).toBeGreaterThan(15)
  await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('gauss')
  await page.waitForURL('**/search/?q=gauss')
  await page.getByRole('heading', { name: 'Search results for “gauss”' }).waitFor()
})
test('a search page that is opened with a query says that it searches before its script lives, and shows nothing that is for others', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await page.route('**/*.js', (route) => route.abort())
  const main = page.getByRole('main')
  await page.goto('/search/?q=gauss')
  await main.getByText('Searching').waitFor()
  expect(await main.getByRole('navigation').count()).toBe(0)
  await page.goto('/search/')
  await main.getByRole('navigation', { name: 'Often looked for' }).waitFor()
  expect(await main.getByText('Searching').isVisible()).toBe(false)
})
test('the search page says as well that nothing was found, suggests others and asks to be told', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await withTracker(page.context())
  await visit(page, '/search/?q=xyzzy+plugh')
  const main = page.getByRole('main')
  for (const text of ['No results found for', 'Try searching for', 'Believe this query should return results?']) await main.getByText(text).waitFor()
  const report = await main.getByRole('link', { name: 'Let us know.' }).getAttribute('href')
  expect(new URL(report ?? '').searchParams.get('title')).toContain('xyzzy plugh')
  await main.getByRole('listitem').getByRole('link').last().click()
  await eventually(() => main.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(1)
})
test('where nothing was typed yet, often wanted pages are offered, and the keys reach them', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, PAGE)
  await openSearch(page)
  await dialog(page)
    .getByRole('group', { name: 'Often looked for' })
    .getByRole('option', { name: /^API reference/ })
    .waitFor()
  await page.keyboard.press('Enter') // nothing was chosen
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/api/reference/')
})
test('until the index is there the search says that it searches', async () => {
  await using tab = await browsing.open()
  const { page, context } = tab
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await context.route('**/search-index.json', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${browsing.origin}/search/?q=quanitle`)
  await page.getByRole('main').getByText('Searching…').waitFor()
  answer()
  await page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link', { name: 'Quantile' }).first().waitFor()
})
test('without script the search page says what it needs and leads on', async () => {
  const html = await (await fetch(`${browsing.origin}/search/`)).text()
  expect(/<noscript><p>The search runs in your browser and needs JavaScript/.test(html)).toBe(true)
  expect(html).toContain('href="/docs/api/quickstart/"')
})
test('Tab stays inside the open search', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, PAGE)
  await openSearch(page, 'build')
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement === document.body || Boolean(document.activeElement?.closest('dialog')))).toBe(true)
  }
})

const STATES = {
  empty: (page: Page) => openSearch(page),
  'with hits': (page: Page) => openSearch(page, 'build'),
  'without hits': async (page: Page) => {
    await openSearch(page)
    await input(page).fill('xyzzy')
    await dialog(page).getByText('No results found for').waitFor()
  },
  'in question mode': async (page: Page) => {
    await openSearch(page, 'what is a core')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await dialog(page).locator('blockquote').first().waitFor()
  },
} as const
test.each(Object.entries(STATES))('the open search is accessible and fits, %s, in both themes and two widths', async (_, enter) => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, PAGE)
  await enter(page)
  for (const colorScheme of ['light', 'dark'] as const)
    for (const viewport of [WIDE, NARROW]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(viewport)
      expect([...(await violations(page)), ...(await layoutFaults(page)), ...tab.complaints], `${colorScheme}, ${viewport.width} px`).toEqual([])
    }
})
