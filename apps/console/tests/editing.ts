// What the tests of the editor do with it: write, run, and wait for what comes.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Console } from './console-browsing.ts'

const PATIENCE = 300_000 // ms

export const eventually = <Value>(ask: () => Value | Promise<Value>) => expect.poll(ask, { timeout: 60_000 })
export const buildsOf = async ({ platform }: Console) => ((await platform.call('GET', '/builds')).json as { Count: number }).Count
export const source = (page: Page) => page.getByRole('textbox', { name: /^Source/ })
export async function write(page: Page, text: string): Promise<void> {
  await source(page).focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.evaluate((program) => navigator.clipboard.writeText(program), text)
  await page.keyboard.press('ControlOrMeta+V')
}
export async function runs(page: Page, start = () => page.getByRole('button', { name: 'Run', exact: true }).click()): Promise<void> {
  // A quick machine may be through before one looks, so the page looks itself. The first build of a platform waits for its compiler, the first in a browser for the download.
  const begins = await page.evaluateHandle(() => {
    const isUnderWay = () => document.querySelector('[aria-label="Phases of the run"]') !== null
    let hasBegun = false
    const ended = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (hasBegun && !isUnderWay()) {
          observer.disconnect()
          resolve()
        }
        hasBegun ||= isUnderWay()
      })
      observer.observe(document.body, { childList: true, subtree: true })
    })
    return { ended }
  })
  await start()
  await begins.evaluate(
    ({ ended }, patience) =>
      Promise.race([ended, new Promise((_, fail) => setTimeout(() => fail(new Error('the run did not begin or end')), patience))]),
    PATIENCE,
  )
}
export const PROGRAM = (name: string, low = 1) =>
  `#include <stdio.h>\n#include <uxhw.h>\nint main(void) {\n  double x = UxHwDoubleUniformDist(${low}, 3);\n  printf("${name}: %f\\nsquare: %f\\n", x, x * x);\n}\n`
