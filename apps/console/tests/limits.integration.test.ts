// What an account has used, what its plan allows, and every refusal of the platform, as the console says them to somebody who signed up with a password.
import { ERROR_EXAMPLES, errors } from '@credence/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Console, startConsole } from './console-browsing.ts'

const PERSON = { Username: 'hedy@lab.example', Password: 'a kettle, a moss, a lantern' }
const TASKS = 100
const PROGRAM = '#include <stdio.h>\nint main(void) { printf("done\\n"); }\n'
const CORE = { Class: 'C0', Microarchitecture: 'Athens', CorrelationTracking: 'Autocorrelation', Precision: 64, MemorySize: 64_000_000 }
let console: Console
let page: Page
let token: string
beforeAll(async () => {
  console = await startConsole({ withDocs: false, settings: { CREDENCE_SIGN_UP_PLAN: 'ProTier' } })
  page = await (await console.newContext()).newPage()
  await page.goto('/console/sign-up')
  await page.getByLabel('E-mail').fill(PERSON.Username)
  await page.getByLabel('Password', { exact: true }).fill(PERSON.Password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  const { json } = await console.platform.call('POST', '/session', { key: null, body: PERSON })
  token = `Bearer ${json['Token']}`
}, 1_200_000)
afterAll(() => console?.[Symbol.asyncDispose]())

const call = async (method: string, path: string, body?: object) =>
  (await console.platform.call(method, path, { key: token, ...(body && { body }) })).json as Record<string, never>
const usage = async (): Promise<Record<string, number>> => (await call('GET', '/users/me'))['ResourceUsage'] ?? {}

test('an empty account is two clicks away from its first plot', async () => {
  await page.goto('/console/')
  await page.getByRole('link', { name: 'Open the editor with an example' }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('img', { name: /^area/ }).first().waitFor({ timeout: 300_000 })
  const [task] = (await call('GET', '/tasks'))['Tasks'] as unknown as { TaskID: string }[]
  await call('DELETE', `/tasks/${task?.TaskID}`)
})

test(`after ${TASKS} tasks Usage shows what the account counts`, async () => {
  const { BuildID } = await call('POST', '/sourcecode/builds', { Code: PROGRAM, Language: 'C' })
  await expect.poll(async () => (await call('GET', `/builds/${BuildID}`))['Status'], { timeout: 300_000 }).toBe('Completed')
  for (let count = 0; count < TASKS; count++) await call('POST', `/builds/${BuildID}/tasks`, {})
  await expect.poll(async () => (await usage())['ConcurrentTaskCount'], { timeout: 300_000 }).toBe(0)
  await page.goto('/console/usage')
  await page.getByText(`From ${TASKS} tasks`).first().waitFor()
  const counted = await usage()
  expect(counted['TaskCount']).toBe(TASKS)
  const shown = await page
    .locator('dl')
    .evaluateAll((lists) =>
      Object.fromEntries(
        lists.flatMap((list) => [...list.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent])),
      ),
    )
  const names = [
    'TaskCount',
    'ConcurrentTaskCount',
    'ConcurrentBuildCount',
    'DynamicInstructionCount',
    'ExecutionTimeInMillisecondsCount',
    'PlotCount',
  ]
  expect(Object.fromEntries(names.map((name) => [name, shown[name]]))).toEqual(
    Object.fromEntries(names.map((name) => [name, counted[name]?.toLocaleString('en')])),
  )
})

test('a smaller plan says which limits are passed before it is asked for; once it holds, what is there stays and no more is made', async () => {
  for (const Name of ['a', 'b', 'c', 'd']) await call('POST', '/cores', { ...CORE, Name })
  await page.goto('/console/billing')
  await page.getByRole('button', { name: 'Choose FreeTier' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask for FreeTier?' })
  await dialog.getByText('Custom cores: 100 to 3').waitFor()
  await dialog.getByText('you have 4: what is there stays, no more can be made').waitFor()
  await dialog.getByRole('button', { name: 'Ask for it' }).click()
  await dialog.waitFor({ state: 'detached' })
  await console.platform.operate(`--plan=${PERSON.Username}:FreeTier`)
  await page.goto('/console/cores?tab=custom')
  for (const name of ['a', 'd']) await page.getByRole('rowheader', { name, exact: true }).waitFor()
  const refusal = page.getByRole('tooltip').filter({ hasText: errors.coreLimit().message })
  const afterReload = async () => {
    await page.reload() // what the browser keeps of the profile is fresh for some seconds
    await page.getByRole('rowheader', { name: 'd', exact: true }).waitFor()
    return refusal.count()
  }
  await expect.poll(afterReload, { timeout: 120_000, interval: 5000 }).toBe(1)
  await page.goto('/console/usage')
  await page.getByText('4 of 3').waitFor()
})

test('every text of the error catalogue is shown as it is, at the form that was refused', async () => {
  await console.platform.operate(`--plan=${PERSON.Username}:ProTier`)
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
      .waitFor({ timeout: 20_000 })
      .then(
        () => true,
        () => false,
      )
    if (!shown) unseen.push(`${name}: ${status} ${message}`)
    await page.unroute('**/cores')
  }
  expect(unseen).toEqual([])
})
