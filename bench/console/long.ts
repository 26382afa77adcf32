// What is long: ten thousand tasks in a list, and an output of 45,000 values that take nearly 100 MB.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '@credence/contract'
import type { Page } from 'playwright-core'
import type { Console } from '../../apps/console/tests/console-browsing.ts'
import { embeddedDatabaseUrl } from '../../apps/server/src/database/embedded.ts'
import { openDatabase } from '../../apps/server/src/database/pool.ts'
import { LATE_TASK_MS, processorTime, type Row, row, type Scrolled, scrolling, tools } from './tab.ts'

const TASKS = 10_000
const VALUES = 45_000
const FRAME_MS = 1000 / 60
const PRINTS = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(0, 1);
  for (int i = 0; i < ${VALUES}; i++) printf("value %d: %.17g\\n", i, x + i);
}
`
/** A line of 50 MB, with a value at its end. */
const PRINTS_A_LINE = `#include <stdio.h>
#include <string.h>
#include <uxhw.h>
int main(void) {
  static char block[1 << 16];
  memset(block, 'x', sizeof block);
  for (int i = 0; i < 763; i++) fwrite(block, 1, sizeof block, stdout);
  printf(" end: %f\\n", UxHwDoubleGaussDist(0, 1));
}
`
const ofScrolling = (what: string, { frame, processor, longest }: Scrolled): Row[] => [
  row(`${what}, scrolled: processor of a frame`, processor, Math.round(10 * FRAME_MS) / 10, 'ms', `from frame to frame ${Math.round(frame)} ms`),
  row(`${what}, scrolled: longest task`, longest, LATE_TASK_MS, 'ms'),
]

/** Copies of one task, as many as an account has after a year. They are written into the database: the runs themselves are not what is measured. */
export async function manyTasks(console: Console, taskId: string): Promise<Row[]> {
  const database = openDatabase({
    url: embeddedDatabaseUrl(join(console.platform.home, 'postgres')),
    schema: 'credence',
    connections: 1,
    log: { info() {}, warn() {}, error() {} },
  })
  const ids = Array.from({ length: TASKS }, () => newId('task'))
  await database.query({
    text: `insert into task (task_id, build_id, owner, status, attempt, transitions, arguments, data_sources, stats, output_prefix, created_at, updated_at, started_at, finished_at)
      select copy.id, build_id, owner, status, attempt, transitions, '-n ' || copy.place, data_sources, stats, output_prefix,
        created_at - copy.place, updated_at - copy.place, started_at - copy.place, finished_at - copy.place
      from task, unnest($1::text[]) with ordinality as copy (id, place) where task_id = $2`,
    values: [ids, taskId],
    patienceMs: 120_000,
  })
  await database.close()
  await using tab = await console.open('/console/tasks')
  const { page } = tab
  const session = await tools(page)
  await page.getByRole('searchbox', { name: /^Filter by name/ }).fill('e')
  await page.getByRole('button', { name: 'load all' }).click()
  await page.getByRole('searchbox', { name: /^Filter by name/ }).fill('')
  await page.waitForFunction((most) => Number(document.querySelector('table')?.getAttribute('aria-rowcount')) > most, TASKS, { timeout: 400_000 })
  await page.waitForTimeout(2000)
  return ofScrolling('10,000 tasks', await scrolling(page, session, '.table-scroll'))
}

export async function longOutput(console: Console): Promise<Row[]> {
  const [task, line] = [await printed(console, PRINTS), await printed(console, PRINTS_A_LINE)]
  await using tab = await console.open('/console/')
  const { page } = tab
  const session = await tools(page)
  await page.getByText('Live', { exact: true }).waitFor()
  const before = await resident(page)
  const opened = await open(page, task, VALUES)
  const held = (await resident(page)) - before
  const text = ofScrolling(megabytes(opened), await scrolling(page, session, '.output-scroll'))
  const table = await tableTime(page)
  const values = ofScrolling('45,000 values', await scrolling(page, session, '.values-scroll'))
  const ofLine = await open(page, line, 1)
  return [
    row(`${megabytes(opened)}: first screen after its last byte`, opened.shown, 1000, 'ms'),
    row(
      `${megabytes(opened)}: longest task while it comes`,
      opened.longest,
      LATE_TASK_MS,
      'ms',
      `${Math.round(opened.processor)} ms of processor in all`,
    ),
    row('memory of the tab for each byte of it', (held * 1e6) / opened.bytes, 2.5, 'times'),
    ...text,
    row('45,000 values: their table', table, 300, 'ms'),
    ...values,
    row(`one line, ${megabytes(ofLine)}: first screen after its last byte`, ofLine.shown, 1000, 'ms'),
    row(`one line, ${megabytes(ofLine)}: longest task while it comes`, ofLine.longest, LATE_TASK_MS, 'ms'),
  ]
}
const megabytes = ({ bytes }: Opened) => `output of ${Math.round(bytes / 1e6)} MB`
/** The id of a task that ran the program to its end. */
async function printed({ platform }: Console, Code: string): Promise<string> {
  const { json } = await platform.call('POST', '/sourcecode/builds', { body: { Code, Language: 'C' } })
  await platform.end(`/builds/${json.BuildID}`)
  const made = await platform.call('POST', `/builds/${json.BuildID}/tasks`, { body: {} })
  const task = await platform.end(`/tasks/${made.json.TaskID}`)
  if (task.Status !== 'Completed') throw new Error(`the task that prints much is ${task.Status}`)
  return String(made.json.TaskID)
}
interface Opened {
  readonly bytes: number
  /** Milliseconds from the last byte to the first line on the screen; 0: it was there before. */
  readonly shown: number
  /** Milliseconds of the longest task until all values are counted, by the clock; 0: none above 50. */
  readonly longest: number
  readonly processor: number
}
/** In the page that is open, as by a link. */
async function open(page: Page, task: string, values: number): Promise<Opened> {
  const session = await tools(page)
  let seen = { bytes: 0, shown: 0, longest: 0 }
  const processor = await processorTime(session, async () => {
    await page.evaluate((path) => {
      performance.clearResourceTimings()
      const measured = { firstLine: 0, longest: 0, tasks: undefined as PerformanceObserver | undefined }
      measured.tasks = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) measured.longest = Math.max(measured.longest, duration)
      })
      measured.tasks.observe({ type: 'longtask' })
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
      const isThere = () => location.pathname + location.search === path && document.querySelector('.output-line') !== null
      const look = () => {
        if (isThere()) requestAnimationFrame(() => (measured.firstLine = performance.now()))
        else requestAnimationFrame(look)
      }
      // What the page showed before is gone first.
      requestAnimationFrame(() => requestAnimationFrame(look))
      Object.assign(window, { measured })
    }, `/console/tasks/${task}?tab=stdout`)
    await page.getByRole('tab', { name: new RegExp(`^values.*${values.toLocaleString('en')}`) }).waitFor({ timeout: 300_000 })
    await page.locator('.output-line').first().waitFor({ timeout: 300_000 })
    seen = await page.evaluate(() => {
      const { measured } = window as unknown as { measured: { firstLine: number; longest: number; tasks: PerformanceObserver } }
      measured.tasks.disconnect()
      const bodies = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const body = bodies.sort((a, b) => b.decodedBodySize - a.decodedBodySize)[0]!
      return { bytes: body.decodedBodySize, shown: Math.max(0, measured.firstLine - body.responseEnd), longest: measured.longest }
    })
  })
  return { ...seen, processor }
}
const tableTime = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const began = performance.now()
        setTimeout(() => reject(new Error('the table of values did not come within a minute')), 60_000)
        const look = () =>
          document.querySelector('.values-scroll tbody input')
            ? requestAnimationFrame(() => resolve(performance.now() - began))
            : requestAnimationFrame(look)
        ;[...document.querySelectorAll<HTMLElement>('[role="tab"]')].find((tab) => tab.textContent?.startsWith('values'))?.click()
        look()
      }),
  )
/** Megabytes of the browser's processes that draw pages; there is one page. */
async function resident(page: Page): Promise<number> {
  const session = await page.context().browser()!.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const kilobytes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'latin1'))?.[1] ?? 0))
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1000
}
