// Comparing in a browser, against a platform with its database, workers and compiler: runs, a Reference run, a sweep, what is pinned and what was used.
import { gzipSync } from 'node:zlib'
import { DEFAULT_CORES, findCore, LIMITS } from '@credence/contract'
import { extractUx, histogramOf, parseUx } from '@credence/distribution'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Console, faultsOf, LOOKS, startConsole } from './console-browsing.ts'

const MOST_ROUTE = 60_000
/** Numbers that go by processor time of the machine would fail on a busy one. */
const PATIENCE = 300_000
let console: Console
let runs: Record<'sum' | 'wider' | 'reference' | 'small', string>
beforeAll(async () => {
  console = await startConsole({ withDocs: false })
  const [sum, wider, reference, small] = await Promise.all([
    run(SUM(1), 'C0-S+'),
    run(SUM(1.05), 'C0-S+'),
    run(SUM(1), 'C0-Reference-32K', TRACED),
    run(SUM(1), 'C0-Reference', TRACED),
  ])
  runs = { sum, wider, reference, small }
}, 1_200_000)
afterAll(() => console?.[Symbol.asyncDispose]())

const SUM = (spread: number) =>
  `// Sum of two lengths\n#include <stdio.h>\n#include <uxhw.h>\nint main(void) {\n  double a = UxHwDoubleGaussDist(2.0, ${0.3 * spread});\n  double b = UxHwDoubleGaussDist(3.0, ${0.4 * spread});\n  printf("sum: %f\\n", a + b);\n  printf("product: %f\\n", a * b);\n}\n`
const TRACED = [{ File: 'main.c', LineNumber: 7, Expression: 'a + b' }]

async function made(path: string, body: object): Promise<Record<string, unknown>> {
  const { status, json, text } = await console.platform.call('POST', path, { body })
  if (status >= 300) throw new Error(`${path}: ${text}`)
  return json
}
async function run(Code: string, core: string, TraceVariables: readonly object[] = []): Promise<string> {
  const { BuildID } = await made('/sourcecode/builds', { Code, Language: 'C', CoreID: findCore(core)?.CoreID, TraceVariables })
  await console.platform.end(`/builds/${BuildID}`)
  const { TaskID } = await made(`/builds/${BuildID}/tasks`, {})
  expect((await console.platform.end(`/tasks/${TaskID}`)).Status).toBe('Completed')
  return String(TaskID)
}
const eventually = <Value>(ask: () => Value | Promise<Value>) => expect.poll(ask, { timeout: 120_000 })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

/** W1 between a piecewise linear distribution function and samples, as ∫|Q − Qₙ| dp: the other way around than the console works it out. */
function distanceByRanks(ux: string, samples: readonly number[]): number {
  const histogram = histogramOf(parseUx(ux).mixture, 'ttr')
  if (!histogram || 'point' in histogram) throw new Error('no density')
  const { edges, heights } = histogram
  const areas = Array.from(heights, (height, bin) => height * (edges[bin + 1]! - edges[bin]!))
  const total = areas.reduce((sum, area) => sum + area, 0)
  const sorted = samples.toSorted((a, b) => a - b)
  const n = sorted.length
  let [distance, rank, below] = [0, 0, 0]
  for (const [bin, area] of areas.entries()) {
    const top = bin + 1 === areas.length ? 1 : below + area / total
    const quantile = (p: number) => edges[bin]! + ((p - below) / (top - below)) * (edges[bin + 1]! - edges[bin]!)
    for (let from = below; from < top && rank < n; ) {
      const to = Math.min(top, (rank + 1) / n)
      const [a, b] = [quantile(from) - sorted[rank]!, quantile(to) - sorted[rank]!]
      distance += (to - from) * (a * b >= 0 ? Math.abs(a + b) / 2 : (a * a + b * b) / (2 * (Math.abs(a) + Math.abs(b))))
      from = to
      if (to === (rank + 1) / n) rank++
    }
    below = top
  }
  return distance
}

