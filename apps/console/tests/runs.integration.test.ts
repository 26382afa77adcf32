// What becomes of a run of the editor: through a reload, on another core, in another language, and where it is cancelled while it is being made.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Console, startConsole } from './console-browsing.ts'
import { buildsOf, eventually, PROGRAM, runs, write } from './editing.ts'

let console: Console
beforeAll(async () => {
  console = await startConsole({ withDocs: false })
}, 1_200_000)
afterAll(() => console?.[Symbol.asyncDispose]())

test('a reload goes on with the run of the tab, shows one that ended, and needs no other build for it; a run that was watched is no news', async () => {
  await using tab = await console.open('/console/editor')
  const { page, complaints } = tab
  const rows = () => page.getByLabel('Values of the run').getByRole('row').allTextContents()
  await write(page, PROGRAM('before'))
  await runs(page)
  const before = await buildsOf(console)
  await page.reload()
  await page.getByText('Built, because the source changed.').or(page.getByText('Built, because nothing was built yet.')).waitFor()
  await eventually(rows).toEqual([expect.stringContaining('Value'), expect.stringContaining('before'), expect.stringContaining('square')])
  await runs(page)
  await page.getByText('Run without a build: nothing changed.').waitFor()
  expect(await buildsOf(console)).toBe(before)
  await write(page, 'int main(void) {\n  for (volatile int reloaded = 0;;) reloaded++;\n}\n')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('link', { name: 'What it has printed so far' }).waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'What it has printed so far' }).waitFor()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page
    .getByText(/^Cancelled\b/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.reload()
  await page.getByText('Run the program to see what it prints.').waitFor()
  const [cancelled] = ((await console.platform.call('GET', '/tasks')).json as { Tasks: { TaskID: string }[] }).Tasks
  await console.platform.call('DELETE', `/tasks/${cancelled?.TaskID}`) // it has no values for those who look at the newest task
  expect(complaints).toEqual([])
})

test('the plot is that of the last run, also where nothing but the core changed; a program of C++ that was built as C is one click from its language', async () => {
  await using tab = await console.open('/console/editor')
  const { page } = tab
  const drawn = () => page.getByRole('region', { name: 'Plot' }).locator('tbody').allTextContents()
  const core = page.getByRole('combobox', { name: 'Core' })
  await core.selectOption({ label: 'C0-S+ · Athens 64' })
  await write(page, PROGRAM('core').replace('Uniform', 'Gauss'))
  await runs(page)
  await eventually(drawn).toHaveLength(1)
  const before = await drawn()
  await core.selectOption({ label: 'C0-XS+ · Athens 32' })
  await runs(page)
  await eventually(drawn).not.toEqual(before)
  await core.selectOption({ label: 'C0-S+ · Athens 64' })
  await runs(page)
  await eventually(drawn).toEqual(before)
  await write(page, '#include <iostream>\nint main() { std::cout << "in C++" << std::endl; }\n')
  await runs(page)
  await runs(page, () => page.getByRole('button', { name: 'Run it as C++' }).click())
  await page.getByRole('tab', { name: /^stdout/ }).click()
  await page.getByText('in C++', { exact: true }).waitFor()
  const [plain] = ((await console.platform.call('GET', '/tasks')).json as { Tasks: { TaskID: string }[] }).Tasks
  await console.platform.call('DELETE', `/tasks/${plain?.TaskID}`) // it has no values for those who look at the newest task
})

test('a run that is cancelled while its build or its task is being made is cancelled once that is there', async () => {
  await using tab = await console.open('/console/editor')
  const { page } = tab
  const endless = (name: string) => write(page, `int main(void) {\n  for (volatile int ${name} = 0;;) ${name}++;\n}\n`)
  const newest = async (kind: 'builds' | 'tasks') => {
    const { json } = await console.platform.call('GET', `/${kind}?limit=1`)
    return ((kind === 'builds' ? json['Builds'] : json['Tasks']) as { Status: string; TaskID?: string }[])[0]
  }
  for (const [kind, path, name] of [
    ['builds', '**/sourcecode/builds*', 'early'],
    ['tasks', '**/builds/*/tasks', 'between'],
  ] as const) {
    const [asked, made] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(path, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      asked.resolve()
      await made.promise
      await route.continue()
    })
    await endless(name)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await asked.promise
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Cancelling …' }).waitFor()
    made.resolve()
    await page
      .getByText(/^Cancelled\b/)
      .first()
      .waitFor()
    expect((await newest(kind))?.Status, kind).toBe('Cancelled')
    await page.unroute(path)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
  }
  await console.platform.call('DELETE', `/tasks/${(await newest('tasks'))?.TaskID}`)
  expect(tab.complaints).toEqual([])
})
