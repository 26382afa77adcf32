// Builds and runs a program in headless Chromium, from static files alone: the engine's browser entry and the compiler.
import { chromium } from 'playwright-core'
import { BROWSER_FLAGS, browserPath } from '../tools/browser.ts'

const PATIENCE = 120_000 // ms

/** What the program prints in the browser. */
export async function runInChromium(source: string): Promise<string> {
  const { serveEngine } = await import('../packages/engine/src/browser/serve.ts')
  await using site = await serveEngine()
  const browser = await chromium.launch({ executablePath: browserPath(), args: BROWSER_FLAGS, timeout: PATIENCE })
  try {
    const page = await browser.newPage()
    await page.goto(site.url, { timeout: PATIENCE })
    return await page.evaluate((text) => (globalThis as unknown as { credenceRun: (source: string) => Promise<string> }).credenceRun(text), source)
  } finally {
    await browser.close()
  }
}
