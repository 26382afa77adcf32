import { chromium } from 'playwright-core'
import { BROWSER_FLAGS, browserPath } from './tools/browser.ts'
import { serveSite } from './tools/site-server.ts'
await using server = await serveSite(process.argv[2]!)
const browser = await chromium.launch({ executablePath: browserPath(), args: BROWSER_FLAGS })
for (const w of [360, 390]) for (let i = 0; i < 2; i++) {
  const c = await browser.newContext({ viewport: { width: w, height: 844 }, colorScheme: 'light', hasTouch: true })
  const p = await c.newPage()
  await p.addInitScript(() => { (window as any).__s = []; new PerformanceObserver((l) => { for (const e of l.getEntries() as any) (window as any).__s.push([e.value, e.startTime, e.sources?.map((s: any) => `${s.node?.nodeName}.${String(s.node?.className).slice(0,40)} ${Math.round(s.previousRect.top)}>${Math.round(s.currentRect.top)} h${Math.round(s.previousRect.height)}>${Math.round(s.currentRect.height)}`)]) }).observe({ type: 'layout-shift', buffered: true }) })
  await p.goto(server.origin + '/', { waitUntil: 'networkidle' })
  console.log(w, JSON.stringify(await p.evaluate(() => (window as any).__s)))
  await c.close()
}
await browser.close()
