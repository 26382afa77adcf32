// The console in a browser, against a platform with database, queue and worker: one of each for all of its tests.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { asResourceLimits, errors, LIMITS, PLAN_DEFAULTS } from '@credence/contract'
import { type Browser, chromium, type Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_FLAGS, browserPath } from '../../../tools/browser.ts'
import { buildConsole } from '../../../tools/build-console.ts'
import { CACHE } from '../../../tools/cache.ts'
import { givePlan } from '../../server/src/operator/set-plan.ts'
import { openTestDatabase, type TestDatabase } from '../../server/src/testing/database.ts'
import { openTestPlatform, type TestAccount, type TestPlatform } from '../../server/src/testing/platform.ts'
import { storedIn } from './console-browsing.ts'
import { ACTION_MS, faults, heading, signIn, visitorOf } from './visiting.ts'

const PATIENT = { timeout: 60_000 } as const
const PASSWORD = 'a kettle, a moss, a lantern'
const MOST_SCRIPT = 190_000
const MOST_STYLE = 25_000

let server: TestDatabase
let platform: TestPlatform
let browser: Browser
let origin: string
let folder: string
beforeAll(async () => {
  folder = await buildConsole(CACHE)
  server = await openTestDatabase()
  platform = await openTestPlatform(server, { env: { CREDENCE_CONSOLE: folder } })
  origin = (await platform.app.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost')
  browser = await chromium.launch({ executablePath: browserPath(), args: [...BROWSER_FLAGS, '--process-per-site'], timeout: 2 * ACTION_MS })
})
afterAll(async () => {
  await browser?.close()
  await platform?.close()
  await server?.close()
})

const visitor = (theme: 'light' | 'dark' = 'light') => visitorOf(browser, origin, theme)
async function withPassword(account: TestAccount): Promise<string> {
  const { json } = await platform.call('GET', '/users/me', { as: account })
  await platform.call('PATCH', '/users/me', {
    as: account,
    body: { Password: PASSWORD, Username: json.Username.replace('localhost', 'people.example') },
  })
  return json.Username.replace('localhost', 'people.example')
}

test('the page is asked for anew each time, its files never, and what is no file of it is not made up', async () => {
  const page = await fetch(`${origin}/console/cores?tab=custom`, { headers: { accept: 'text/html' } })
  const [nonce, other] = [page, await fetch(`${origin}/console/`)].map(
    (each) => /'nonce-([^']+)'/.exec(each.headers.get('content-security-policy') ?? '')?.[1],
  )
  expect([page.status, page.headers.get('cache-control'), page.headers.get('etag')]).toEqual([200, 'no-cache', null])
  expect(nonce).not.toBe(other)
  const html = await page.text()
  expect(html).toContain(`nonce="${nonce}"`)
  const script = await fetch(origin + (/type="module"[^>]* src="(\/console\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ''), {
    headers: { 'accept-encoding': 'br' },
  })
  expect([script.headers.get('cache-control'), script.headers.get('content-encoding')]).toEqual(['public, max-age=31536000, immutable', 'br'])
  const early = await fetch(origin + (/src="(\/console\/assets\/early-[^"]+\.js)"/.exec(html)?.[1] ?? ''))
  expect([early.status, await early.text()]).toEqual([200, expect.stringContaining('/session/refresh')])
  expect((await fetch(`${origin}/console/assets/gone-1.js`)).status).toBe(404)
  expect((await fetch(`${origin}/console`, { redirect: 'manual' })).headers.get('location')).toBe('/console/')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).not.toMatch(/'unsafe-(inline|eval)'|https?:/)
  expect(
    brotliDecompressSync(readFileSync(join(folder, new URL(script.url).pathname.replace('/console/', '').concat('.br')))).length,
  ).toBeGreaterThan(1000)
})

