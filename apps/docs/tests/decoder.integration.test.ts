// The Ux decoder of the page on the format, in Chromium.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import examples from '../../../packages/distribution/src/fixtures/worked-examples.json' with { type: 'json' }
import { type Browsing, eventually, layoutFaults, NARROW, scriptsRun, startBrowsing, violations, visit, WIDE } from './browsing.ts'

const PAGE = '/docs/uxhw-api/ux-data-format/'
const UNIFORM = 'Uniform times a constant, 64 Dirac deltas'
let browsing: Browsing
beforeAll(async () => {
  browsing = await startBrowsing()
})
afterAll(() => browsing?.[Symbol.asyncDispose]())

const decoder = (page: import('playwright-core').Page) => page.getByRole('region', { name: 'Ux decoder' })

test('the page shows the first example decoded before any script runs, and no other page carries the decoder', async () => {
  const html = await readFile(`${browsing.folder}${PAGE}index.html`, 'utf8')
  expect(html).toContain('Ux string with 32 Dirac deltas.')
  expect(html).toContain('C0048D2279B8AFF7')
  expect(html).toContain('-2.5689134129988775')
  await using tab = await browsing.open()
  await visit(tab.page, '/docs/uxhw-api/querying-uncertainty/quantile/')
  const sources = await Promise.all((await scriptsRun(tab.page)).map((path) => readFile(browsing.folder + path, 'utf8')))
  expect(sources.length).toBeGreaterThan(0)
  expect(sources.filter((source) => source.includes('Paste a Ux string'))).toEqual([])
})

test('examples and pasted text are decoded, with fields at their bytes and the statistics', async () => {
  await using tab = await browsing.open()
  const { page, complaints } = tab
  await visit(page, PAGE)
  const region = decoder(page)
  await region.getByRole('button', { name: UNIFORM }).click()
  await region.getByText('Ux string with 64 Dirac deltas.').waitFor()
  const row = async (name: string) => (await region.getByRole('row', { name }).allTextContents()).join()
  await eventually(() => row('mean 106000')).toBe('mean106000')
  await eventually(() => row('quantile at 2.5 %')).toBe('quantile at 2.5 %105050')
  await eventually(() => row('17 N')).toBe('17N0000004064 Dirac deltas')
  await eventually(() => region.getByRole('row', { name: /^21 105015\.6249/ }).count()).toBe(1)
  await eventually(() => region.getByRole('img', { name: 'Distribution of the decoded value' }).count()).toBe(1)

  await region.getByRole('textbox').fill(examples[1].bytes[1] ?? '')
  await region.getByText('Ux bytes with 1 Dirac delta. Double form, current layout.').waitFor()
  await eventually(() => row('8 marker')).toBe('8markerF00000the current layout')
  expect(complaints).toEqual([])
})

test('a fault is named, shown and reached with the keyboard alone', async () => {
  await using tab = await browsing.open()
  const { page, complaints } = tab
  await visit(page, PAGE)
  const region = decoder(page)
  await region.getByRole('textbox').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(examples[3].text.replace('4035400000000000', '40354X0000000000'))
  const status = region.getByRole('status')
  await status.getByText("'X' is not a hexadecimal digit.").waitFor()
  await eventually(() => status.textContent()).toMatch(/Character 54 of 112: .*40354X00/)
  await eventually(() => region.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
  await eventually(() => region.getByRole('img').count()).toBe(0)
  await region.getByRole('button', { name: 'Go to the fault' }).waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  for (let presses = 0; presses < 8 && (await focused()) !== 'Go to the fault'; presses++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.insertText('0')
  await region.getByText('Ux string with 2 Dirac deltas.').waitFor()
  await eventually(() => region.getByRole('textbox').inputValue()).toBe(examples[3].text)
  expect(complaints).toEqual([])
})

for (const theme of ['light', 'dark'] as const)
  for (const viewport of [WIDE, NARROW])
    test(`value and fault are accessible and fit, ${theme}, ${viewport.width} px`, async () => {
      await using tab = await browsing.open({ viewport, theme })
      const { page, complaints } = tab
      await visit(page, PAGE)
      const region = decoder(page)
      await region.getByRole('button', { name: UNIFORM }).click()
      await region.getByText('Ux string with 64 Dirac deltas.').waitFor()
      expect([...(await violations(page)), ...(await layoutFaults(page))]).toEqual([])
      await region.getByRole('textbox').fill(`${examples[5].text.slice(0, 400)}!`)
      await region.getByText("'!' is not a hexadecimal digit.").waitFor()
      expect([...(await violations(page)), ...(await layoutFaults(page)), ...complaints]).toEqual([])
    })
