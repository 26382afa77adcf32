// Question mode where an operator has configured a model: the site as it is built then, with an endpoint that the test plays.
import type { AnswerPart } from '@credence/contract'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Browsing, eventually, searched, startBrowsing, violations, visit } from './browsing.ts'

const ENDPOINT = '/docs-ai/chat'
const SOURCE = { sourceId: '2', url: '/docs/api/guides/tasks/', title: 'Compute Engine API › Tasks' }
let browsing: Browsing
beforeAll(async () => {
  browsing = await startBrowsing()
})
afterAll(() => browsing[Symbol.asyncDispose]())

const events = (parts: readonly AnswerPart[]): string => parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join('')
const ANSWER: readonly AnswerPart[] = [
  { type: 'start' },
  { type: 'text-delta', id: '1', delta: 'Send a signal [2], ' },
  { type: 'text-delta', id: '1', delta: 'not [7].' },
  { type: 'source-url', ...SOURCE },
  { type: 'finish' },
]

/** The setting is part of the main script: CREDENCE_ASK_ENDPOINT changes these very characters. */
async function configureModel(page: Page): Promise<void> {
  await page.route('**/assets/js/main.*.js', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, body: (await reply.text()).replaceAll('askAi:"passages"', `askAi:{endpoint:"${ENDPOINT}"}`) })
  })
}
async function ask(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  await configureModel(page)
  await page.route(`**${ENDPOINT}`, answer)
  await visit(page, '/docs/api/quickstart/')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('How do I cancel a task?')
  await searched(page, 'How do I cancel a task?')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
}

test('a configured model answers, and its citations lead to the pages', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  const questions: unknown[] = []
  await ask(page, async (route) => {
    questions.push(route.request().postDataJSON())
    await route.fulfill({ headers: { 'content-type': 'text/event-stream' }, body: events(ANSWER) })
  })
  const answer = page.getByRole('region', { name: 'Answer from the documentation' })
  await answer.getByText('Send a signal').waitFor()
  await eventually(() => answer.getByRole('link').allTextContents()).toEqual(['[2]', SOURCE.title])
  await eventually(() => answer.getByRole('paragraph').allTextContents()).toEqual(['Send a signal [2], not [7].'])
  await eventually(() => answer.locator('blockquote').count()).toBe(0)
  expect(questions).toEqual([expect.objectContaining({ messages: [expect.objectContaining({ role: 'user' })] })])
  expect([...(await violations(page)), ...tab.complaints]).toEqual([])
  await answer.getByRole('link', { name: '[2]' }).click()
  await page.waitForURL(`**${SOURCE.url}`)
})
test.each([
  ['refuses', (route: Route) => route.fulfill({ status: 503, body: '{}' })],
  ['breaks off', (route: Route) => route.fulfill({ body: events([{ type: 'error', errorText: 'away' }]) })],
  ['is not reachable', (route: Route) => route.abort()],
])('when the model %s, readers are told and see the passages', async (_, answer) => {
  await using tab = await browsing.open()
  const { page } = tab
  await ask(page, answer)
  const passages = page.getByRole('region', { name: 'Passages from the documentation' })
  await passages.getByRole('alert').waitFor()
  await eventually(() => passages.locator('blockquote').count()).toBeGreaterThan(0)
})
