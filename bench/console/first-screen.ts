// What a visit costs: bytes of script and style, when the largest part is painted, how far the page moves.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import type { Console } from '../../apps/console/tests/console-browsing.ts'
import { median } from '../../tools/conditions.ts'
import { type Row, row, slowed, tools } from './tab.ts'

const ROUTES = ['repositories', 'cores', 'tasks', 'data', 'usage', 'billing', 'settings', 'compare', 'compare/reference', 'sweep', 'value']
const VISITS = 5
/** What Lighthouse takes for a phone: bytes a second and milliseconds. */
const SLOW_4G = { offline: false, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8, latency: 150 }

export async function weights(console: Console, folder: string): Promise<Row[]> {
  const size = (path: string) => gzipSync(readFileSync(join(folder, path.replace('/console/', ''))), { level: 9 }).length / 1000
  const sum = (paths: Iterable<string>) => [...paths].reduce((all, path) => all + size(path), 0)
  const first = await loaded(console, '')
  const beside = async (route: string) => new Set([...(await loaded(console, route))].filter((path) => !first.has(path)))
  const scripts = (paths: ReadonlySet<string>) => sum([...paths].filter((path) => path.endsWith('.js')))
  const editor = await beside('editor')
  const others: { route: string; size: number }[] = []
  for (const route of ROUTES) others.push({ route, size: scripts(await beside(route)) })
  const largest = others.sort((a, b) => b.size - a.size)[0]!
  return [
    row('script of the first screen', scripts(first), 190, 'KB gz'),
    row('style of the first screen', sum([...first].filter((path) => path.endsWith('.css'))), 25, 'KB gz'),
    row('script of the editor beside it', scripts(editor), 190, 'KB gz'),
    row('script of another screen beside it, the largest', largest.size, 60, 'KB gz', largest.route),
  ]
}
/** The files of ours that a screen asks for. */
async function loaded(console: Console, route: string): Promise<ReadonlySet<string>> {
  await using tab = await console.open(`/console/${route}`)
  await settled(tab.page)
  const names = await tab.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
  return new Set(names.filter((name) => /^\/console\/.*\.(js|css)$/.test(name)))
}
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
}

export async function paints(console: Console): Promise<Row[]> {
  const fast = await visits(console, 1)
  const slow = await visits(console, 4)
  return [
    row('Home: largest paint, desktop', fast.paint, 1500, 'ms'),
    row('Home: largest paint, 4 times slower processor, slow 4G', slow.paint, 2500, 'ms'),
    row('Home: how far the page moves, the worst visit', Math.max(fast.shift, slow.shift), 0.02, ''),
  ]
}
async function visits(console: Console, rate: 1 | 4): Promise<{ readonly paint: number; readonly shift: number }> {
  const paints: number[] = []
  const shifts: number[] = []
  for (let visit = 0; visit < VISITS; visit++) {
    const page = await console.context.newPage()
    const session = await tools(page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    if (rate > 1) await session.send('Network.emulateNetworkConditions', SLOW_4G)
    await slowed(session, rate)
    await page.goto('/console/')
    await settled(page)
    const seen = await page.evaluate(
      () =>
        new Promise<{ paint: number; shift: number }>((resolve) => {
          let [paint, shift] = [0, 0]
          new PerformanceObserver((list) => {
            for (const { startTime } of list.getEntries()) paint = startTime
          }).observe({ type: 'largest-contentful-paint', buffered: true })
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
              if (!entry.hadRecentInput) shift += entry.value
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve({ paint, shift }), 500)
        }),
    )
    paints.push(seen.paint)
    shifts.push(seen.shift)
    await page.close()
  }
  return { paint: median(paints), shift: Math.max(...shifts) }
}
