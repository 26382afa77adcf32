// What goes wrong around a page: its tab dies, its network lies, the machine sleeps, the platform is killed or upgraded. Nothing typed is lost, nothing runs twice.
import { chromium, type Page, type WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_FLAGS, browserPath } from '../../../tools/browser.ts'
import { type Console, startConsole, storedIn } from './console-browsing.ts'

const RIGHT_WITHIN = 15_000 // ms, after the platform answers again
let console: Console
beforeAll(async () => {
  console = await startConsole({ sharesProcess: false })
}, 1_200_000)
afterAll(() => console?.[Symbol.asyncDispose]())

const source = (page: Page) => page.getByRole('textbox', { name: /^Source/ })
async function write(page: Page, text: string): Promise<void> {
  await source(page).focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.evaluate((program) => navigator.clipboard.writeText(program), text)
  await page.keyboard.press('ControlOrMeta+V')
}
const PROGRAM = 'int main(void) { return 0; }\n'
/** A build that is there, made by the API. */
async function built(): Promise<string> {
  const { json } = await console.platform.call('POST', '/sourcecode/builds', { body: { Code: PROGRAM, Language: 'C' } })
  await console.platform.end(`/builds/${json.BuildID}`)
  return String(json.BuildID)
}
const submit = async (build: string, words = '') =>
  String((await console.platform.call('POST', `/builds/${build}/tasks`, { body: { Arguments: words } })).json.TaskID)
const tasks = async () => ((await console.platform.call('GET', '/tasks')).json as { Tasks: { TaskID: string }[] }).Tasks.map(({ TaskID }) => TaskID)
const statusIn = (page: Page, task: string) =>
  page
    .locator('tbody tr', { has: page.locator(`a[href*="${task}"]`) })
    .locator('td, th')
    .allTextContents()

test('a tab that is killed while one types gives its text back', async () => {
  const tab = await console.open('/console/editor')
  await write(tab.page, '// typed before the crash\n')
  await expect.poll(() => storedIn(tab.page)).toContain('typed before the crash') // what is written a moment ago may not be there
  const session = await tab.page.context().newCDPSession(tab.page)
  const crashed = tab.page.waitForEvent('crash')
  void session.send('Page.crash').catch(() => {}) // nobody is there to answer
  await crashed
  await using next = await console.open('/console/editor')
  await next.page.getByRole('button', { name: 'Drafts' }).click()
  await next.page.getByRole('list', { name: 'Drafts of this browser' }).getByText('typed before the crash').first().waitFor()
  await tab.page.close()
})

test('an answer that is lost after the platform took the run makes no second one', async () => {
  await using tab = await console.open('/console/editor')
  const { page } = tab
  await write(page, PROGRAM)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('Completed').first().waitFor()
  const before = await tasks()
  let lost = 0
  await page.route('**/builds/*/tasks', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue()
    lost++
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect.poll(async () => (await tasks()).length).toBe(before.length + 1)
  await page.getByRole('list', { name: 'Phases of the run' }).waitFor({ state: 'detached' })
  expect(lost).toBe(1)
  expect(await tasks()).toHaveLength(before.length + 1)
})

test('after a laptop slept, and over a connection that is open at one end only, the list is right', async () => {
  const build = await built()
  const context = console.context
  const page = await context.newPage()
  const sockets: WebSocketRoute[] = []
  let isDeaf = false
  await page.routeWebSocket(/\/event\/realtime/, (socket) => {
    const server = socket.connectToServer()
    sockets.push(socket)
    // What the platform sends goes nowhere, and no end of the connection is told.
    const mine = sockets.length
    server.onMessage((message) => (isDeaf && mine === 1 ? undefined : socket.send(message)))
    server.onClose(() => {})
  })
  await page.clock.install()
  await page.goto('/console/tasks')
  await page.getByText('Live', { exact: true }).waitFor()
  isDeaf = true
  const task = await submit(build, 'while-deaf')
  await console.platform.end(`/tasks/${task}`)
  expect(await page.locator(`a[href*="${task}"]`).count()).toBe(0)
  await page.clock.fastForward('08:00:00')
  await expect.poll(() => statusIn(page, task).then((cells) => cells.join(' ')), { timeout: RIGHT_WITHIN }).toContain('Completed')
  expect(sockets.length).toBeGreaterThan(1)
  await page.close()
})

test('the platform is killed and comes back: what ended meanwhile is there without a reload', async () => {
  const build = await built()
  await using tab = await console.open('/console/tasks')
  const { page } = tab
  await page.getByText('Live', { exact: true }).waitFor()
  await page.evaluate(() => {
    document.body.dataset['loaded'] = 'once'
  })
  console.platform.signalAll('SIGKILL')
  await page.getByText('Reconnecting', { exact: true }).waitFor()
  await console.platform.up()
  const task = await submit(build, 'after-the-kill')
  await console.platform.end(`/tasks/${task}`)
  const since = Date.now()
  await expect.poll(() => statusIn(page, task).then((cells) => cells.join(' ')), { timeout: 4 * RIGHT_WITHIN }).toContain('Completed')
  expect(await page.evaluate(() => document.body.dataset['loaded'])).toBe('once')
  await page.getByText('Live', { exact: true }).waitFor({ timeout: 4 * RIGHT_WITHIN })
  globalThis.console.log(`right ${Date.now() - since} ms after the platform answered`)
})

test('after an upgrade a new version is said to be there; scripts that are gone: the page is loaded anew once, and what was typed is there', async () => {
  await using tab = await console.open('/console/editor')
  const { page } = tab
  await write(page, '// typed before the upgrade\n')
  await page.getByText('Live', { exact: true }).waitFor()
  await page.route('**/console/', (route) =>
    route.request().resourceType() === 'fetch'
      ? route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/console/assets/another.js"></script>' })
      : route.continue(),
  )
  await console.context.setOffline(true)
  await page.getByText('What is shown here is of').waitFor()
  await console.context.setOffline(false)
  await page.getByText('A new version of the console is there.').waitFor()
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByText('A new version of the console is there.').waitFor({ state: 'detached' })
  await expect.poll(() => source(page).textContent()).toContain('typed before the upgrade')
  let gone = 0
  await page.route(/\/console\/assets\/SettingsScreen[^/]*\.js/, (route) => {
    gone++
    return gone === 1 ? route.fulfill({ status: 404, body: '' }) : route.continue()
  })
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  expect(gone).toBe(2)
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Editor' }).click()
  await expect.poll(() => source(page).textContent()).toContain('typed before the upgrade')
})

test('a browser that was ended and opened again has what was typed', async () => {
  const profile = `${console.platform.home}/profile`
  const launch = async () => {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: browserPath(),
      args: BROWSER_FLAGS,
      baseURL: console.platform.origin,
    })
    const page = await context.newPage()
    return { context, page }
  }
  const first = await launch()
  await first.page.goto('/console/sign-in')
  await first.page.getByRole('button', { name: /API key/ }).click()
  await first.page.getByLabel('API key').fill(console.platform.key)
  await first.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await first.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  await first.page.goto('/console/editor')
  await source(first.page).fill('// typed before the browser ended\n')
  await expect.poll(() => storedIn(first.page)).toContain('typed before the browser ended')
  await first.context.close()
  const second = await launch()
  await second.page.goto('/console/editor')
  await second.page.getByRole('button', { name: 'Drafts' }).click()
  await second.page.getByRole('list', { name: 'Drafts of this browser' }).getByText('typed before the browser ended').first().waitFor()
  await second.context.close()
})