test('signing in leads to what was asked for; every screen is clean in both themes, wide and narrow', async () => {
  await using guest = await visitor()
  const { page, said } = guest
  const found: string[] = []
  await page.goto('/console/cores?tab=custom')
  await heading(page, 'Sign in').waitFor()
  found.push(...(await faults(page, 'sign-in')))
  await signIn(page, platform.owner, '/cores?tab=custom')
  await heading(page, 'Cores').waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/console/cores?tab=custom')
  const sections = ['profile', 'appearance', 'execution', 'keys', 'webhooks', 'activity', 'health'].map((name) => `/settings?section=${name}`)
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => localStorage.setItem('theme', name), theme)
    for (const path of theme === 'dark'
      ? ['/', '/cores', '/settings?section=keys']
      : ['/', '/cores', '/usage', '/billing', '/nowhere', ...sections]) {
      await page.setViewportSize({ width: 1350, height: 860 })
      await page.goto(`/console${path}`)
      await page.locator('h1').waitFor()
      if (path !== '/nowhere') await page.getByText('Live', { exact: true }).waitFor()
      await page.waitForFunction(() => document.querySelector('.waiting') === null)
      found.push(...(await faults(page, `${path} ${theme}`)))
      await page.setViewportSize({ width: 320, height: 700 })
      if (theme === 'light') found.push(...(await faults(page, `${path} narrow`)))
    }
  }
  expect(found).toEqual([])
  expect(said).toEqual([])
})

const AREAS = ['/', '/editor', '/repositories', '/cores', '/tasks', '/data', '/usage', '/billing', '/settings'] as const
for (const [state, answer] of [
  ['waits for its answers', async () => {}],
  ['is refused', (route: Route) => route.fulfill({ status: 403, json: { error: 'Forbidden', message: 'Not for this account.' } })],
] as const)
  test(`every area is accessible while it ${state}, and with the palette over it`, async () => {
    await using guest = await visitor()
    const { page } = guest
    await signIn(page, await platform.account())
    await heading(page, 'Home').waitFor()
    await page.route((url) => !url.pathname.startsWith('/console/') && !url.pathname.startsWith('/session'), answer)
    const areas = page.getByRole('navigation', { name: 'Areas' })
    const found: string[] = []
    for (const path of AREAS) {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 1350, height: 860 })
      await areas.locator(`a[href="/console${path}"]`).click()
      await page.locator('h1').waitFor()
      await page.waitForTimeout(400) // what waits shows it after 200 ms
      found.push(...(await faults(page, `${path} light`)))
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize({ width: 320, height: 700 })
      found.push(...(await faults(page, `${path} dark, narrow`)))
      if (path !== '/tasks') continue
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('dialog', { name: 'Commands' }).getByRole('option').first().waitFor()
      found.push(...(await faults(page, `${path} palette`)))
      await page.keyboard.press('Escape')
    }
    expect(found).toEqual([])
  })

test('the first screen is light', async () => {
  await using guest = await visitor()
  const { page } = guest
  await signIn(page, platform.owner)
  const renewals: string[] = []
  page.on('request', (request) => request.url().endsWith('/session/refresh') && renewals.push(request.frame().url()))
  await page.goto('/console/')
  await page.getByText('Live', { exact: true }).waitFor()
  expect(renewals).toHaveLength(1) // that of the script that comes first is not made again
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
  const weigh = (end: string) =>
    loaded
      .filter((path) => path.startsWith('/console/') && path.endsWith(end))
      .map((path) => gzipSync(readFileSync(join(folder, path.replace('/console/', ''))), { level: 9 }).length)
      .reduce((sum, size) => sum + size, 0)
  expect(weigh('.js')).toBeGreaterThan(50_000)
  expect(weigh('.js')).toBeLessThan(MOST_SCRIPT)
  expect(weigh('.css')).toBeLessThan(MOST_STYLE)
})

