// Repositories in a browser, against a platform that fetches from a git server of this test and asks a GitHub of this test.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CodeHosts, HOSTILE_SHOWN, openCodeHosts } from './code-hosts.ts'
import { type Console, faultsOf, LOOKS, startConsole } from './console-browsing.ts'

let hosts: CodeHosts
let console: Console
beforeAll(async () => {
  hosts = await openCodeHosts()
  console = await startConsole({ settings: hosts.settings })
}, 1_200_000)
afterAll(async () => {
  await console?.[Symbol.asyncDispose]()
  await hosts?.[Symbol.asyncDispose]()
})

const eventually = <Value>(ask: () => Value | Promise<Value>) => expect.poll(ask, { timeout: 60_000 })
/** What GitHub does not know, and an account without a login there, the API can only say by 404. */
const unasked = (complaints: readonly string[]) => complaints.filter((each) => !/\/proxy\/github|integrations\/github/.test(each))
const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  (await console.platform.call(method, path, body ? { body } : {})).json as Record<string, never>
const connect = async (RemoteURL: string, more: object = {}): Promise<string> =>
  (await call('POST', '/repositories', { RemoteURL, Commit: 'HEAD', Branch: 'main', BuildDirectory: 'src', ...more }))['RepositoryID'] ?? ''
const counts = async () => (await call('GET', '/repositories'))['Count']
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Connect a repository' })

test('an add-to button opens the dialog filled in, its fragment ignored; a page of GitHub becomes its repository with what GitHub says', async () => {
  await using tab = await console.open(`/repositories?connect=${encodeURIComponent('https://github.com/acme/scale.git')}#gh-dark-mode-only`)
  const { page, complaints } = tab
  const dialog = dialogOf(page)
  await dialog.getByText('Clones https://github.com/acme/scale').waitFor()
  await dialog.getByText(HOSTILE_SHOWN).waitFor() // as text
  await eventually(() => dialog.getByLabel('Branch', { exact: true }).inputValue()).toBe('trunk')
  await dialog.getByText('There is no src/ on this branch').waitFor()
  await dialog.getByLabel('Build directory').fill('firmware')
  await dialog.getByText('It is there.').waitFor()
  expect(await dialog.locator('datalist option').evaluateAll((options) => options.map((each) => (each as HTMLOptionElement).value))).toContain(
    'feature/x',
  )
  expect(await counts()).toBe(0) // nothing is connected without a click
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('heading', { name: 'scale', level: 1 }).waitFor()
  await page.goto('/console/repositories?connect=acme/scale/')
  await dialogOf(page).getByText('You have connected this repository already.').waitFor()
  await dialogOf(page).getByRole('link', { name: 'Open it' }).click()
  await page.getByRole('heading', { name: 'scale', level: 1 }).waitFor()
  expect(unasked(complaints)).toEqual([])
})

test('a malformed address is told and can be corrected, a private one says what is missing, an unknown host is taken', async () => {
  await using tab = await console.open('/console/repositories?connect=git@github.com:acme/scale.git')
  const { page, complaints } = tab
  const listings: string[] = []
  page.on('request', (request) => request.resourceType() === 'fetch' && /\/repositories(\?|$)/.test(request.url()) && listings.push(request.method()))
  const dialog = dialogOf(page)
  await dialog.getByText('The platform fetches over https: try https://github.com/acme/scale').waitFor()
  const address = dialog.getByLabel('Address')
  await address.fill('acme/vault')
  await dialog.getByText('it is private: connect your account to GitHub').waitFor()
  hosts.isAway = true
  await address.fill('acme/other')
  await dialog.getByText('GitHub cannot be reached; public repositories can still be connected.').waitFor()
  hosts.isAway = false
  await address.fill('https://user:secret@git.example/a')
  await dialog.getByText('Leave out user name and password').waitFor()
  await address.fill('https://nowhere.example/a/b/')
  await dialog.getByText('of this host nothing can be asked').waitFor()
  expect(listings.filter((method) => method === 'GET').length).toBeLessThan(3) // that of the screen and one of the dialog, not one for each address
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('heading', { name: 'b', level: 1 }).waitFor()
  expect(unasked(complaints)).toEqual([])
})

test('signed out, the link is kept over signing in', async () => {
  const context = await console.newContext()
  try {
    const page = await context.newPage()
    await page.goto('/repositories?connect=acme/scale#gh-light-mode-only')
    await page.getByRole('button', { name: /API key/ }).click()
    await page.getByLabel('API key').fill(console.platform.key)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialogOf(page).getByText('Clones https://github.com/acme/scale').waitFor()
  } finally {
    await context.close()
  }
})

