// Files, buckets, drives and things in a browser, against a platform with its storage.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errors } from '@credence/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Console, faultsOf, LOOKS, startConsole } from './console-browsing.ts'

const QUOTA = 5_000_000
const isList = (url: URL) => url.pathname === '/files'
const HOSTILE = '<img src=x onerror=alert(1)>\u202efdp.txt'
/** As the console shows it: text, and not turned around. */
const SHOWN = HOSTILE.replace('\u202e', '\ufffd')
let console: Console
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credence-files-'))
  console = await startConsole({ withWorker: false, settings: { CREDENCE_PLANS: JSON.stringify({ EnterpriseTier: { storageBytes: QUOTA } }) } })
}, 1_200_000)
afterAll(async () => {
  await console?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const eventually = <Value>(ask: () => Value | Promise<Value>) => expect.poll(ask, { timeout: 60_000 })
const files = async (path = '') =>
  ((await console.platform.call('GET', `/files?path=${encodeURIComponent(path)}`)).json as unknown as { items: { path: string; size: number }[] })
    .items
const paths = async (path?: string) => (await files(path)).map((item) => item.path)
const choose = (page: Page) => page.getByLabel('Files to upload')
const buffer = (text: string | number) => (typeof text === 'number' ? Buffer.alloc(text, 'x') : Buffer.from(text))
const given = (name: string, content: string | number) => ({ name, mimeType: 'text/plain', buffer: buffer(content) })
const uploaded = (page: Page, text: string) => page.getByRole('region', { name: 'Uploads' }).getByText(text).waitFor()

test('files go in by button, drop and paste, into folders that the address names', async () => {
  await using tab = await console.open('/console/data')
  const { page, complaints } = tab
  await page.getByText('Your storage is empty.').waitFor()
  let choosers = 0
  page.on('filechooser', () => choosers++)
  await page.route(isList, () => {}) // the list does not come
  await page.goto('/console/data?path=2026')
  await page.getByRole('button', { name: 'Upload files' }).waitFor()
  await page.locator('main').focus()
  await page.keyboard.press('u')
  await eventually(() => choosers).toBe(1)
  await page.goto('about:blank') // what waits for its answer ends with its page
  await page.unroute(isList)
  await page.goto('/console/data')
  await page.getByText('Your storage is empty.').waitFor()
  await page.locator('main').focus()
  await page.keyboard.press('n')
  await page.getByRole('dialog', { name: 'New folder' }).getByLabel('Name').fill('../x')
  await page.keyboard.press('Enter')
  await page.getByText('A name is not “.” or “..”, and has no slash.').waitFor()
  await page.getByRole('dialog').getByLabel('Name').fill('2026')
  await page.keyboard.press('Enter')
  await page.getByText('This folder is empty.').waitFor()
  expect(new URL(page.url()).search).toContain('2026')
  await choose(page).setInputFiles([given('one.txt', 'first'), given(HOSTILE, 'x'), given('empty', '')])
  await uploaded(page, '3 of 3 uploaded')
  await page.getByRole('rowheader', { name: SHOWN }).waitFor()
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  const drop = async (type: 'drop' | 'paste', name: string) =>
    page.evaluate(
      ([kind, fileName]) => {
        const data = new DataTransfer()
        data.items.add(new File(['dropped'], fileName as string, { type: 'text/plain' }))
        if (kind === 'drop')
          document.querySelector('.drop-place')?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
        else document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      },
      [type, name],
    )
  await drop('drop', 'dropped.txt')
  await drop('paste', 'pasted.txt')
  await eventually(() => paths('2026')).toEqual(expect.arrayContaining(['2026/dropped.txt', '2026/pasted.txt', '2026/one.txt', `2026/${HOSTILE}`]))
  await mkdir(join(folder, 'set/deep'), { recursive: true })
  await writeFile(join(folder, 'set/deep/a.csv'), 'a\n1\n')
  await page.getByLabel('Folder to upload').setInputFiles(join(folder, 'set'))
  await eventually(() => paths('2026/set/deep')).toEqual(['2026/set/deep/a.csv'])
  await page.reload()
  await page.getByRole('link', { name: /^set/ }).click()
  await page.getByRole('link', { name: /^deep/ }).click()
  await page.getByRole('link', { name: 'a.csv' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: /^deep/ }).waitFor()
  expect(complaints).toEqual([])
})

test('a taken name asks: replace or keep both; an upload is cancelled, breaks off and is tried again', async () => {
  await using tab = await console.open('/console/data?path=2026')
  const { page } = tab
  await choose(page).setInputFiles([given('one.txt', 'second, longer')])
  await page.getByRole('button', { name: 'Keep both' }).click()
  await eventually(() => paths('2026')).toContain('2026/one (2).txt')
  await choose(page).setInputFiles([given('one.txt', 'third')])
  await page.getByRole('button', { name: 'Replace' }).click()
  await eventually(async () => (await files('2026')).find(({ path }) => path === '2026/one.txt')?.size).toBe(5)
  await uploaded(page, '2 of 2 uploaded')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/objects/**', async (route) => {
    await held
    await route.abort().catch(() => {})
  })
  await choose(page).setInputFiles([given('slow.txt', 1000)])
  await page.getByRole('progressbar', { name: 'Upload of 2026/slow.txt' }).waitFor()
  await page.getByRole('button', { name: 'Cancel the upload of 2026/slow.txt' }).click()
  await page.getByText('not uploaded').waitFor()
  await choose(page).setInputFiles([given('broken.txt', 1000)])
  await page.getByRole('progressbar', { name: 'Upload of 2026/broken.txt' }).waitFor()
  release()
  await page.getByText('The connection broke.').waitFor()
  await page.unroute('**/objects/**')
  await page.getByRole('listitem').filter({ hasText: '2026/broken.txt' }).getByRole('button', { name: 'Try again' }).click()
  await eventually(() => paths('2026')).toContain('2026/broken.txt')
  expect(await paths('2026')).not.toContain('2026/slow.txt')
})

test('a full storage says so and keeps what was uploaded', async () => {
  await using tab = await console.open('/console/data')
  const { page } = tab
  await choose(page).setInputFiles([given('fits.bin', 1000), given('large.bin', QUOTA)])
  await page.getByRole('alert').getByText(errors.storageLimit().message).waitFor()
  await page.getByText('what was uploaded stays').waitFor()
  expect(await paths()).toEqual(expect.arrayContaining(['fits.bin']))
  expect(await page.getByRole('meter', { name: 'Storage used' }).count()).toBe(1)
})

test('text, the first rows of a table with its values, and images are shown; what is none of these says so', async () => {
  // Half 21 and half 22.
  const VALUE = '21.5Ux040000000000000002403580000000000000000002403540000000000040000000000000004035C000000000004000000000000000'
  const table = `name,length\n${Array.from({ length: 1500 }, (_, index) => `row ${index},${index === 0 ? VALUE : '1.5'}`).join('\n')}\n`
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  await using tab = await console.open('/console/data')
  const { page, complaints } = tab
  await choose(page).setInputFiles([
    { name: 'table.csv', mimeType: 'text/csv', buffer: Buffer.from(table) },
    { name: 'dot.png', mimeType: 'image/png', buffer: png },
    { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from(`<script>alert(1)</script>\n${HOSTILE}\n`) },
    { name: 'raw', mimeType: 'application/octet-stream', buffer: Buffer.from([1, 0, 2]) },
  ])
  await uploaded(page, '4 of 4 uploaded')
  const preview = page
    .getByRole('region', { name: /./ })
    .filter({ has: page.getByRole('button', { name: 'Close the preview' }) })
    .first()
  await page.getByRole('link', { name: 'table.csv' }).click()
  await preview.getByText('1,000 rows, the first of more.').waitFor()
  await page.reload()
  await preview.getByText('1,000 rows, the first of more.').waitFor()
  expect(await preview.locator('tbody tr').count()).toBe(1000)
  expect(await preview.locator('tbody tr').first().textContent()).toMatch(/^row 021\.\d+ ± 0\.\d+$/)
  await page.getByRole('link', { name: 'dot.png' }).click()
  await eventually(() => preview.getByRole('img', { name: 'dot.png' }).evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1)
  await page.getByRole('link', { name: 'note.txt' }).click()
  await preview.getByText('<script>alert(1)</script>').waitFor()
  await page.getByRole('link', { name: 'raw' }).click()
  await preview.getByText('This file is not text.').waitFor()
  const waiting = page.waitForEvent('download')
  await preview.getByRole('button', { name: 'Download' }).click()
  expect((await waiting).suggestedFilename()).toBe('raw')
  expect(complaints).toEqual([])
})

test('deleting counts first, folders with all that is in them, several at once', async () => {
  await using tab = await console.open('/console/data')
  const { page, complaints } = tab
  await page.getByRole('row', { name: /2026/ }).focus()
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('alertdialog', { name: 'Delete 2026?' })
  await dialog.getByRole('button', { name: /^Delete 8 files in 3 folders$/ }).waitFor()
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('checkbox', { name: 'Choose 2026' }).check()
  await page.getByRole('checkbox', { name: 'Choose raw' }).check()
  await page.getByRole('toolbar', { name: 'Chosen files' }).getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete 9 files in 3 folders$/ })
    .click()
  await eventually(() => paths()).toEqual(expect.not.arrayContaining(['2026/', 'raw']))
  expect(complaints).toEqual([])
})

test('a bucket is added, changed and removed, its secret never shown', async () => {
  await using tab = await console.open('/console/data?section=buckets')
  const { page, complaints } = tab
  await page.getByText('You have no bucket.').waitFor()
  await page.getByRole('button', { name: 'Add a bucket' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a bucket' })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText(errors.malformedField('Name').message).waitFor()
  await dialog.getByLabel('Name', { exact: true }).fill('measurements')
  await dialog.getByLabel('Account').fill('123456789012')
  await dialog.getByLabel('Access key', { exact: true }).fill('AKIAEXAMPLE')
  await dialog.getByText('The access key and its secret go together.').waitFor()
  await dialog.getByLabel('Secret of the key').fill('very-secret-text')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('rowheader', { name: 'measurements' }).waitFor()
  expect(await page.content()).not.toContain('very-secret-text')
  await page.getByRole('button', { name: 'Actions for measurements' }).click()
  await page.getByRole('menuitem', { name: /Edit/ }).click()
  await page.getByLabel('What tasks write is stored').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: 'read, write' }).waitFor()
  expect(complaints).toEqual([])
})

test('a drive joins sources at places of their own, and the picker offers what is there', async () => {
  await using tab = await console.open('/console/data?section=drives')
  const { page, complaints } = tab
  await page.getByRole('button', { name: 'New drive' }).click()
  const dialog = page.getByRole('dialog', { name: 'New drive' })
  await dialog.getByLabel('Name', { exact: true }).fill(HOSTILE)
  for (let count = 0; count < 5; count++) await dialog.getByRole('button', { name: 'Add a data source' }).click()
  await dialog.getByRole('button', { name: 'Add a data source' }).click({ force: true }) // one more than five is not added
  expect(await dialog.getByLabel(/^Place of data source/).count()).toBe(5)
  for (let count = 0; count < 3; count++) await dialog.getByRole('button', { name: 'Remove data source 3' }).click()
  await dialog.getByLabel('Kind of data source 2').selectOption('Bucket')
  await dialog.getByLabel('What data source 2 is').selectOption({ label: 'measurements' })
  await dialog.getByLabel('Place of data source 2').fill('sd0')
  await dialog.getByText('Taken by another one.').first().waitFor()
  await dialog.getByLabel('Place of data source 2').fill('lab')
  await dialog.getByLabel('Folder of data source 1').fill('field')
  await dialog.getByRole('button', { name: 'Make it' }).click()
  await page.getByRole('rowheader', { name: SHOWN }).waitFor()
  const { drive_ids: ids } = (await console.platform.call('GET', '/drives')).json as unknown as { drive_ids: string[] }
  const drive = (await console.platform.call('GET', `/drives/${ids[0]}`)).json as unknown as {
    DataSources: { Location: string; ResourceID: string }[]
  }
  expect(drive.DataSources.map(({ Location, ResourceID }) => [Location, ResourceID.replace(/usr_\w+|_\w{32}$/, '')])).toEqual([
    ['sd0', 'credence-cloud-storage://field'],
    ['lab', 'bkt'],
  ])
  expect(complaints).toEqual([])
})

test('a thing gets its key once, the command posts, and its samples are there', async () => {
  await using tab = await console.open('/console/data?section=things')
  const { page, complaints } = tab
  await page.getByText('You have no thing.').waitFor()
  await page.getByRole('button', { name: 'Add a thing' }).click()
  await page.getByRole('dialog', { name: 'Add a thing' }).getByLabel('Name').fill('Lab sensor')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'The key of the thing' })
  const command = (await shown.locator('pre').nth(1).textContent()) ?? ''
  const [, key = '', body = '', address = ''] = /Authorization: ([^']+)'.* -d '([^']+)' '([^']+)'$/.exec(command) ?? []
  const answer = await fetch(address, { method: 'POST', body, headers: { authorization: key, 'content-type': 'application/json' } })
  expect(answer.status).toBe(201)
  await shown.getByRole('button', { name: 'I have stored it' }).click()
  await page.reload()
  await page.getByRole('link', { name: 'Lab sensor' }).click()
  await page.getByRole('region', { name: 'Latest samples of temperature' }).getByText('21.5').waitFor()
  expect(await page.content()).not.toContain(key)
  expect(complaints).toEqual([])
})

for (const { colorScheme, viewport } of LOOKS)
  test(`files, buckets, drives and things are accessible and fit, ${colorScheme}, ${viewport.width} px`, async () => {
    await using tab = await console.open('/console/data?file=table.csv')
    const { page } = tab
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    const faults: string[] = []
    const look = async (what: string) => faults.push(...(await faultsOf(page)).map((fault) => `${what}: ${fault}`))
    await page.getByText('1,000 rows').waitFor()
    await page.getByRole('checkbox', { name: 'Choose fits.bin' }).check()
    await choose(page).setInputFiles([given('fits.bin', 10)])
    await page.getByRole('button', { name: 'Keep both' }).waitFor()
    await look('files')
    await page.getByRole('button', { name: 'Skip' }).click()
    for (const [section, button, name] of [
      ['buckets', 'Add a bucket', 'Add a bucket'],
      ['drives', 'New drive', 'New drive'],
      ['things', 'Add a thing', 'Add a thing'],
    ] as const) {
      await page.goto(`/console/data?section=${section}`)
      await page.getByRole('rowheader').first().waitFor()
      await look(section)
      await page.getByRole('button', { name: button }).click()
      await page.getByRole('dialog', { name }).waitFor()
      await look(`${section}, dialog`)
    }
    expect(faults).toEqual([])
  })
