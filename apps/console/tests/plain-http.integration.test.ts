// The console over plain HTTP from another machine, as in a laboratory's network: a browser hides there what it keeps for pages that it calls secure.
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_FLAGS, browserPath } from '../../../tools/browser.ts'
import { buildConsole } from '../../../tools/build-console.ts'
import { CACHE } from '../../../tools/cache.ts'
import { openTestDatabase, type TestDatabase } from '../../server/src/testing/database.ts'
import { openTestPlatform, type TestPlatform } from '../../server/src/testing/platform.ts'

const ACTION_MS = 60_000
const NAME = 'laboratory.test'

let server: TestDatabase
let platform: TestPlatform
let browser: Browser
let origin: string
beforeAll(async () => {
  server = await openTestDatabase()
  platform = await openTestPlatform(server, { env: { CREDENCE_CONSOLE: await buildConsole(CACHE) } })
  origin = (await platform.app.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', NAME)
  const args = [...BROWSER_FLAGS, `--host-resolver-rules=MAP ${NAME} 127.0.0.1`]
  browser = await chromium.launch({ executablePath: browserPath(), args, timeout: 2 * ACTION_MS })
})
afterAll(async () => {
  await browser?.close()
  await platform?.close()
  await server?.close()
})

test('one signs in, makes a core, writes a program and copies a key', async () => {
  const context = await browser.newContext({ baseURL: origin })
  context.setDefaultTimeout(ACTION_MS)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto('/console/cores')
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  await page.getByRole('button', { name: 'Use an API key' }).click()
  await page.getByLabel('API key', { exact: true }).fill(platform.owner.key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'New core' }).click()
  await page.getByLabel('Name', { exact: true }).fill('From the laboratory')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('Core created').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()

  const areas = page.getByRole('navigation', { name: 'Areas' })
  await areas.getByRole('link', { name: 'Editor' }).click()
  await page.getByRole('textbox', { name: /^Source/ }).waitFor()
  await areas.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('bench')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('dialog', { name: 'Your API key' }).getByRole('button', { name: 'Copy the key' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(faults).toEqual([])
})