test('a branch runs with overrides, which are saved as defaults; a fixed commit runs again without a build', async () => {
  const id = await connect(`${hosts.git.origin}/sensor`, { Arguments: 'one' })
  await using tab = await console.open(`/console/repositories/${id}`)
  const { page, complaints } = tab
  const ran = () => page.getByRole('region', { name: 'What the task is' }).waitFor({ timeout: 120_000 })
  const printed = async () => {
    await page.getByRole('tab', { name: /^stdout/ }).click()
    return page.locator('.output-line').first().textContent({ timeout: 120_000 })
  }
  await page.getByText('Builds first, because nothing was built yet.').waitFor()
  await page.getByLabel('Branch', { exact: true }).fill('feature')
  await page.getByLabel('Arguments').fill('one "two three"')
  await page.getByText('Default: one, of the repository.').waitFor()
  await page.getByText('From the branch of this run.').waitFor()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await ran()
  expect(await printed()).toContain('feature with 2 words')
  await page.goto(`/console/repositories/${id}`)
  await eventually(() => page.getByLabel('Branch', { exact: true }).inputValue()).toBe('feature') // what was typed is kept
  await page.getByRole('button', { name: 'Save as defaults' }).click()
  await page.getByText('Saved as defaults of the repository').waitFor()
  expect(await call('GET', `/repositories/${id}`)).toMatchObject({ Branch: 'feature', Arguments: 'one "two three"' })
  await page.getByText('the branch may have moved').waitFor() // nobody can say where it stands
  const commit = hosts.git.git('sensor', 'rev-parse', 'main')
  await page.getByLabel('Commit', { exact: true }).fill(commit)
  await page.getByText('Builds first, because the commit changed.').waitFor()
  await page.locator('main').focus()
  await page.keyboard.press('r')
  await ran()
  await page.goto(`/console/repositories/${id}`)
  await page.getByText(/^Runs the build made .* again: nothing changed since\.$/).waitFor()
  const builds = (await call('GET', `/repositories/${id}/builds`))['Count']
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await ran()
  expect(await printed()).toContain('main with 2 words')
  expect((await call('GET', `/repositories/${id}/builds`))['Count']).toBe(builds)
  await page.goto(`/console/repositories/${id}?tab=builds`)
  await eventually(() => page.getByRole('list').filter({ hasText: 'one "two three"' }).getByRole('listitem').count()).toBe(2)
  expect(unasked(complaints)).toEqual([])
})

test("what cannot be fetched shows git's message and the usual causes", async () => {
  const id = await connect(`${hosts.git.origin}/gone`)
  await using tab = await console.open(`/console/repositories/${id}`)
  const { page } = tab
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const note = page.getByRole('alert')
  await note.getByText(`fatal: repository '${hosts.git.origin}/gone/' not found`).waitFor({ timeout: 120_000 })
  expect((await note.getByRole('listitem').allTextContents()).length).toBe(3)
  expect(await note.getByRole('listitem').first().textContent()).toContain('It is private, or it is not there.')
})

test('the configuration file is read from GitHub: unknown keys, the smallest core, ready arguments, and names that are only text', async () => {
  const id = await connect('https://github.com/acme/scale', { Branch: 'trunk', BuildDirectory: 'firmware' })
  await using tab = await console.open(`/console/repositories/${id}?tab=configuration`)
  const { page, complaints } = tab
  await page.getByRole('region', { name: 'Keys that nothing reads' }).getByText('Colour').waitFor()
  await page.getByText(HOSTILE_SHOWN).first().waitFor()
  await page.getByRole('button', { name: 'Use in a run: length' }).click()
  await eventually(() => page.getByLabel('Arguments').inputValue()).toBe('-S 0')
  await page.getByText('Precision 512 is asked for; this core has 64').waitFor()
  await page.getByText('From the configuration file.').waitFor()
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  await page.getByRole('tab', { name: 'Add-to button' }).click()
  await page.getByRole('button', { name: 'Copy Markdown' }).click()
  const markdown = await page.evaluate(() => navigator.clipboard.readText())
  const [, link = ''] = /\)\]\((\S+)\)/.exec(markdown) ?? []
  await page.goto(link)
  await dialogOf(page).getByText('You have connected this repository already.').waitFor()
  expect(unasked(complaints)).toEqual([])
})

