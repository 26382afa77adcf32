// What is read from a tab while it is measured: processor time of its main thread, tasks that were too long, frames, interactions, memory.
import type { CDPSession, Page } from 'playwright-core'
import { median } from '../../tools/conditions.ts'

export interface Row {
  readonly what: string
  readonly measured: string
  readonly budget: string
  readonly isWithin: boolean
}
/** A row of a figure that must not be larger than its budget. */
export const row = (what: string, figure: number, most: number, unit: string, beside = ''): Row => ({
  what,
  measured: `${round(figure)} ${unit}${beside && ` (${beside})`}`,
  budget: `${most} ${unit}`,
  isWithin: figure <= most,
})
export const round = (figure: number): number => (Math.abs(figure) < 10 ? Number(figure.toPrecision(2)) : Math.round(figure))

export const LATE_TASK_MS = 50

/** The protocol of the browser's own tools for this tab; its times are those of the processor. */
export async function tools(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return session
}
/** Milliseconds that the main thread was on a processor while `act` ran. */
export async function processorTime(session: CDPSession, act: () => Promise<unknown>): Promise<number> {
  const before = await metric(session, 'TaskDuration')
  await act()
  return 1000 * ((await metric(session, 'TaskDuration')) - before)
}
async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find((each) => each.name === name)?.value ?? Number.NaN
}
/** Megabytes that are held once all that may go has gone. */
export async function heap(session: CDPSession): Promise<number> {
  for (let time = 0; time < 2; time++) await session.send('HeapProfiler.collectGarbage')
  return (await metric(session, 'JSHeapUsedSize')) / 1e6
}
/** A processor that is four times as slow; 1: as it is. */
export const slowed = (session: CDPSession, rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate })

export interface Scrolled {
  /** Median milliseconds from one frame to the next, by the clock. */
  readonly frame: number
  /** Milliseconds of processor time for each frame. */
  readonly processor: number
  /** Milliseconds of the longest task of the main thread above 50, by the clock; 0: none. */
  readonly longest: number
}
/** Scrolls what the selector names to its end and back, some screens in each frame. */
export async function scrolling(page: Page, session: CDPSession, selector: string, frames = 240): Promise<Scrolled> {
  let times: number[] = []
  let longest = 0
  const processor = await processorTime(session, async () => {
    const seen = await page.evaluate(
      ({ selector, frames }) =>
        new Promise<{ times: number[]; longest: number }>((resolve) => {
          const element = document.querySelector(selector)!
          const times: number[] = []
          let longest = 0
          const tasks = new PerformanceObserver((list) => {
            for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
          })
          tasks.observe({ type: 'longtask' })
          let before = performance.now()
          let done = 0
          const step = (now: number) => {
            times.push(now - before)
            before = now
            const way = element.scrollHeight - element.clientHeight
            const part = (2 * ++done) / frames
            element.scrollTop = way * (part > 1 ? 2 - part : part)
            if (done < frames) requestAnimationFrame(step)
            else
              setTimeout(() => {
                tasks.disconnect()
                resolve({ times: times.slice(1), longest })
              }, 100)
          }
          requestAnimationFrame(step)
        }),
      { selector, frames },
    )
    times = seen.times
    longest = seen.longest
  })
  return { frame: median(times), processor: processor / frames, longest }
}

/**
 * Begins to look for what the selector names; `text`: what it must hold. It listens when this is settled; the key or press comes then.
 * @returns what gives the milliseconds from that key or press until it was there and a frame was made of it
 */
export async function until(page: Page, selector: string, text = ''): Promise<() => Promise<number>> {
  await page.evaluate(
    ({ selector, text }) => {
      const measured = new Promise<number>((resolve) => {
        let began: number | undefined
        const begin = ({ timeStamp }: Event) => {
          began ??= timeStamp
        }
        for (const kind of ['keydown', 'pointerdown', 'pointerover'] as const) addEventListener(kind, begin, { capture: true, once: true })
        const look = () => {
          const isThere = [...document.querySelectorAll(selector)].some((each) => each.textContent?.includes(text))
          if (began !== undefined && isThere) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began!)))
          else requestAnimationFrame(look)
        }
        look()
      })
      Object.assign(window, { measured })
    },
    { selector, text },
  )
  return () => page.evaluate(() => (window as unknown as { measured: Promise<number> }).measured)
}