test('a run that ends elsewhere is there without a reload, and after a reload', async () => {
  await using guest = await visitor()
  const { page } = guest
  const account = await platform.account()
  await signIn(page, account)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByText('No program has ended yet.').waitFor()
  const { json } = await platform.call('POST', '/sourcecode/builds', { as: account, body: { Code: '// Gauge block\nprint hello', Language: 'C' } })
  for (let status = ''; status !== 'Completed'; ) status = (await platform.call('GET', `/builds/${json.BuildID}`, { as: account })).json.Status
  await platform.call('POST', `/builds/${json.BuildID}/tasks`, { as: account, body: {} })
  const row = page.getByRole('row', { name: /Completed Gauge block/ })
  await row.waitFor()
  await page.getByRole('button', { name: 'Notifications, 2 new' }).waitFor()
  await page.reload()
  await row.waitFor()
  expect(await row.getByRole('button', { name: 'Run again' }).count()).toBe(1)
})

test('a session that ends asks over the page; what was typed stays and is saved', async () => {
  await using guest = await visitor()
  const { page } = guest
  const account = await platform.account()
  const username = await withPassword(account)
  await page.goto('/console/sign-in?next=/cores')
  await page.waitForFunction(() => document.activeElement?.getAttribute('autocomplete') === 'username') // typing begins in the first field
  await page.keyboard.type(username)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText(errors.signInFailed().message).waitFor()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'New core' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Typed before')
  await page.getByText('Live', { exact: true }).waitFor()
  await platform.call('POST', '/users/me/logout-all-sessions', { as: account })
  const renew = page.getByRole('dialog', { name: 'Your session has ended' })
  await renew.waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('autocomplete') === 'current-password')
  await page.keyboard.type(PASSWORD)
  await renew.getByRole('button', { name: 'Sign in' }).click()
  await renew.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Typed before')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('Core created').waitFor()
  const { json } = await platform.call('GET', '/cores', { as: account })
  expect(json.Cores.map(({ Name }: { Name: string }) => Name)).toEqual(['Typed before'])
})

test('signing out ends all tabs and leaves nothing of the account behind; the next one sees only its own', async () => {
  await using guest = await visitor()
  const { page, context } = guest
  const [first, second] = [await platform.account(), await platform.account()]
  await platform.call('POST', '/cores', { as: first, body: { ...CORE, Name: 'Of the first' } })
  await signIn(page, first, '/cores?tab=custom')
  await page.getByRole('rowheader', { name: 'Of the first' }).waitFor()
  const tab = await context.newPage()
  await tab.goto('/console/')
  await heading(tab, 'Home').waitFor()
  await expect.poll(() => storedIn(page)).toContain('Of the first') // answers are kept after a rest
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual(['credence.console'])
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await heading(page, 'Sign in').waitFor()
  await heading(tab, 'Sign in').waitFor()
  const left = await page.evaluate(async () => ({
    databases: (await indexedDB.databases()).length,
    storage: JSON.stringify({ ...localStorage, ...sessionStorage }),
  }))
  expect(left.databases).toBe(0)
  expect(left.storage).not.toContain(first.userId)
  await signIn(page, second, '/cores?tab=custom')
  await page.getByText('You have no core of your own.').waitFor()
  expect(await page.getByText('Of the first').count()).toBe(0)
})

