// Editor, values and task manager in a browser, against a platform with its database, workers and compiler.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Console, faultsOf, LOOKS, NARROW, startConsole } from './console-browsing.ts'
import { buildsOf, eventually, PROGRAM, runs, source, write } from './editing.ts'

let console: Console
beforeAll(async () => {
  console = await startConsole()
}, 1_200_000)
afterAll(() => console?.[Symbol.asyncDispose]())

const builds = () => buildsOf(console)
const NINE = `#include <stdio.h>\n#include <uxhw.h>\nint main(void) {\n  double x = UxHwDoubleUniformDist(1, 3);\n  for (int i = 1; i <= 9; i++) printf("v%d: %f\\n", i, x * i);\n}\n`

test('from an empty account three clicks lead to the first plot', async () => {
  const context = await console.newContext()
  try {
    await context.addInitScript(() => {
      const count = ({ isTrusted }: Event) => {
        if (isTrusted) sessionStorage['clicks'] = `${sessionStorage['clicks'] ?? ''}x`
      }
      addEventListener('click', count, true)
    })
    const page = await context.newPage()
    await page.goto('/console/sign-up')
    await page.getByLabel('E-mail').fill('emmy@lab.example')
    await page.getByLabel('Password', { exact: true }).fill('a kettle, a moss, a lantern')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByRole('link', { name: 'Open the editor with an example' }).click()
    await source(page).waitFor()
    await runs(page)
    await page.getByRole('region', { name: 'Plot' }).getByRole('img').first().waitFor()
    expect(await page.evaluate(() => sessionStorage['clicks'])).toBe('xxx')
    // Home looked for runs when there was none; the list knows of this one.
    await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Task manager' }).click()
    await page.getByRole('row').nth(1).waitFor()
  } finally {
    await context.close()
  }
})

