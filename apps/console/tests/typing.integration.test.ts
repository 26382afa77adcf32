// What this browser does for those who write: distributions to insert, mistakes named and values shown while one types, keys and theme of the editor.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Console, faultsOf, startConsole } from './console-browsing.ts'
import { buildsOf, eventually, PROGRAM, runs, source, write } from './editing.ts'

let console: Console
beforeAll(async () => {
  console = await startConsole({ withWorker: false })
}, 1_200_000)
afterAll(() => console?.[Symbol.asyncDispose]())

test('a distribution is inserted; while one types this browser names mistakes, and previews for who wants it', async () => {
  await using tab = await console.open('/console/editor')
  const { page, complaints } = tab
  await write(page, PROGRAM('typed'))
  await page.getByRole('combobox', { name: 'Where' }).selectOption('browser')
  await runs(page) // the compiler is there from now on
  const builtBefore = await buildsOf(console)
  await write(page, '#include <stdio.h>\nint main(void) {\n  printf("%f\\n", x);\n}\n')
  await eventually(() => page.locator('.cm-lint-marker-error').count()).toBe(1)
  await source(page).press('ControlOrMeta+Home')
  await source(page).press('ArrowDown')
  await source(page).press('End')
  await source(page).press('Enter')
  await page.getByRole('button', { name: 'Insert a distribution' }).click()
  await page.getByRole('combobox', { name: 'Distribution' }).selectOption('weibull')
  await page.getByRole('textbox', { name: 'k', exact: true }).fill('-1')
  await page.getByText('weibull: k is -1, must be finite and above 0').waitFor()
  await page.getByRole('textbox', { name: 'k', exact: true }).fill('2')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Insert at the cursor' }).click()
  await eventually(() => source(page).textContent()).toContain('#include <uxhw.h>')
  await eventually(() => source(page).textContent()).toContain('  double x = UxHwDoubleWeibullDist(2, 1.5);')
  await eventually(() => page.locator('.cm-lint-marker-error').count()).toBe(0)
  await page.goto('/console/settings?section=editor')
  await page.getByRole('group', { name: 'Preview while typing' }).getByRole('radio', { name: 'On' }).check()
  await page.getByRole('group', { name: 'Vim keys' }).getByRole('radio', { name: 'On' }).check()
  await page.getByRole('group', { name: 'Theme of the code' }).getByRole('radio', { name: 'Dark' }).check()
  expect(await faultsOf(page)).toEqual([])
  await page.goto('/console/editor')
  await page.locator('.cm-vim-panel').waitFor()
  const papers = () =>
    page.evaluate(() => new Set(['.editor-code', 'body'].map((each) => getComputedStyle(document.querySelector(each)!).backgroundColor)).size)
  await eventually(papers).toBe(2) // the code is dark, the page around it is not
  expect(await faultsOf(page)).toEqual([])
  await source(page).focus()
  await page.keyboard.type('Gk$')
  await page.keyboard.type('o// seen') // the first change has the compiler loaded, a later one runs
  const typed = async () => {
    await page.keyboard.type('.')
    return page.getByLabel('Values of the run').getByRole('row').count()
  }
  await expect.poll(typed, { timeout: 60_000, interval: 2000 }).toBe(2) // between two keys it may rest
  expect(await buildsOf(console)).toBe(builtBefore)
  expect(complaints).toEqual([])
  await page.evaluate(() => localStorage.removeItem('credence.editor.options'))
})
