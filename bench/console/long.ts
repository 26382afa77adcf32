// What is long: ten thousand tasks in a list, and an output of 45,000 values that take nearly 100 MB.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '@credence/contract'
import type { Page } from 'playwright-core'
import type { Console } from '../../apps/console/tests/console-browsing.ts'
import { embeddedDatabaseUrl } from '../../apps/server/src/database/embedded.ts'
import { openDatabase } from '../../apps/server/src/database/pool.ts'
import { LATE_TASK_MS, type Row, row, type Scrolled, scrolling, tools } from './tab.ts'

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
  const { platform } = console
  const { json } = await platform.call('POST', '/sourcecode/builds', { body: { Code: PRINTS, Language: 'C' } })
  await platform.end(`/builds/${json.BuildID}`)
  const made = await platform.call('POST', `/builds/${json.BuildID}/tasks`, { body: {} })
  const task = await platform.end(`/tasks/${made.json.TaskID}`)
  if (task.Status !== 'Completed') throw new Error(`the task that prints much is ${task.Status}`)
  await using tab = await console.open('/console/')
  const { page } = tab
  const session = await tools(page)
  await page.getByText('Live', { exact: true }).waitFor()
  const before = await resident(page)
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (!document.querySelector('.output-line')) return
      seen.disconnect()
      requestAnimationFrame(() => Object.assign(window, { firstLine: performance.now() }))
    })
    seen.observe(document, { childList: true, subtree: true })
  })
  await page.goto(`/console/tasks/${made.json.TaskID}?tab=stdout`)
  let bytes = 0
  const line = page.locator('.output-line').first()
  await line.waitFor({ timeout: 300_000 })
  await page.getByRole('tab', { name: new RegExp(`^stdout.*${VALUES.toLocaleString('en')}`) }).waitFor({ timeout: 300_000 })
  bytes = await page.evaluate(() =>
    Math.max(...(performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(({ decodedBodySize }) => decodedBodySize)),
  )
  const shown = await page.evaluate(() => {
    const body = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).sort((a, b) => b.decodedBodySize - a.decodedBodySize)[0]!
    return Math.max(0, (window as unknown as { firstLine: number }).firstLine - body.responseEnd) // it may come before
  })
  const held = (await resident(page)) - before
  const text = ofScrolling(`output of ${Math.round(bytes / 1e6)} MB`, await scrolling(page, session, '.output-scroll'))
  const table = await tableTime(page)
  const values = ofScrolling('45,000 values', await scrolling(page, session, '.values-scroll'))
  return [
    row(`output of ${Math.round(bytes / 1e6)} MB: first screen after its last byte`, shown, 1000, 'ms'),
    row('memory of the tab for each byte of it', (held * 1e6) / bytes, 2.5, 'times'),
    ...text,
    row('45,000 values: their table', table, 300, 'ms'),
    ...values,
  ]
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