test('from a task to Monte Carlo: the program is built with what it prints as a trace, and is within its noise; W1 is that of another computation', async () => {
  await using tab = await console.open(`/console/tasks/${runs.sum}`)
  const { page, complaints } = tab
  await page.getByRole('button', { name: 'Compare with Monte Carlo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare with Monte Carlo' })
  await eventually(() => dialog.getByLabel('Expression to trace').inputValue()).toBe('a + b')
  await dialog.getByRole('button', { name: 'Run and compare' }).click()
  await heading(page, 'Within Monte Carlo’s own noise').waitFor({ timeout: PATIENCE })
  const reference = new URL(page.url()).searchParams.get('reference')
  const { Values } = (await console.platform.call('GET', `/tasks/${reference}/values`)).json as { Values: { ValueID: string }[] }
  const { Samples } = (await console.platform.call('GET', `/tasks/${reference}/values/${Values[0]?.ValueID}/samples?count=${LIMITS.samples.max}`))
    .json as { Samples: number[] }
  expect(Samples).toHaveLength(32_000)
  const [printed] = [...extractUx((await console.platform.call('GET', `/tasks/${runs.sum}/output/Stdout`)).text)]
  const shown = Number(await page.getByLabel('W1', { exact: true }).getAttribute('title'))
  expect(Math.abs(shown - distanceByRanks(printed?.ux ?? '', Samples))).toBeLessThan(1e-9)
  await page.getByRole('button', { name: 'CDF and difference' }).click()
  await page.getByRole('img', { name: /^Tracked minus reference/ }).waitFor()
  await page.getByText(/^Time at equal error/).waitFor()
  expect(complaints).toEqual([])
})

test('5 % more spread is larger than the noise of 32,000 executions, and 32 are too few to tell', async () => {
  await using tab = await console.open(`/console/compare/reference?task=${runs.wider}&reference=${runs.reference}&value=sum`)
  const { page, complaints } = tab
  await heading(page, /^Larger than noise/).waitFor()
  await heading(page, 'The sources differ').waitFor()
  await page.goto(`/console/compare/reference?task=${runs.sum}&reference=${runs.small}&value=sum`)
  await heading(page, 'The reference is too small to tell').waitFor()
  await page.getByText(/executions would show one of 0\.01/).waitFor()
  await page.goto(`/console/compare/reference?task=${runs.reference}&reference=${runs.sum}`)
  await page.getByText('The reference traced no value').waitFor()
  expect(complaints).toEqual([])
})

test('runs chosen in the list stand side by side, and the address keeps what is shown', async () => {
  await using tab = await console.open('/console/tasks')
  const { page, complaints } = tab
  const rows = page.locator('tbody tr[data-row]')
  await rows.nth(3).waitFor()
  await rows.nth(0).focus()
  for (const key of ['x', 'j', 'x', 'j', 'x', 'c']) await page.keyboard.press(key)
  await heading(page, 'Compare runs').waitFor()
  expect(new URL(page.url()).searchParams.get('tasks')?.split(',')).toHaveLength(3)
  await page.goto(`/console/compare?tasks=${runs.sum},${runs.wider},${runs.reference}`)
  const values = page.getByRole('region', { name: 'Values of the runs' })
  await values
    .getByText(/W1 0\.02 \(0\.04 sd\)|W1 0\.0[12]\d* \(0\.0[34]\d* sd\)/)
    .first()
    .waitFor()
  await values
    .getByText(/; chance 0\.00/)
    .first()
    .waitFor()
  await page.getByRole('img', { name: /^sum: A C0-S\+/ }).waitFor()
  await page
    .getByRole('region', { name: /^Sources of/ })
    .getByText('UxHwDoubleGaussDist(2.0, 0.315)')
    .waitFor()
  await page.getByRole('checkbox', { name: 'Differences only' }).check()
  await eventually(() => page.getByRole('rowheader', { name: 'Program' }).count()).toBe(0)
  await values.getByRole('button', { name: 'product' }).click()
  await page.getByRole('button', { name: /^Make baseline: B/ }).click()
  await eventually(() => new URL(page.url()).searchParams.get('tasks')).toBe(`${runs.wider},${runs.sum},${runs.reference}`)
  await page.reload()
  await page.getByRole('img', { name: /^product: A C0-S\+/ }).waitFor()
  expect(await page.getByRole('checkbox', { name: 'Differences only' }).isChecked()).toBe(true)
  await page.goto('/console/')
  await page
    .getByRole('button', { name: /^Compare .* with the one before$/ })
    .first()
    .click()
  await heading(page, 'Compare runs').waitFor()
  expect(complaints).toEqual([])
})

