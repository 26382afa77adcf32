// Programs run in the page, in Chromium, from the static files of the site alone.
import { readDraft } from '@credence/ui/program/draft-link.ts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Browsing, eventually, layoutFaults, NARROW, startBrowsing, violations, visit, WIDE } from './browsing.ts'
import { Keyboard } from './keyboard.ts'

const PAGE = '/docs/uxhw-api/'
const OLD = 'This is the output of the program before it was changed. Run it to see its own.'
const PHONE = { width: 390, height: 844 }
const LINE_OF_THE_MODEL = 15 // of first.c, its last
const PATIENCE = 240_000 // ms: the compiler is fetched and started first
let browsing: Browsing
beforeAll(async () => {
  browsing = await startBrowsing()
}, 1_200_000)
afterAll(() => browsing?.[Symbol.asyncDispose]())

const programOf = (page: Page): Locator => page.getByRole('region', { name: 'Program examples/first.c' })
/** The workbench of the page's first program, opened. */
async function openWorkbench(page: Page): Promise<Locator> {
  const program = programOf(page)
  await program.getByRole('button', { name: 'Edit and run' }).click()
  await program.getByRole('textbox').waitFor()
  return program
}
async function type(page: Page, program: Locator, where: 'Home' | 'End', text: string): Promise<void> {
  await program.getByRole('textbox').focus()
  await page.keyboard.press(`Control+${where}`)
  await page.keyboard.insertText(text)
  await program.getByRole('button', { name: 'Reset', disabled: false }).waitFor() // the page knows of the edit
}
/** Presses Run and gives the status line at the end. */
async function run(program: Locator): Promise<string> {
  await program.getByRole('button', { name: 'Run', exact: true }).click()
  return settled(program)
}
async function settled(program: Locator): Promise<string> {
  await program.getByRole('button', { name: 'Run', exact: true, disabled: false }).waitFor({ timeout: PATIENCE })
  return (await program.getByRole('status').textContent()) ?? ''
}
const output = (program: Locator) => program.getByRole('region', { name: 'Output', exact: true }).locator('code').first()

test('a prebuilt program runs at once, without the compiler, and prints what the page shows', async () => {
  await using tab = await browsing.open()
  const { page, complaints } = tab
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await visit(page, PAGE)
  const before = await output(programOf(page)).textContent()
  const program = await openWorkbench(page)
  expect(await run(program)).toMatch(/^Ran in [\d.]+ ms, [\d\u00a0]+ instructions\.$/)
  expect(await output(program).textContent()).toBe(before)
  expect(requests.filter((url) => url.includes('llvm') || !url.startsWith(browsing.origin))).toEqual([])
  expect(complaints).toEqual([])
})

test('an edited program is built in the page; its mistakes stand at their lines; reset brings the first one back; a run without an end is cancelled, and ended by the time limit', async () => {
  await using tab = await browsing.open()
  const { page, complaints } = tab
  const loading = page.waitForRequest((request) => request.url().includes('llvm'))
  await visit(page, PAGE)
  const program = await openWorkbench(page)
  await eventually(() => program.getByText('Plotted: viscosity.').count()).toBe(1)
  expect(await program.getByText(OLD).count()).toBe(0)
  await type(page, program, 'End', 'int unused(void) { return nothing; }\n')
  await program.getByText(OLD).waitFor()
  await loading // with the first key, before Run
  expect(await run(program)).toBe('The program does not build: 1 error.')
  const messages = program.getByRole('list', { name: 'Messages of the compiler' })
  await eventually(() => messages.textContent()).toMatch(/^error line 22, column 27: use of undeclared identifier 'nothing'$/)
  await eventually(() => program.locator('.cm-lint-marker-error').count()).toBe(1)

  await program.getByRole('button', { name: 'Reset' }).click()
  await type(page, program, 'Home', '#include <stdio.h>\n__attribute__((constructor)) static void hello(void) { puts("hello"); }\n')
  expect(await run(program)).toMatch(/^Ran in /)
  expect(await output(program).textContent()).toMatch(/^hello\nviscosity: 5\.8 ± 1\.1 mPa s/)
  await eventually(() => messages.count()).toBe(0)
  expect(await program.getByText(OLD).count()).toBe(0)

  await program.getByRole('button', { name: 'Reset' }).click()
  await type(page, program, 'Home', '__attribute__((constructor)) static void spin(void) { for (volatile int i = 0;;) i++; }\n')
  await program.getByRole('button', { name: 'Run', exact: true }).click()
  await program.getByText('Running …').waitFor({ timeout: PATIENCE })
  await program.getByRole('button', { name: 'Cancel' }).click()
  expect(await settled(program)).toBe('Cancelled.')
  // It sleeps, where the one before computes: the limit is of the clock, and the machine has other tests to do.
  await program.getByRole('button', { name: 'Reset' }).click()
  await type(page, program, 'Home', '#include <unistd.h>\n__attribute__((constructor)) static void wait(void) { for (;;) sleep(1); }\n')
  const [, milliseconds] = /^Ended after (\d+) ms: wall time limit of 20 s reached\.$/.exec(await run(program)) ?? []
  expect(Number(milliseconds)).toBeGreaterThanOrEqual(20_000)
  expect(complaints).toEqual([])
})