test('what the editor kept goes with the session, also from a page without an editor, and before somebody else begins', async () => {
  await using guest = await visitor()
  const { page, context } = guest
  const [first, second] = [await platform.account(), await platform.account()]
  const source = page.getByRole('textbox', { name: /^Source/ })
  const write = async () => {
    await source.fill('// of the first alone')
    await page.waitForTimeout(1000) // drafts are kept a moment later
  }
  const kept = () =>
    page.evaluate(async () =>
      [...(await indexedDB.databases()).map(({ name }) => name), ...Object.keys({ ...localStorage, ...sessionStorage })].sort(),
    )
  await signIn(page, first, '/editor')
  await write()
  await page.goto('/console/')
  await heading(page, 'Home').waitFor()
  expect(await kept()).toEqual(expect.arrayContaining(['credence-drafts', 'credence.draft']))
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await heading(page, 'Sign in').waitFor()
  expect((await kept()).filter((name) => /draft|console|person/.test(name ?? ''))).toEqual([])
  await signIn(page, first, '/editor')
  await write()
  await context.clearCookies() // the session ended, and nobody signed out
  await signIn(page, second, '/editor')
  await source.waitFor()
  expect(await source.textContent()).not.toContain('of the first alone')
  await page.getByRole('button', { name: 'Drafts' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await page.getByText('of the first alone').count()).toBe(0)
})

const CORE = { Name: 'Mine', Class: 'C0', Microarchitecture: 'Athens', CorrelationTracking: 'Autocorrelation', Precision: 64, MemorySize: 64_000_000 }

test('every limit of a core is refused in the form with the words of the platform, and by the platform when the form is passed by', async () => {
  await using guest = await visitor()
  const { page } = guest
  const account = await platform.account('FreeTier')
  await signIn(page, account, '/cores')
  await page.getByRole('button', { name: 'New core' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await dialog.getByText(errors.malformedField('Name').message).waitFor()
  await dialog.getByLabel('Name', { exact: true }).fill('Mine')
  const { precision, memorySize } = LIMITS.core
  const cases = [
    ['Precision', String(precision.trackingMax + 1), { Precision: precision.trackingMax + 1 }, errors.malformedField('Precision')],
    ['Precision', String(precision.min - 1), { Precision: precision.min - 1 }, errors.malformedField('Precision')],
    ['Memory', String(memorySize.min - 1), { MemorySize: memorySize.min - 1 }, errors.malformedField('MemorySize')],
    ['Memory', String(memorySize.max + 1), { MemorySize: memorySize.max + 1 }, errors.malformedField('MemorySize')],
    ['Memory', '1 GB', { MemorySize: 1e9 }, errors.tierLimit()],
  ] as const
  for (const [label, typed, body, error] of cases) {
    const field = dialog.getByLabel(label, { exact: true })
    const before = await field.inputValue()
    await field.fill(typed)
    expect(await dialog.getByRole('alert').filter({ hasText: error.message }).count(), `${label} ${typed}`).toBe(1)
    await field.fill(before)
    const bypassed = await platform.call('POST', '/cores', { as: account, body: { ...CORE, ...body } })
    expect(bypassed.status).toBe(error.status)
    expect(String(bypassed.json.message).startsWith(error.message), `${label} ${typed}`).toBe(true)
  }
  for (let count = 0; count < 3; count++) await platform.call('POST', '/cores', { as: account, body: CORE })
  await page.reload()
  const create = page.getByRole('button', { name: 'New core' })
  await create.focus()
  await page.getByRole('tooltip').filter({ hasText: errors.coreLimit().message }).waitFor()
  expect(await create.getAttribute('aria-disabled')).toBe('true')
})

test('usage is what the account says after a hundred runs; another plan reaches the pages that are open, with what is over its limits', async () => {
  await using guest = await visitor()
  const { page, context } = guest
  const account = await platform.account()
  await signIn(page, account, '/usage')
  await page.getByText('Live', { exact: true }).waitFor()
  const shown = () =>
    page.locator('dl.counters > div').evaluateAll((rows) => rows.map((row) => [row.querySelector('dt')?.title, row.querySelector('data')?.value]))
  const { json } = await platform.call('POST', '/sourcecode/builds', { as: account, body: { Code: 'print hello', Language: 'C' } })
  await expect.poll(async () => (await platform.call('GET', `/builds/${json.BuildID}`, { as: account })).json.Status, PATIENT).toBe('Completed')
  const submitted = async () => (await platform.call('POST', `/builds/${json.BuildID}/tasks`, { as: account, body: {} })).status
  await Promise.all(Array.from({ length: 100 }, () => expect.poll(submitted, PATIENT).toBeLessThan(300))) // a busy platform may refuse one
  const counted = async () => {
    const { ResourceUsage } = (await platform.call('GET', '/users/me', { as: account })).json
    return (await shown())
      .filter(([name = '']) => !name.startsWith('APIAccess'))
      .map(([name = '', count]) => [name, count, String(ResourceUsage[name])])
  }
  await expect.poll(async () => (await counted()).filter(([, count, wanted]) => count !== wanted), PATIENT).toEqual([])
  expect((await platform.call('GET', '/users/me', { as: account })).json.ResourceUsage.TaskCount).toBe(100)
  expect((await counted()).length).toBeGreaterThan(5)

  for (let count = 0; count < 4; count++) await platform.call('POST', '/cores', { as: account, body: CORE })
  const cores = await context.newPage()
  await cores.goto('/console/cores')
  await cores.getByText('Live', { exact: true }).waitFor()
  const create = cores.getByRole('button', { name: 'New core' })
  expect(await create.getAttribute('aria-disabled')).toBeNull()
  await platform.database.transaction((tx) => givePlan(tx, account.userId, 'FreeTier'))
  await expect.poll(() => create.getAttribute('aria-disabled'), PATIENT).toBe('true')
  const free = asResourceLimits(PLAN_DEFAULTS.FreeTier).CoreCount
  await page
    .getByRole('listitem')
    .filter({ hasText: `4 of ${free}` })
    .getByText('reached')
    .waitFor()
})

test('a new key is shown once, its command works as it stands, and the dialog closes only by saying that it is kept', async () => {
  await using guest = await visitor()
  const { page } = guest
  const account = await platform.account()
  await signIn(page, account, '/settings?section=keys')
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('bench')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const shown = page.getByRole('dialog', { name: 'Your API key' })
  await page.keyboard.press('Escape')
  const [key, command] = [await shown.locator('pre').nth(0).textContent(), await shown.locator('pre').nth(1).textContent()]
  const answered = await promisify(execFile)('sh', ['-c', command ?? '']) // as it would be pasted
  expect(JSON.parse(answered.stdout).UserID).toBe(account.userId)
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByRole('rowheader', { name: 'bench' }).waitFor()
  expect(await page.content()).not.toContain(key)
})

test('the palette offers what the page can do, and says why not; keys lead to every area', async () => {
  await using guest = await visitor()
  const { page } = guest
  await signIn(page, platform.owner, '/cores')
  await page.getByRole('rowheader', { name: 'C0-S+', exact: true }).click()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  const options = palette.getByRole('option')
  await expect.poll(async () => (await options.allTextContents()).at(-1), PATIENT).toContain(errors.defaultCore().message) // what is below the view comes last
  const texts = await options.allTextContents()
  for (const label of ['Duplicate', 'Edit', 'Use by default', 'Delete', 'New core'])
    expect(
      texts.some((text) => text.includes(label)),
      label,
    ).toBe(true)
  expect(await faults(page, 'palette')).toEqual([])
  await page.keyboard.type('duplic')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Duplicate C0-S+' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions of this page' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill(`0.5Ux${'0'.repeat(40)}00`)
  await palette.getByRole('option', { name: 'The pasted value' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('main').focus()
  for (const [key, name] of [
    ['u', 'Usage'],
    ['b', 'Billing'],
    ['s', 'Settings'],
    ['c', 'Cores'],
    ['h', 'Home'],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await heading(page, name).waitFor()
  }
  expect(await page.title()).toBe('Home · Credence')
})

test('offline, what was loaded stays and what would be sent says why it is not', async () => {
  await using guest = await visitor()
  const { page, context } = guest
  await signIn(page, platform.owner, '/cores')
  await page.getByRole('rowheader', { name: 'C0-S+', exact: true }).waitFor()
  await page.getByRole('button', { name: 'New core' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Later')
  await context.setOffline(true)
  await page.getByText('Offline', { exact: true }).waitFor({ state: 'attached' })
  expect(await page.getByRole('button', { name: 'Create', exact: true }).getAttribute('aria-disabled')).toBe('true')
  await context.setOffline(false)
  await page.getByText('Live', { exact: true }).waitFor({ state: 'attached' })
  expect(await page.getByRole('button', { name: 'Create', exact: true }).getAttribute('aria-disabled')).toBeNull()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Later')
})