test('a value is drawn as density, distribution function, quantiles and dots; eight lie over each other, and a ninth is not taken', async () => {
  const nine = `// Sum of two lengths\n#include <stdio.h>\n#include <uxhw.h>\nint main(void) { for (int i = 0; i < 9; i++) printf("v%d: %f\\n", i, UxHwDoubleGaussDist(i, 1)); }\n`
  await using tab = await console.open(`/console/tasks/${await run(nine, 'C0-S+')}?tab=values`)
  const { page, complaints } = tab
  const views = page.getByRole('group', { name: 'View of Distribution of v0' })
  const drawings = new Set<string>()
  for (const name of ['CDF', 'Quantiles', 'Dots', 'Density']) {
    await views.getByRole('button', { name, exact: true }).click()
    await views.getByRole('button', { name, exact: true, pressed: true }).waitFor()
    const drawing = () => page.getByRole('img', { name: /^Distribution of v0/ }).innerHTML()
    await eventually(async () => drawings.has(await drawing())).toBe(false)
    drawings.add(await drawing())
  }
  expect(drawings.size).toBe(4)
  for (let i = 0; i < 8; i++) await page.getByRole('checkbox', { name: `Plot v${i}` }).check()
  await page.getByRole('img', { name: /^Chosen values: .*v0.*v7/ }).waitFor()
  expect(await page.getByRole('group', { name: 'Shown in Chosen values' }).getByRole('button').count()).toBe(8)
  expect(await page.getByRole('checkbox', { name: 'Plot v8' }).isDisabled()).toBe(true)
  expect(complaints).toEqual([])
})
test('a sweep over twelve cores gives its table; one that fails is tried again alone; the tab may close', async () => {
  const names = DEFAULT_CORES.filter(
    ({ Class, CorrelationTracking, Microarchitecture, Name }) =>
      !Class.includes('microSD') && (CorrelationTracking === 'Autocorrelation' || Microarchitecture === 'Bypass' || Name === 'C0-Reference'),
  ).map(({ Name }) => Name)
  expect(names).toHaveLength(12)
  const { BuildID } = (await console.platform.call('GET', `/tasks/${runs.sum}`)).json as { BuildID: string }
  const search = new URLSearchParams({ of: BuildID, cores: [...names, 'C0-Gone'].join(',') })
  let address: string
  {
    await using tab = await console.open(`/console/sweep?${search}`)
    const { page, complaints } = tab
    await page.getByText('13 runs').first().waitFor()
    await page.getByLabel('Arguments').fill('-x {a')
    await page.getByText('A brace { is never closed.').first().waitFor()
    await page.getByLabel('Arguments').fill('')
    await page.getByRole('button', { name: 'Start 13 runs' }).click()
    await expect.poll(() => page.getByText('13 of 13 runs are over.').count(), { timeout: PATIENCE }).toBe(1)
    await page.getByText('Failed: There is no core C0-Gone.').waitFor()
    await page.getByRole('button', { name: 'Retry C0-Gone' }).click()
    await page.getByText('Failed: There is no core C0-Gone.').waitFor()
    address = page.url()
    expect(complaints).toEqual([])
  }
  await using tab = await console.open(address)
  const { page, complaints } = tab
  const table = page.getByRole('region', { name: 'Results of the sweep' })
  await expect.poll(() => table.getByRole('link', { name: 'Completed' }).count(), { timeout: PATIENCE }).toBe(12)
  const cells = async (core: string) =>
    (
      await table
        .getByRole('row', { name: new RegExp(`^${core.replace('+', '\\+')} `) })
        .getByRole('cell')
        .allTextContents()
    ).slice(2)
  await eventually(async () => Number((await cells('C0-XL+'))[1])).toBeCloseTo(0.5, 3)
  expect(Number((await cells('C0-XL+')).at(-2))).toBe(0)
  expect(Number((await cells('C0-XS+')).at(-2))).toBeGreaterThan(Number((await cells('C0-L+')).at(-2)))
  await page.getByRole('img', { name: /^Mean and interval of sum for 11 cores/ }).waitFor()
  await page.getByRole('button', { name: 'Copy LaTeX' }).click()
  await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toContain('C0-XL+ & 512 &')
  await page.getByRole('button', { name: 'Start the rest' }).waitFor()
  expect(complaints).toEqual([])
})

