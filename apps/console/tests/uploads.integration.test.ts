// Files in parts, in a browser, against a platform with its storage.
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIMITS } from '@credence/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Console, startConsole } from './console-browsing.ts'

const { partBytes } = LIMITS.uploads
const BYTES = Buffer.alloc(2 * partBytes + 1000, 'readings of a year, ')
let console: Console
let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credence-uploads-'))
  file = join(folder, 'year.bin')
  await writeFile(file, BYTES)
  console = await startConsole({ withDocs: false, withWorker: false })
}, 1_200_000)
afterAll(async () => {
  await console?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const eventually = <Value>(ask: () => Value | Promise<Value>) => expect.poll(ask, { timeout: 60_000 })
const choose = (page: Page) => page.getByLabel('Files to upload').setInputFiles([file])
const partOf = (address: string) => Number(new URL(address).searchParams.get('partNumber'))
const unfinished = async () => (await console.platform.call('GET', '/uploads')).json as { Count: number }
/** Parts that were sent whole. */
function sentBy(page: Page): number[] {
  const sent: number[] = []
  page.on('requestfinished', (request) => request.method() === 'PUT' && partOf(request.url()) > 0 && sent.push(partOf(request.url())))
  return sent
}
/** The network fails what brings the third part. */
const cut = (page: Page) => page.route('**/objects/**', (route) => (partOf(route.request().url()) === 3 ? route.abort() : route.continue()))

test('what stopped goes on with the parts that are missing: when the network is back, and after a reload with the same file', async () => {
  await using tab = await console.open('/console/data')
  const { page } = tab
  const sent = sentBy(page)
  await cut(page)
  await choose(page)
  await page.getByRole('progressbar', { name: 'Upload of year.bin' }).waitFor()
  await page.getByText('The connection broke. What arrived stays.').waitFor()
  expect(sent.toSorted()).toEqual([1, 2])
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByRole('progressbar', { name: 'Upload of year.bin' }).waitFor()
  await page.getByText('The connection broke. What arrived stays.').waitFor()
  await page.reload()
  const left = page.getByRole('region', { name: 'Unfinished uploads' })
  await left.getByText('year.bin').waitFor()
  await page.unroute('**/objects/**')
  await choose(page)
  await page.getByText('1 of 1 uploaded').waitFor()
  expect(sent.toSorted()).toEqual([1, 2, 3])
  await left.waitFor({ state: 'detached' })
  const { json } = await console.platform.call('GET', '/files/year.bin?download=true')
  const stored = new Uint8Array(await (await fetch(String(json['download_url']))).arrayBuffer())
  expect(createHash('sha256').update(stored).digest('hex')).toBe(createHash('sha256').update(BYTES).digest('hex'))
})

test('a file that changed begins anew; one that is cancelled or given up counts no more', async () => {
  await using tab = await console.open('/console/data?path=again')
  const { page } = tab
  await cut(page)
  await choose(page)
  await page.getByText('What arrived stays.').waitFor()
  await page.reload()
  await page.getByRole('region', { name: 'Unfinished uploads' }).getByText('again/year.bin').waitFor()
  await writeFile(file, BYTES) // the same size, another time
  await choose(page)
  await eventually(async () => (await unfinished()).Count).toBe(2)
  await page.getByText('What arrived stays.').waitFor()
  const givingUp = page.getByRole('button', { name: 'Give up the upload of again/year.bin' })
  await eventually(() => givingUp.count()).toBe(1) // of the other one, of the same name
  const deleting = Promise.withResolvers<void>()
  await page.route('**/uploads/*', async (route) => {
    if (route.request().method() === 'DELETE') await deleting.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Cancel the upload of again/year.bin' }).click()
  await page.getByText('not uploaded').waitFor()
  expect(await givingUp.count()).toBe(1) // and the one that is cancelled is none, before the platform says so
  deleting.resolve()
  await eventually(async () => (await unfinished()).Count).toBe(1)
  await givingUp.click()
  await eventually(async () => (await unfinished()).Count).toBe(0)
  await page.getByRole('region', { name: 'Unfinished uploads' }).waitFor({ state: 'detached' })
})
