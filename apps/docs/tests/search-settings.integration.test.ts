// What an operator can set about the search, on the built site with other settings; the hosted index is answered for by the test.
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Browsing, startBrowsing, visit } from './browsing.ts'
import { withMainScript, withSearch } from './site-settings.ts'

const HOSTED = { appId: 'APP', apiKey: 'public', indexName: 'docs', contextualSearch: true, askAi: 'passages', searchPagePath: 'search' } as const
const AREAS = ['default', 'docs-api-current', 'docs-platform-current', 'docs-uxhw-api-current'].map((tag) => `docusaurus_tag:${tag}`)
let browsing: Browsing
beforeAll(async () => {
  browsing = await startBrowsing()
})
afterAll(() => browsing[Symbol.asyncDispose]())

interface Asked {
  readonly url: URL
  readonly request: Record<string, unknown>
}
/** Answers for the hosted index with these addresses; returns what it was asked. */
async function hostedIndex(context: BrowserContext, urls: readonly string[]): Promise<Asked[]> {
  const asked: Asked[] = []
  await context.route(/algolia/, async (route) => {
    const { requests } = JSON.parse(route.request().postData() ?? '{}')
    asked.push({ url: new URL(route.request().url()), request: requests[0] })
    const hits = urls.map((url, index) => ({
      objectID: `${index}`,
      url,
      type: 'lvl1',
      content: 'Something.',
      hierarchy: { lvl0: 'Documentation', lvl1: `Hit ${index}` },
    }))
    await route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { results: [{ hits, nbHits: hits.length, nbPages: 1, page: 0, index: 'docs' }] },
    })
  })
  return asked
}
async function search(page: Page, query: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(query)
}

test('the pop-up asks the hosted index with application id and public key, by language and documentation tags', async () => {
  await using tab = await browsing.open()
  const { page, context } = tab
  await withSearch(context, { ...HOSTED, searchParameters: { typoTolerance: false } })
  const asked = await hostedIndex(context, ['https://docs.example/docs/api/quickstart/'])
  await visit(page, '/docs/platform/')
  await search(page, 'anything')
  await page.getByRole('option', { name: 'Hit 0' }).waitFor()
  const last = asked.at(-1) as Asked
  expect(last.url.hostname.toLowerCase()).toMatch(/^app[.-]/)
  expect([last.url.searchParams.get('x-algolia-application-id'), last.url.searchParams.get('x-algolia-api-key')]).toEqual(['APP', 'public'])
  expect(last.request).toMatchObject({ query: 'anything', indexName: 'docs', typoTolerance: false, facetFilters: ['language:en', AREAS] })
})
test('without contextual search the hosted index is filtered by language alone', async () => {
  await using tab = await browsing.open()
  const { page, context } = tab
  await withSearch(context, { ...HOSTED, contextualSearch: false })
  const asked = await hostedIndex(context, ['https://docs.example/docs/api/'])
  await visit(page, '/docs/platform/')
  await search(page, 'anything')
  await page.getByRole('option', { name: 'Hit 0' }).waitFor()
  expect(asked.at(-1)?.request.facetFilters).toEqual(['language:en'])
})
test('a result that externalUrlRegex matches is opened where it is, any other one on this site', async () => {
  await using tab = await browsing.open()
  const { page, context } = tab
  await withSearch(context, { ...HOSTED, externalUrlRegex: 'forum\\.example' })
  await hostedIndex(context, ['https://forum.example/t/1', 'https://docs.example/docs/api/quickstart/#run'])
  await context.route('https://forum.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>The forum</h1>' }))
  await visit(page, '/docs/platform/')
  await search(page, 'anything')
  await page.getByRole('option', { name: 'Hit 1' }).click()
  await page.waitForURL(`${browsing.origin}/docs/api/quickstart/#run`)
  await page.getByRole('heading', { level: 1, name: /Quickstart/i }).waitFor()
  await search(page, 'anything')
  await page.getByRole('option', { name: 'Hit 0' }).click()
  await page.getByRole('heading', { name: 'The forum' }).waitFor()
  expect(page.url()).toBe('https://forum.example/t/1')
})
test('on the search page as well, results lead where externalUrlRegex says', async () => {
  await using tab = await browsing.open()
  const { page, context } = tab
  await withSearch(context, { ...HOSTED, externalUrlRegex: 'forum\\.example' })
  await hostedIndex(context, ['https://forum.example/t/1', 'https://docs.example/docs/api/quickstart/#run'])
  await visit(page, '/search/?q=anything')
  const link = (name: string) => page.getByRole('main').getByRole('link', { name }).getAttribute('href')
  expect([await link('Hit 0'), await link('Hit 1')]).toEqual(['https://forum.example/t/1', '/docs/api/quickstart/#run'])
})
test('question mode can be turned off, texts can be replaced', async () => {
  await using tab = await browsing.open()
  const { page, context } = tab
  await withSearch(context, {
    contextualSearch: true,
    askAi: false,
    searchPagePath: 'search',
    translations: { placeholder: 'What do you look for?' },
  })
  await visit(page, '/docs/platform/')
  await search(page, 'task')
  await page.getByRole('option').nth(2).waitFor()
  await page.getByRole('combobox', { name: 'What do you look for?' }).waitFor()
  expect(await page.getByRole('option', { name: /Ask a question/ }).count()).toBe(0)
})
test('a navbar item that fails to render is named by the error', async () => {
  await using tab = await browsing.open()
  const { page, context } = tab
  await withMainScript(context, (script) => script.replace('sidebarId:"platformDocsSidebar"', 'sidebarId:"missing"'))
  await page.goto('/docs/api/')
  const alert = page.getByRole('alert')
  await alert.getByRole('heading', { name: 'This page crashed.' }).waitFor()
  const text = (await alert.textContent()) ?? ''
  expect(text).toContain('A theme navbar item failed to render.')
  expect(text).toContain('"label": "Developer Platform"')
  expect(text).toMatch(/Cause: Can't find any sidebar with id "missing"/)
})