test('names and pins hold: on the task, on Home, after a reload, in the order that keys give them', async () => {
  await using tab = await console.open(`/console/tasks/${runs.sum}`)
  const { page, complaints } = tab
  await page.getByRole('button', { name: 'Rename this task' }).click()
  await page.getByLabel('Name of this task').fill('Two lengths')
  await page.keyboard.press('Enter')
  await heading(page, 'Two lengths').waitFor()
  await page.getByRole('button', { name: 'Rename sum' }).click()
  await page.getByLabel('Name of sum').fill('total length')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Pin total length to Home' }).click()
  await page.getByRole('button', { name: 'Pin product to Home' }).click()
  await eventually(async () => {
    const { Preferences } = (await console.platform.call('GET', '/users/me')).json as { Preferences: Record<string, string> }
    return JSON.parse(Preferences['Console_Pins'] ?? '[]').length
  }).toBe(2)
  await page.goto('/console/')
  const pins = page.getByRole('region', { name: 'Pinned' }).getByRole('listitem')
  await eventually(() => pins.allTextContents()).toEqual([
    expect.stringMatching(/^total length5\.00 ± 0\.50/),
    expect.stringMatching(/^product6\.0 ± 1\.2/),
  ])
  await page.getByRole('button', { name: 'Move total length down' }).focus()
  await page.keyboard.press('Enter')
  await eventually(async () => {
    const { Preferences } = (await console.platform.call('GET', '/users/me')).json as { Preferences: Record<string, string> }
    return (JSON.parse(Preferences['Console_Pins'] ?? '[]') as { name: string }[]).map(({ name }) => name)
  }).toEqual(['product', 'total length'])
  await page.reload()
  await eventually(async () => (await pins.allTextContents())[1]).toMatch(/^total length/)
  await page.goto('/console/tasks')
  await page.getByRole('link', { name: 'Two lengths', exact: true }).waitFor()
  // In the list, by keys alone; and its build, on its own page.
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Two lengths', exact: true }) })
  await row.focus()
  await page.keyboard.press('F2')
  await page.getByLabel('Name of Two lengths').fill('Not kept')
  await page.keyboard.press('Escape')
  await eventually(() => row.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('F2')
  await page.getByLabel('Name of Two lengths').fill('Cold room')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Cold room', exact: true }).waitFor()
  const nameOf = async (path: string) => (await console.platform.call('GET', path)).json
  await eventually(() => nameOf(`/tasks/${runs.sum}`)).toMatchObject({ Name: 'Cold room' })
  const { BuildID } = await nameOf(`/tasks/${runs.sum}`)
  await page.goto(`/console/tasks/builds/${BuildID}`)
  await page.getByRole('button', { name: 'Rename this build' }).waitFor()
  await page.keyboard.press('F2')
  await page.getByLabel('Name of this build').fill('Lengths')
  await page.keyboard.press('Enter')
  await heading(page, 'Lengths').waitFor()
  await page.goto('/console/tasks?show=builds')
  await page.getByRole('link', { name: 'Lengths', exact: true }).waitFor()
  // What its program took on the cores of the sweep.
  await page.goto(`/console/cores?of=${BuildID}`)
  await page.getByText(/^This program took .* on C0-XL\+/).waitFor()
  expect(await page.getByLabel('What a program took').inputValue()).toBe(BuildID)
  expect(await page.getByRole('row', { name: /^C0-XL\+/ }).textContent()).toMatch(/\d (ms|s)/)
  await page.goto(`/console/tasks/${runs.reference}?tab=values`)
  await page
    .getByRole('region', { name: 'Traced values' })
    .last()
    .getByRole('button', { name: /^Copy the id of a \+ b/ })
    .click()
  await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^val_[0-9a-z]{32}$/)
  await page.getByLabel('Copy as', { exact: true }).selectOption('curl')
  await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`/tasks/${runs.reference}`)
  expect(complaints).toEqual([])
})