test('the number at the cursor is turned by keys and by buttons; the program runs again by itself, and its plot follows', async () => {
  await using tab = await browsing.open()
  const { page, complaints } = tab
  await visit(page, PAGE)
  const program = await openWorkbench(page)
  const number = program.getByRole('group', { name: 'Number at the cursor' })
  await eventually(() => number.textContent()).toContain('4.63') // the first that a constructor takes
  for (let turns = 0; turns < 3; turns++) await page.keyboard.press('Alt+ArrowUp')
  await eventually(() => number.textContent()).toContain('4.66')
  await program.getByText(/^Ran in /).waitFor({ timeout: PATIENCE })
  await eventually(() => output(program).textContent()).toMatch(/^viscosity: 5\.9 ± 1\.1 mPa s/) // between two keys of a slow machine it may have run once
  for (let turns = 0; turns < 10; turns++) await number.getByRole('button', { name: 'More' }).click()
  await eventually(() => output(program).textContent()).toMatch(/^viscosity: 6\.0 ± 1\.1 mPa s/)
  await eventually(() => program.locator('.ux-figure').first().textContent()).toContain('6.0')
  expect(await program.getByText(OLD).count()).toBe(0)

  await program.getByRole('textbox').focus()
  await page.keyboard.press('Control+End')
  expect(await number.getByRole('button', { name: 'Less' }).isDisabled()).toBe(true)
  expect([...(await layoutFaults(page)), ...(await violations(page)), ...complaints]).toEqual([])
})

