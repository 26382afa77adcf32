// From Run to what is seen: the first sign, the plot with a build and without; and an event from its commit to the screen.
import type { Page } from 'playwright-core'
import type { Console } from '../../apps/console/tests/console-browsing.ts'
import { median } from '../../tools/conditions.ts'
import { type Row, row } from './tab.ts'

const TIMES = 11
const EVENTS = 21
export const PROGRAM = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleUniformDist(1, 3);
  printf("sum: %f\\nsquare: %f\\n", x + x, x * x);
}
`
const builds = async (console: Console) => ((await console.platform.call('GET', '/builds')).json as { Count: number }).Count

export async function runs(console: Console): Promise<Row[]> {
  await using tab = await console.open('/console/editor')
  const { page } = tab
  await page.getByText('Live', { exact: true }).waitFor()
  await write(page, PROGRAM)
  await toPlot(page) // the first one fetches the parts of the page that draw
  const unchanged: Times[] = []
  const before = await builds(console)
  for (let time = 0; time < TIMES; time++) unchanged.push(await toPlot(page))
  const made = (await builds(console)) - before
  const built: Times[] = []
  for (let time = 0; time < TIMES; time++) {
    await write(page, `${PROGRAM}// ${time}\n`)
    await page.waitForTimeout(500)
    built.push(await toPlot(page))
  }
  const alone = await ofPlatform(console)
  const of = (times: readonly Times[], part: keyof Times) => median(times.map((each) => each[part]))
  return [
    row('Run to the first sign', of([...unchanged, ...built], 'sign'), 100, 'ms'),
    row('Run to the plot, source unchanged', of(unchanged, 'plot'), 300, 'ms', `${made} builds; the platform alone, ${Math.round(alone.task)} ms`),
    row('Run to the plot, with a build', of(built, 'plot'), 1500, 'ms', `the platform alone, ${Math.round(alone.whole)} ms`),
  ]
}
async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Source/ }).focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.evaluate((program) => navigator.clipboard.writeText(program), text)
  await page.keyboard.press('ControlOrMeta+V')
}
interface Times {
  /** Milliseconds from the key. */
  readonly sign: number
  readonly plot: number
}
async function toPlot(page: Page): Promise<Times> {
  await page.getByRole('textbox', { name: /^Source/ }).focus()
  await page.evaluate(() => {
    const measured = new Promise<Times>((resolve) => {
      let [began, sign] = [0, 0]
      const begin = ({ timeStamp }: Event) => {
        began = timeStamp
      }
      addEventListener('keydown', begin, { capture: true, once: true })
      // A run may be over between two frames.
      const seen = new MutationObserver(() => {
        if (began > 0 && sign === 0 && document.querySelector('.run-phases')) sign = performance.now() - began
      })
      seen.observe(document.body, { childList: true, subtree: true })
      const look = () => {
        const isDrawn = sign > 0 && !document.querySelector('.run-phases') && document.querySelector('[aria-label="Plot"] [role="img"]') !== null
        if (!isDrawn) return void requestAnimationFrame(look)
        seen.disconnect()
        requestAnimationFrame(() => setTimeout(() => resolve({ sign, plot: performance.now() - began })))
      }
      look()
    })
    Object.assign(window, { measured })
  })
  await page.keyboard.press('ControlOrMeta+Enter')
  return page.evaluate(() => (window as unknown as { measured: Promise<Times> }).measured)
}
/** The same by calls alone: accepted to completed, median. */
async function ofPlatform({ platform }: Console): Promise<{ readonly task: number; readonly whole: number }> {
  const times: { task: number; whole: number }[] = []
  for (let time = 0; time < TIMES; time++) {
    const { milliseconds, taskMilliseconds } = await platform.run(`${PROGRAM}// alone ${time}\n`)
    times.push({ task: taskMilliseconds, whole: milliseconds })
  }
  return { task: median(times.map(({ task }) => task)), whole: median(times.map(({ whole }) => whole)) }
}

/** By one clock: the platform and the browser are on this machine. */
export async function events(console: Console, build: string): Promise<Row[]> {
  await using tab = await console.open('/console/tasks')
  const { page } = tab
  await page.getByText('Live', { exact: true }).waitFor()
  const late: number[] = []
  for (let time = 0; time < EVENTS; time++) {
    await page.waitForTimeout(1000) // what comes in swarms is gathered
    const { json } = await console.platform.call('POST', `/builds/${build}/tasks`, { body: {} })
    const at = await page.evaluate(
      (id) =>
        new Promise<number>((resolve) => {
          const look = () =>
            document.querySelector(`a[href*="${id}"]`)?.closest('tr')?.textContent?.includes('Completed')
              ? resolve(Date.now())
              : requestAnimationFrame(look)
          look()
        }),
      String(json.TaskID),
    )
    const task = (await console.platform.call('GET', `/tasks/${json.TaskID}`)).json as { UpdatedAt: number }
    late.push(at - task.UpdatedAt)
  }
  return [row('an event, from its commit to the screen', median(late), 150, 'ms', `slowest ${Math.max(...late)} ms`)]
}