test('ten thousand rows are a few on the page; a column stays hidden; the platform that does not answer is said to', async () => {
  await using tab = await console.open('/console/tasks')
  const { page } = tab
  await page.locator('summary', { hasText: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Core', exact: true }).click()
  await eventually(() => page.getByRole('columnheader', { name: 'Core' }).count()).toBe(0)
  await eventually(async () => JSON.stringify((await console.platform.call('GET', '/users/me')).json)).toContain('Console_Views')
  const task = (await console.platform.call('GET', `/tasks/${runs.sum}`)).json
  const Tasks = Array.from({ length: 10_000 }, (_, i) => ({ ...task, TaskID: `tsk_${String(i).padStart(32, '0')}`, Arguments: `-n ${i}` }))
  await page.route(/\/tasks(\?|$)/, (route) =>
    route.request().resourceType() === 'fetch' ? route.fulfill({ json: { Tasks, Count: Tasks.length } }) : route.fallback(),
  )
  await page.route(/\/tasks\/tsk_0+\d+\//, (route) => route.fulfill({ status: 404, json: { error: 'Not Found', message: 'gone' } }))
  await page.reload()
  await page.getByRole('table').waitFor()
  await eventually(() => page.locator('tbody tr').count()).toBeLessThan(120)
  await eventually(() => page.getByRole('table').getAttribute('aria-rowcount')).toBe('10001')
  await page.locator('.table-scroll').evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await page.getByText('-n 9999').waitFor()
  expect(await page.getByRole('columnheader', { name: 'Core' }).count()).toBe(0)
  await page.unroute(/\/tasks(\?|$)/)
  await page.route(/\/health$/, (route) => route.fulfill({ status: 503, json: { error: 'Service Unavailable', message: 'The database is away.' } }))
  await page.goto('/console/')
  await page.getByText('The platform has trouble answering: The database is away.').waitFor()
  await page.getByRole('link', { name: 'Health' }).waitFor()
})

test('usage names the programs and cores of the range, as many as the account counts', async () => {
  await using tab = await console.open('/console/usage?days=7')
  const { page, complaints } = tab
  const { Count } = (await console.platform.call('GET', '/tasks')).json as { Count: number }
  const { ResourceUsage } = (await console.platform.call('GET', '/users/me')).json as { ResourceUsage: { TaskCount: number } }
  expect(Count).toBeLessThanOrEqual(ResourceUsage.TaskCount)
  await page.getByText(new RegExp(`^From ${ResourceUsage.TaskCount} tasks.*missing`)).waitFor()
  const programs = page.getByRole('region', { name: 'Programs' })
  await eventually(() => programs.getByRole('listitem').first().textContent()).toBe(`Sum of two lengths${ResourceUsage.TaskCount}`)
  await page.getByRole('region', { name: 'Cores' }).getByRole('link', { name: 'C0-Reference-32K' }).click()
  await eventually(() => new URL(page.url()).searchParams.get('core')).toBe('C0-Reference-32K')
  await eventually(() => page.locator('tbody tr[data-row]').count()).toBe(2) // the one of this file, and the one from its task
  expect(complaints).toEqual([])
})

test('each of these screens loads at most 60 kB of script beside the first one', async () => {
  const { page } = await console.open('/console/')
  const first = new Set<string>()
  const collect = async (path: string) => {
    const files = new Map<string, number>()
    page.on('response', async (reply) => {
      if (/\.js$/.test(new URL(reply.url()).pathname)) files.set(reply.url(), gzipSync(await reply.body().catch(() => Buffer.alloc(0))).length)
    })
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    page.removeAllListeners('response')
    return files
  }
  for (const file of (await collect('/console/')).keys()) first.add(file)
  const sizes: Record<string, number> = {}
  for (const path of ['/compare', '/compare/reference', '/sweep', '/usage', '/tasks'])
    sizes[path] = [...(await collect(`/console${path}`))].reduce((sum, [file, size]) => sum + (first.has(file) ? 0 : size), 0)
  await page.close()
  expect(Object.entries(sizes).filter(([, size]) => size > MOST_ROUTE)).toEqual([])
})

for (const { colorScheme, viewport } of LOOKS)
  test(`comparisons, sweep, Home and usage are accessible and fit, ${colorScheme}, ${viewport.width} px`, async () => {
    await using tab = await console.open('/console/')
    const { page } = tab
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    const faults: string[] = []
    const look = async (path: string, ready: string | RegExp) => {
      await page.goto(`/console${path}`)
      await heading(page, ready).first().waitFor()
      faults.push(...(await faultsOf(page)).map((fault) => `${path.split('?')[0]}: ${fault}`))
    }
    const { BuildID } = (await console.platform.call('GET', `/tasks/${runs.sum}`)).json as { BuildID: string }
    await look('/', 'Pinned')
    await look('/tasks', 'Task manager')
    await look(`/tasks/${runs.reference}?tab=values`, 'Traced values')
    await look(`/compare?tasks=${runs.sum},${runs.wider}`, 'Sources')
    await look(`/compare/reference?task=${runs.sum}&reference=${runs.reference}`, 'Time')
    await look(`/sweep?of=${BuildID}`, 'Runs')
    await look(`/sweep?of=${BuildID}&cores=C0-S%2B&tasks=${runs.sum}`, 'Results')
    await look('/usage?days=7', 'Programs')
    expect(faults).toEqual([])
  })