test('a program runs, its values stand in a table, and unchanged it runs again without a build', async () => {
  await using tab = await console.open('/console/editor')
  const { page, complaints } = tab
  await write(page, PROGRAM('length'))
  await runs(page)
  const before = await builds()
  await eventually(() => page.getByLabel('Values of the run').getByRole('row').allTextContents()).toEqual([
    expect.stringContaining('Value'),
    expect.stringContaining('length'),
    expect.stringContaining('square'),
  ])
  await page.getByText('Built, because').waitFor()
  await page.getByRole('combobox', { name: 'Where' }).focus() // the key is that of the screen, not of the text alone
  await runs(page, () => page.keyboard.press('ControlOrMeta+Enter'))
  await page.getByText('Run without a build: nothing changed.').waitFor()
  expect(await builds()).toBe(before)
  await page.getByRole('button', { name: 'Arguments, data, name' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Cold')
  await runs(page)
  const [named] = ((await console.platform.call('GET', '/tasks')).json as { Tasks: { Name?: string }[] }).Tasks
  expect([named?.Name, await builds()]).toEqual(['Cold', before])
  await page.getByRole('checkbox', { name: 'Plot length' }).check()
  await page.getByRole('checkbox', { name: 'Plot square' }).check()
  await page.getByRole('img', { name: /^Chosen values: length .*; square / }).waitFor()
  await write(page, PROGRAM('width'))
  await page.getByText('This is the result of the program before it was changed.').waitFor()
  await write(page, NINE)
  await runs(page)
  for (let value = 1; value <= 8; value++) await page.getByRole('checkbox', { name: `Plot v${value}` }).check()
  await page.getByRole('img', { name: /^Chosen values: v1 .*; v8 / }).waitFor()
  expect(await page.getByRole('checkbox', { name: 'Plot v9' }).isDisabled()).toBe(true)
  expect(await faultsOf(page)).toEqual([])
  expect(complaints).toEqual([])
})

test('a message of the compiler leads to its line', async () => {
  await using tab = await console.open('/console/editor')
  const { page, complaints } = tab
  await write(page, 'int main(void) {\n  return missing;\n}\n')
  await runs(page)
  await page.getByRole('tab', { name: /^build/, selected: true }).waitFor()
  await page.getByRole('button', { name: "error line 2, column 10: use of undeclared identifier 'missing'" }).click()
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Source, C')
  await eventually(() => page.locator('.cm-lint-marker-error').count()).toBe(1)
  await write(page, '#include <stdio.h>\nint main(void) {\n  fprintf(stderr, "no readings\\n");\n  return 1;\n}\n')
  await runs(page)
  await page.getByRole('tab', { name: /^stderr/, selected: true }).waitFor() // of a program that stopped, what it says of it
  await page.keyboard.press('Alt+2')
  await page.getByRole('tab', { name: /^stdout/, selected: true }).waitFor()
  const [stopped] = ((await console.platform.call('GET', '/tasks')).json as { Tasks: { TaskID: string }[] }).Tasks
  await console.platform.call('DELETE', `/tasks/${stopped?.TaskID}`) // it has no values for those who look at the newest task
  expect(complaints).toEqual([])
})

test('nothing typed is lost: by a reload, by another tab, by a link', async () => {
  await using one = await console.open('/console/editor')
  await write(one.page, '// of the first tab\n')
  await one.page.reload()
  await eventually(() => source(one.page).textContent()).toContain('of the first tab')
  await using two = await console.open('/console/editor')
  await source(two.page).waitFor()
  await write(two.page, '// of the second tab\n')
  await one.page.reload()
  await eventually(() => source(one.page).textContent()).toContain('of the first tab')
  await two.page.reload()
  await eventually(() => source(two.page).textContent()).toContain('of the second tab')
  await one.page.getByRole('button', { name: 'Share' }).click()
  await one.page.getByText('The link is copied.').waitFor()
  const link = await one.page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).search).toBe('')
  await using three = await console.open(link)
  await eventually(() => source(three.page).textContent()).toContain('of the first tab')
  expect(new URL(three.page.url()).hash).toBe('')
  await three.page.getByRole('button', { name: 'Drafts' }).click()
  await eventually(() => three.page.getByRole('list', { name: 'Drafts of this browser' }).textContent()).toContain('of the second tab')
  expect([...one.complaints, ...two.complaints, ...three.complaints]).toEqual([])
})

test('a run is cancelled, and says so when the platform does', async () => {
  await using tab = await console.open('/console/editor')
  const { page } = tab
  await write(page, 'int main(void) {\n  for (volatile int i = 0;;) i++;\n}\n')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('list', { name: 'Phases of the run' }).getByText(/^Run/).and(page.locator('b')).waitFor()
  await eventually(() => page.locator('.run-phases [data-state="active"]').textContent()).toMatch(/^Run/)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page
    .getByText(/^Cancelled\b/)
    .first()
    .waitFor()
})

test('on a phone the name of a run is in view, however long the reason of its end is', async () => {
  const { BuildID } = (
    await console.platform.call('POST', '/sourcecode/builds', { body: { Code: 'int main(void) { __builtin_trap(); }', Language: 'C' } })
  ).json
  await console.platform.end(`/builds/${BuildID}`)
  const { TaskID } = (await console.platform.call('POST', `/builds/${BuildID}/tasks`, { body: { Name: 'traps' } })).json
  await console.platform.end(`/tasks/${TaskID}`)
  await using tab = await console.open('/console/tasks')
  await tab.page.setViewportSize(NARROW)
  const name = tab.page.getByRole('link', { name: 'traps', exact: true })
  await name.waitFor()
  expect((await name.boundingBox())?.x).toBeLessThan(NARROW.width / 2)
})