test('somebody new, on a phone with keys alone, over plain HTTP: from the start page to an edited program whose plot changed, and its link', async () => {
  await using tab = await browsing.open({ viewport: PHONE })
  const { page, complaints } = tab
  await visit(page, `${browsing.plainOrigin}/`)
  // The browser hides its digests and the clipboard.
  expect(await page.evaluate(() => [isSecureContext, 'subtle' in crypto, 'clipboard' in navigator])).toEqual([false, false, false])
  const keyboard = await Keyboard.on(page)
  await keyboard.tabTo(({ name }) => name === 'Learn UxHw in C')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${PAGE}`)
  const program = programOf(page)
  const figure = program.locator('.ux-figure').first()
  await eventually(() => figure.textContent()).toContain('5.8')
  await keyboard.tabTo(({ name }) => name === 'Edit and run')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'textbox')
  await page.keyboard.press('Control+Home')
  for (let line = 1; line < LINE_OF_THE_MODEL; line++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.insertText('\n  viscosity += 1;')
  await program.getByRole('button', { name: 'Reset', disabled: false }).waitFor()
  await page.keyboard.press('Control+Enter')
  expect(await settled(program)).toMatch(/^Ran in /)
  expect(await output(program).textContent()).toMatch(/^viscosity: 6\.8 ± 1\.1 mPa s/)
  await eventually(() => figure.textContent()).toContain('6.8')
  await keyboard.tabTo(({ name }) => name === 'Share')
  await page.keyboard.press('Enter')
  await program.getByText('The link is copied.').waitFor()
  expect(keyboard.faults()).toEqual([])
  expect([...(await layoutFaults(page)), ...complaints]).toEqual([])
})

test('somebody new, on a phone with keys alone: from the example of a paper to its GUM budget, run in the page', async () => {
  await using tab = await browsing.open({ viewport: PHONE })
  const { page, complaints } = tab
  await visit(page, '/')
  const keyboard = await Keyboard.on(page)
  await keyboard.tabTo(({ name }) => name === 'All worked cases')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/platform/cases/')
  await keyboard.tabTo(({ role, name }) => role === 'link' && name === 'Viscosity')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/platform/cases/metrology/#viscosity*')
  await keyboard.tabTo(({ name }) => name === 'uncertainty budget', 150)
  const program = page.getByRole('region', { name: 'Program examples/gum/viscosity.c' })
  await keyboard.tabTo(({ name }) => name === 'Edit and run')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'textbox')
  await page.keyboard.press('Control+Enter')
  await program.getByText(/^Ran in /).waitFor({ timeout: PATIENCE })
  expect(await settled(program)).toMatch(/^Ran in /)
  expect(await output(program).textContent()).toMatch(/^input .*\nfalling time, liquid .* \d\d\.\d %\n/)
  expect(keyboard.faults()).toEqual([])
  expect([...(await layoutFaults(page)), ...complaints]).toEqual([])
})

test('somebody new, on a phone by touch: from the start page to an edited program whose plot changed, and from the example of a paper to its GUM budget', async () => {
  await using tab = await browsing.open({ viewport: PHONE, isTouched: true })
  const { page, complaints } = tab
  await visit(page, '/')
  await page.getByRole('link', { name: 'Learn UxHw in C' }).tap()
  await page.waitForURL(`**${PAGE}`)
  const program = programOf(page)
  await program.getByRole('button', { name: 'Edit and run' }).tap()
  await program.getByRole('textbox').waitFor()
  // A tap into the empty line behind the model; a phone has no key that goes to the end of a line.
  await program
    .locator('.cm-line')
    .nth(LINE_OF_THE_MODEL)
    .tap({ position: { x: 3, y: 8 } })
  await page.keyboard.insertText('  viscosity += 1;')
  await program.getByRole('button', { name: 'Reset', disabled: false }).waitFor()
  await program.getByRole('button', { name: 'Run', exact: true }).tap()
  expect(await settled(program)).toMatch(/^Ran in /)
  const value = output(program).getByRole('button', { name: '6.8 ± 1.1' })
  await eventually(() => program.locator('.ux-figure').first().textContent()).toContain('6.8')
  await value.tap()
  const card = program.locator('.ux-card')
  await card.waitFor()
  expect(areApart(await card.boundingBox(), await value.boundingBox())).toBe(true)

  await visit(page, '/')
  await page.getByRole('link', { name: 'Viscosity', exact: true }).tap()
  await page.waitForURL('**/docs/platform/cases/metrology/#viscosity*')
  const budget = page.getByRole('region', { name: 'Program examples/gum/viscosity.c' })
  await budget.getByRole('button', { name: 'Edit and run' }).tap()
  await budget.getByRole('button', { name: 'Run', exact: true, disabled: false }).tap()
  await budget.getByText(/^Ran in /).waitFor({ timeout: PATIENCE })
  expect(await output(budget).textContent()).toMatch(/^input .*\nfalling time, liquid .* \d\d\.\d %\n/)
  expect([...(await layoutFaults(page)), ...complaints]).toEqual([])
})

type Box = { readonly y: number; readonly height: number } | null
const areApart = (one: Box, other: Box): boolean =>
  one !== null && other !== null && (one.y + one.height <= other.y || other.y + other.height <= one.y)

test('an edited program goes on in the console of the platform, with its core; one that reads files does not', async () => {
  await using tab = await browsing.open()
  const { page, complaints } = tab
  await visit(page, PAGE)
  const program = await openWorkbench(page)
  await type(page, program, 'Home', '// on to the console\n')
  await program.getByRole('combobox', { name: 'Core' }).selectOption('C0-XS+')
  const opened = page.context().waitForEvent('page')
  await program.getByRole('button', { name: 'Console' }).click()
  const other = await opened
  await other.waitForURL(({ pathname }) => pathname.startsWith('/console/editor'), { waitUntil: 'commit' }) // no console answers behind this copy of the site
  const draft = await readDraft(new URL(other.url()).hash)
  expect(draft).toMatchObject({ language: 'C', core: 'C0-XS+', arguments: '' })
  expect(draft?.source).toMatch(/^\/\/ on to the console\n\/\/ Viscosity of a glass melt/)

  await visit(page, '/docs/platform/getting-started/repositories/')
  const reads = page.getByRole('region', { name: 'Program examples/cases/temperature/src/main.c' })
  await reads.getByRole('button', { name: 'Edit and run' }).click()
  await reads.getByRole('button', { name: 'Share' }).waitFor()
  expect(await reads.getByRole('button', { name: 'Console' }).count()).toBe(0)
  expect(complaints).toEqual([])
})

test('what is opened to be edited keeps its lines as far apart as they were', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, PAGE)
  const apart = (where: string) =>
    programOf(page)
      .locator(where)
      .first()
      .evaluate((element) => getComputedStyle(element).lineHeight)
  const before = await apart('pre')
  await openWorkbench(page)
  expect(await apart('.cm-line')).toBe(before)
})
test('a link brings back the edit and the core', async () => {
  await using tab = await browsing.open()
  const { page, complaints } = tab
  await visit(page, PAGE)
  const program = await openWorkbench(page)
  await type(page, program, 'Home', '// shared by a test\n')
  await program.getByRole('combobox', { name: 'Core' }).selectOption('C0-XS+')
  await program.getByRole('button', { name: 'Share' }).click()
  await page.waitForFunction(() => location.hash.startsWith('#edit='))
  const link = page.url()

  await using other = await browsing.open()
  await visit(other.page, link)
  const opened = programOf(other.page)
  await opened.getByText('This is the program of the link you opened.').waitFor()
  await opened.getByText(OLD).waitFor()
  expect(await violations(other.page)).toEqual([])
  await eventually(() => opened.getByRole('textbox').textContent()).toMatch(/^\/\/ shared by a test\/\/ Viscosity/)
  await eventually(() => opened.getByRole('combobox', { name: 'Core' }).inputValue()).toBe('C0-XS+')
  await eventually(() => opened.evaluate((element) => element.getBoundingClientRect().top < innerHeight)).toBe(true)

  await visit(other.page, '/docs/')
  await visit(other.page, `${link.slice(0, -7)}!!`)
  await programOf(other.page).getByText('The link is damaged, so this is the program as it was.').waitFor()
  expect([...complaints, ...other.complaints]).toEqual([])
})

test('other cores: plain numbers have no distribution', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, PAGE)
  const program = await openWorkbench(page)
  await program.getByRole('combobox', { name: 'Core' }).selectOption('C0-Bypass')
  expect(await run(program)).toMatch(/^Ran in /)
  expect(await output(program).getByRole('button').count()).toBe(0)
})

test('with the keyboard alone: open, run, read a value, leave', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, PAGE)
  const program = programOf(page)
  await program.getByRole('button', { name: 'Edit and run' }).focus()
  await page.keyboard.press('Enter')
  await program.getByRole('textbox').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'textbox')
  await page.keyboard.press('Control+Enter')
  await program.getByText(/^Ran in /).waitFor({ timeout: PATIENCE })
  await settled(program)
  const names: string[] = []
  for (let presses = 0; presses < 12 && names.at(-1) !== '5.8 ± 1.1'; presses++) {
    await page.keyboard.press('Tab')
    names.push(await page.evaluate(() => document.activeElement?.textContent ?? ''))
  }
  const stops = ['Run', '−', '+', 'Core', 'Reset', 'Share', 'Console', 'Close', 'Particles', '5.8 ± 1.1']
  expect(names.map((name) => (name.startsWith('C0') ? 'Core' : name))).toEqual(stops)
  await program.getByText(/^standard deviation 1\.1/).waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => program.getByText(/^standard deviation 1\.1/).count()).toBe(0)
  await program.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.activeElement?.textContent === 'Edit and run')
})

test('a device with little memory keeps the prebuilt program and says so', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await page.addInitScript(() => Object.defineProperty(navigator, 'deviceMemory', { value: 2 }))
  await visit(page, PAGE)
  const program = await openWorkbench(page)
  await type(page, program, 'Home', '// edited\n')
  expect(await run(program)).toBe('The compiler needs a device with at least 4 GB of memory. The program as it was still runs: Reset, then Run.')
  await program.getByRole('button', { name: 'Reset' }).click()
  expect(await run(program)).toMatch(/^Ran in /)
})

test('on a phone the compiler is not loaded before it is needed, and its size is said', async () => {
  await using tab = await browsing.open({ viewport: NARROW })
  const { page } = tab
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await visit(page, PAGE)
  const program = await openWorkbench(page)
  await type(page, program, 'End', '// edited\n')
  await program.getByText(/^To run a changed program the browser loads the compiler first: \d\d MB, once\.$/).waitFor()
  expect(requests.filter((url) => url.includes('llvm'))).toEqual([])
})

test('a value whose particle is not its mean is marked, and the note says both', async () => {
  await using tab = await browsing.open()
  const { page, complaints } = tab
  await visit(page, PAGE)
  const marked = page.locator('[data-apart="true"]').first()
  await eventually(() => marked.evaluate((element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent)).toMatch(
    /^† What the program holds and prints, the particle, is not the mean: -?[\d.]+ \(mean -?[\d.]+\)/,
  )
  expect([...(await violations(page)), ...complaints]).toEqual([])
})

const CORNERS = (['light', 'dark'] as const).flatMap((colorScheme) => [WIDE, NARROW].map((viewport) => ({ colorScheme, viewport })))

test('an open workbench is accessible and fits, in both themes and two widths', async () => {
  await using tab = await browsing.open()
  const { page, complaints } = tab
  await visit(page, PAGE)
  const program = await openWorkbench(page)
  expect(await run(program)).toMatch(/^Ran in /)
  for (const { colorScheme, viewport } of CORNERS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await output(program).getByRole('button').first().focus()
    expect([...(await violations(page)), ...(await layoutFaults(page)), ...complaints], `${colorScheme}, ${viewport.width} px`).toEqual([])
  }
})

test('what a run says about its decisions stands beside its output, before and after it is run in the page', async () => {
  await using tab = await browsing.open({ viewport: NARROW })
  const { page, complaints } = tab
  await visit(page, '/docs/uxhw-api/how-it-computes/branches/')
  const program = page.getByRole('region', { name: 'Program examples/branches/rare.c' })
  const notices = program.getByRole('region', { name: 'Notices of the run' })
  const told = await notices.getByRole('listitem').allTextContents()
  expect(told[0]).toMatch(/^notice: for 1 % of the samples the program ended otherwise: /)
  await program.getByRole('button', { name: 'Edit and run' }).click()
  await program.getByRole('textbox').waitFor()
  await program.scrollIntoViewIfNeeded()
  expect(await run(program)).toMatch(/^Ran in [\d.]+ ms, [\d\u00a0]+ instructions, with a notice\.$/)
  expect(await notices.getByRole('listitem').allTextContents()).toEqual(told)
  expect(await notices.getByRole('link', { name: 'What to do about it' }).getAttribute('href')).toBe('/docs/uxhw-api/how-it-computes/branches/')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect([...(await violations(page)), ...(await layoutFaults(page)), ...complaints], colorScheme).toEqual([])
  }
})

test('on the home page the distribution follows the sliders', async () => {
  await using tab = await browsing.open()
  const { page, complaints } = tab
  await visit(page, '/')
  const curve = page.getByRole('img', { name: /^Distribution of the stopping distance/ })
  const before = await curve.getAttribute('aria-label')
  const slider = page.getByRole('slider', { name: 'How unsure is the speed?' })
  await slider.focus()
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowRight')
  await page.getByText(/^Ran in this page in \d+ ms/).waitFor()
  await eventually(() => slider.getAttribute('aria-valuetext')).toBe('50 ± 6 km/h')
  await page.waitForFunction(
    (label) => document.querySelector('svg[role=img][aria-label^="Distribution of the stopping"]')?.getAttribute('aria-label') !== label,
    before,
  )
  expect([...(await violations(page)), ...complaints]).toEqual([])
})
