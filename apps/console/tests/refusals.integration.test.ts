// Every refusal of the platform, as the console says it to somebody who signed up with a password.
import { ERROR_EXAMPLES } from '@credence/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Console, startConsole } from './console-browsing.ts'

const PERSON = { Username: 'hedy@lab.example', Password: 'a kettle, a moss, a lantern' }
let console: Console
let page: Page
beforeAll(async () => {
  console = await startConsole({ withDocs: false, withWorker: false, settings: { CREDENCE_SIGN_UP_PLAN: 'ProTier' } })
  page = await (await console.newContext()).newPage()
  await page.goto('/console/sign-up')
  await page.getByLabel('E-mail').fill(PERSON.Username)
  await page.getByLabel('Password', { exact: true }).fill(PERSON.Password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
}, 1_200_000)
afterAll(() => console?.[Symbol.asyncDispose]())

test('every text of the error catalogue is shown as it is, at the form that was refused', async () => {
  await page.goto('/console/cores?tab=custom')
  await page.getByRole('button', { name: 'New core' }).click()
  const dialog = page.getByRole('dialog', { name: 'New core' })
  await dialog.getByLabel('Name').fill('refused')
  const unseen: string[] = []
  for (const [name, { status, message }] of Object.entries(ERROR_EXAMPLES)) {
    const said = ERROR_EXAMPLES[name as keyof typeof ERROR_EXAMPLES].toJSON()
    await page.route('**/cores', (route) => (route.request().method() === 'POST' ? route.fulfill({ status, json: said }) : route.fallback()))
    await dialog.getByRole('button', { name: 'Create' }).click()
    const shown = await dialog
      .getByText(message, { exact: false })
      .first()
      .waitFor({ timeout: 60_000 })
      .then(
        () => true,
        () => false,
      )
    if (!shown) unseen.push(`${name}: ${status} ${message}`)
    await page.unroute('**/cores')
  }
  expect(unseen).toEqual([])
})