test('this browser prints what the platform prints, byte for byte, offline too', async () => {
  await using tab = await console.open('/console/editor')
  const { page } = tab
  const printed = async () => {
    await page.getByRole('tab', { name: /^stdout/ }).click()
    await page.getByRole('button', { name: 'Copy with Ux' }).click()
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toContain('same: ')
    return page.evaluate(() => navigator.clipboard.readText())
  }
  await write(page, PROGRAM('same'))
  await runs(page)
  const there = await printed()
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.getByRole('combobox', { name: 'Where' }).selectOption('browser')
  await runs(page)
  await page.getByText('in this browser').waitFor()
  expect(await printed()).toBe(there)
  await console.context.setOffline(true)
  try {
    await write(page, PROGRAM('same', 2))
    await runs(page)
    expect(await printed()).not.toBe(there)
    await page.getByRole('combobox', { name: 'Where' }).selectOption('platform')
    await page.getByText('You are offline. The program can run in this browser.').waitFor()
  } finally {
    await console.context.setOffline(false)
  }
})

test('the task manager filters by the address, and deletes what may be deleted', async () => {
  await using tab = await console.open('/console/tasks')
  const { page, complaints } = tab
  await page.getByRole('button', { name: 'Cancelled' }).click()
  await eventually(() => page.locator('tbody tr').count()).toBe(1)
  await page.reload()
  await eventually(() => page.locator('tbody tr').count()).toBe(1)
  expect(new URL(page.url()).search).toBe('?status=Cancelled')
  await page.locator('main').focus()
  await page.keyboard.press('/')
  await page.keyboard.type('no such program')
  await page.getByText('Nothing here has what the filters ask for.').waitFor()
  await page.reload()
  await eventually(() => page.getByRole('searchbox', { name: /^Filter by name/ }).inputValue()).toBe('no such program')
  await page.getByRole('searchbox', { name: /^Filter by name/ }).fill('')
  await eventually(() => page.locator('tbody tr').count()).toBe(1)
  await page.getByRole('checkbox', { name: 'Choose all loaded rows' }).check()
  await page.getByRole('toolbar', { name: 'Chosen rows' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog', { name: 'Delete 1 task?' }).getByRole('button', { name: 'Delete 1 task' }).click()
  await page.getByText('Nothing here has what the filters ask for.').waitFor()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await eventually(() => page.locator('tbody tr').count()).toBeGreaterThan(0)
  expect(complaints).toEqual([])
})

test('what is new does not move the rows that somebody reads', async () => {
  await using tab = await console.open('/console/tasks')
  const { page } = tab
  await page.setViewportSize({ width: 1350, height: 240 })
  await page.locator('tbody tr').first().waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const names = () => page.locator('tbody tr a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  const before = await names()
  const [task] = ((await console.platform.call('GET', '/tasks')).json as { Tasks: { BuildID: string }[] }).Tasks
  const { json } = await console.platform.call('POST', `/builds/${task!.BuildID}/tasks`, { body: {} })
  await page.getByRole('button', { name: '1 new', exact: true }).waitFor()
  expect(await names()).toEqual(before)
  await page.getByRole('button', { name: '1 new', exact: true }).click()
  await eventually(async () => (await names())[0]).toContain(String(json.TaskID))
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('what is done to several tasks at once says which refused and why; filters are there after a task was looked at', async () => {
  const { platform } = console
  const made = async (path: string, body: object) => (await platform.call('POST', path, { body })).json
  const { BuildID } = await made('/sourcecode/builds', { Code: 'int main(void) {\n  for (volatile int i = 0;;) i++;\n}\n', Language: 'C' })
  await platform.end(`/builds/${BuildID}`)
  const { TaskID } = await made(`/builds/${BuildID}/tasks`, {})
  await eventually(async () => (await platform.call('GET', `/tasks/${TaskID}`)).json['Status']).toBe('In Progress')
  await using tab = await console.open('/console/tasks')
  const { page } = tab
  const rows = page.locator('tbody tr[data-row]')
  await rows.first().getByText('In Progress').waitFor()
  for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').check()
  const chosen = page.getByRole('toolbar', { name: 'Chosen rows' })
  await chosen.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog', { name: 'Delete 1 task?' }).getByText('1 task would be refused: cancel what is active first.').waitFor()
  await page.getByRole('button', { name: 'Keep' }).click()
  await chosen.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('1 done, 1 refused.').waitFor()
  await rows.first().getByText('Cancelled').waitFor()
  expect(await rows.first().getByRole('checkbox').isChecked()).toBe(false)
  expect(await rows.nth(1).getByRole('checkbox').isChecked()).toBe(true)
  expect(await rows.nth(1).locator('.fault').textContent()).not.toBe('')
  await page.getByRole('button', { name: 'Completed', exact: true }).click()
  await eventually(() => rows.getByText('Cancelled').count()).toBe(0)
  await rows.first().getByRole('link').click()
  await page.getByRole('tab', { name: 'internals' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Completed', exact: true, pressed: true }).waitFor()
  expect(new URL(page.url()).search).toContain('Completed')
  await eventually(() => rows.getByText('Cancelled').count()).toBe(0)
  await platform.call('DELETE', `/tasks/${TaskID}`) // it has no values for those who look at the newest task
})

test('a task is looked at, run again with other arguments, and its value opened', async () => {
  await using tab = await console.open('/console/tasks')
  const { page, complaints } = tab
  await page.locator('tbody tr').first().getByRole('link').click()
  await page.getByRole('button', { name: 'Run again with changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run again with changes' })
  await dialog.getByLabel('Arguments').fill("'open")
  await dialog.getByText(/is never closed/).waitFor()
  await dialog.getByLabel('Arguments').fill('-S 7')
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('-S 7').waitFor()
  await page.getByRole('region', { name: 'Phases' }).getByText(/^ran /).waitFor()
  await page.getByRole('tab', { name: /^values/ }).click()
  await page.getByRole('link', { name: 'Open', exact: true }).click()
  await page.getByLabel('Threshold', { exact: true }).fill('2')
  await page.getByText(/^P\(X ≤ 2\) = 50 %/).waitFor()
  await eventually(() => new URL(page.url()).searchParams.get('t')).toBe('2') // as it was typed
  await page.reload()
  await page.getByText(/^P\(X ≤ 2\) = 50 %/).waitFor()
  await page.getByRole('button', { name: 'Signed link' }).click()
  const link = await page.getByLabel('Link to the picture').inputValue()
  const picture = await fetch(link) // by somebody who has no account
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  const slider = page.getByRole('slider', { name: 'Move the threshold' })
  const below = async () => Number(/^P\(X ≤ ([\d.]+)\)/.exec((await page.getByText(/^P\(X ≤/).textContent()) ?? '')?.[1])
  await slider.press('End')
  await eventually(below).toBeGreaterThan(2.9)
  const end = await below()
  await slider.press('ArrowLeft')
  await eventually(below).toBeLessThan(end)
  expect(complaints).toEqual([])
})

for (const { colorScheme, viewport } of LOOKS)
  test(`editor, tasks, a task and a value are accessible and fit, ${colorScheme}, ${viewport.width} px`, async () => {
    await using tab = await console.open('/console/tasks')
    const { page } = tab
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    const faults: string[] = []
    const look = async (what: string) => faults.push(...(await faultsOf(page)).map((fault) => `${what}: ${fault}`))
    await page.locator('tbody tr').first().waitFor()
    await look('tasks')
    await page.locator('tbody tr').first().getByRole('link').click()
    await page.getByRole('link', { name: 'Open', exact: true }).waitFor()
    await look('task')
    await page.getByRole('tab', { name: /^stdout/ }).click()
    await page.locator('.output-line').first().waitFor()
    await look('output')
    await page.goto('/console/value#0.5')
    await page.getByRole('heading', { name: 'Thresholds' }).waitFor()
    await look('value')
    await page.goto('/console/editor?variables=true')
    await source(page).waitFor()
    await page.getByRole('button', { name: 'Arguments, data, name' }).click()
    await look('editor')
    expect(faults).toEqual([])
  })