test('the login to GitHub: none, a wrong token, a right one that is never shown, private repositories, none again', async () => {
  await using tab = await console.open('/console/settings?section=github')
  const { page } = tab
  await page.getByText('Your account is not connected to GitHub.').waitFor()
  await page.getByLabel('Token').fill('wrong')
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByText('GitHub does not take this token.').waitFor()
  await page.getByLabel('Token').fill(hosts.token)
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByText('octocat').waitFor()
  expect(await page.content()).not.toContain(hosts.token)
  await page.goto('/console/repositories?connect=acme/vault')
  await dialogOf(page).getByText('private', { exact: true }).waitFor()
  await page.goto('/console/settings?section=github')
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Your account is not connected to GitHub.').waitFor()
})

test('with an app of the operator, the login to GitHub is a page there and back; a refusal and a stray return connect nothing', async () => {
  await using tab = await console.open('/console/settings?section=github')
  const { page } = tab
  hosts.refuses = true
  await page.getByRole('button', { name: 'Log in with GitHub' }).click()
  await page.getByText('GitHub did not connect the account: access_denied').waitFor()
  hosts.refuses = false
  await page.goto('/console/github?code=12e45678901234567890&state=guessed')
  await page.getByText('GitHub sent nothing that this tab asked for.').waitFor()
  expect((await console.platform.call('GET', '/users/me/integrations/github')).status).toBe(404)
  await page.getByRole('link', { name: 'Back to the settings' }).click()
  await page.getByRole('button', { name: 'Log in with GitHub' }).click()
  await page.getByText('octocat').waitFor()
  expect(page.url()).toMatch(/\/console\/settings\?section=github$/)
  expect(await page.content()).not.toContain(hosts.token)
  await call('DELETE', '/users/me/integrations/github')
})

test('the list is searched, sorted and starred by its address and keys, and one is disconnected by its name', async () => {
  await using tab = await console.open('/console/repositories')
  const { page, complaints } = tab
  const names = () => page.getByRole('rowheader').allTextContents()
  await eventually(async () => (await names()).length).toBeGreaterThan(3)
  await page
    .getByRole('row', { name: /sensor/ })
    .getByText(/main with|±/)
    .waitFor()
  await page.locator('main').focus()
  await page.keyboard.press('/')
  await page.keyboard.type('gone')
  await eventually(names).toEqual([expect.stringContaining('gone')])
  await page.reload()
  await eventually(names).toEqual([expect.stringContaining('gone')])
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Star sensor' }).click()
  await eventually(async () => (await names())[0]).toContain('sensor')
  await eventually(async () => JSON.stringify((await call('GET', '/users/me'))['Preferences'])).toContain('rep_')
  await page.reload()
  await eventually(async () => (await names())[0]).toContain('sensor')
  await page.getByRole('row', { name: /gone/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'gone', level: 1 }).waitFor()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Disconnect gone?' })
  await dialog.getByRole('button', { name: 'Disconnect' }).click({ force: true }) // not before it is named
  await dialog.getByLabel('Type gone to disconnect it').fill('gone')
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('heading', { name: 'Repositories', level: 1 }).waitFor()
  await eventually(async () => (await names()).join()).not.toContain('gone')
  await page.locator('main').focus()
  await page.keyboard.press('c')
  await dialogOf(page).waitFor()
  expect(unasked(complaints)).toEqual([])
})

for (const { colorScheme, viewport } of LOOKS)
  test(`every part of a repository is accessible and fits, ${colorScheme}, ${viewport.width} px`, async () => {
    const { Repositories: all } = (await call('GET', '/repositories')) as unknown as { Repositories: { RepositoryID: string; RemoteURL: string }[] }
    const id = all.find(({ RemoteURL }) => RemoteURL.includes('acme/scale'))?.RepositoryID
    await using tab = await console.open('/console/repositories')
    const { page } = tab
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    const faults: string[] = []
    const look = async (what: string) => faults.push(...(await faultsOf(page)).map((fault) => `${what}: ${fault}`))
    await page.getByRole('rowheader').first().waitFor()
    await look('list')
    await page.getByRole('button', { name: 'Connect a repository' }).click()
    await dialogOf(page).waitFor()
    await dialogOf(page).getByLabel('Address').fill('nonsense')
    await look('dialog')
    await page.goto(`/console/repositories/${id}`)
    await page.getByLabel('Branch', { exact: true }).fill('other')
    await page.getByRole('button', { name: 'Add a data source' }).click()
    await page.getByRole('button', { name: 'Add a variable' }).click()
    await look('run')
    for (const name of ['Builds and tasks', 'Configuration file', 'Add-to button', 'Settings']) {
      await page.getByRole('tab', { name }).click()
      await page.getByRole('tabpanel', { name }).locator(':scope > *:not([aria-label="Loading"])').first().waitFor()
      await look(name)
    }
    await page.goto('/console/settings?section=github')
    await page.getByLabel('Token').waitFor()
    await look('login')
    expect(faults).toEqual([])
  })
