// What keys and presses cost: a walk through the screens on a slowed processor, the palette, a screen whose data is there, a card, a key in a long file.
import type { Console } from '../../apps/console/tests/console-browsing.ts'
import { median } from '../../tools/conditions.ts'
import { processorTime, type Row, row, slowed, tools, until } from './tab.ts'

const TIMES = 9
const LINES = 5000
/** A card does not open where a pointer passes by. */
const REST_MS = 150
const KEYS = 100

export async function interactions(console: Console, taskId: string): Promise<Row[]> {
  return [...(await walk(console, taskId)), ...(await surfaces(console, taskId)), await keys(console)]
}

/** What a person does in some minutes, four times as slow. */
async function walk(console: Console, taskId: string): Promise<Row[]> {
  await using tab = await console.open('/console/')
  const { page } = tab
  const session = await tools(page)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.evaluate(() => {
    const seen = new Map<number, number>()
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId) seen.set(entry.interactionId, Math.max(seen.get(entry.interactionId) ?? 0, entry.duration))
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })
  await slowed(session, 4)
  let made = 0
  const once = async (act: Promise<unknown>) => {
    await act
    made++
    await page.waitForTimeout(300)
  }
  const areas = page.getByRole('navigation', { name: 'Areas' })
  const processor = await processorTime(session, async () => {
    for (const area of ['Cores', 'Task manager', 'Data', 'Usage', 'Settings', 'Home', 'Task manager']) {
      await once(areas.getByRole('link', { name: area }).click())
      await page.getByRole('heading', { name: area, level: 1 }).waitFor()
    }
    for (let time = 0; time < 3; time++) {
      await once(page.keyboard.press('ControlOrMeta+k'))
      await page.getByRole('dialog', { name: 'Commands' }).getByRole('option').first().waitFor()
      for (const key of 'core') await once(page.keyboard.press(key))
      await once(page.keyboard.press('Escape'))
    }
    await once(page.getByRole('button', { name: 'Completed', exact: true }).click())
    await page.getByRole('searchbox', { name: /^Filter by name/ }).focus()
    for (const key of 'sum') await once(page.keyboard.press(key))
    await once(page.getByRole('button', { name: 'Builds', exact: true }).click())
    await once(page.getByRole('button', { name: 'Tasks', exact: true }).click())
    await page.getByRole('searchbox', { name: /^Filter by name/ }).fill('')
    await page.waitForFunction((path) => document.querySelector(`a[href*="${path}"]`) !== null, taskId)
    await page.evaluate((path) => document.querySelector<HTMLAnchorElement>(`a[href*="${path}"]`)?.click(), taskId)
    await page.getByRole('tab', { name: /^stdout/ }).waitFor()
    for (const name of ['stdout', 'stats', 'internals', 'values']) await once(page.getByRole('tab', { name: new RegExp(`^${name}`) }).click())
    await once(
      page
        .getByRole('checkbox', { name: /^Plot / })
        .nth(0)
        .click(),
    )
    await once(
      page
        .getByRole('checkbox', { name: /^Plot / })
        .nth(1)
        .click(),
    )
    await once(page.getByRole('button', { name: 'Standard deviation' }).click())
  })
  await slowed(session, 1)
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Map<number, number> }).seen.values()])
  // What took less than 16 ms is not told.
  const all = [...seen, ...Array<number>(Math.max(0, made - seen.length)).fill(8)].sort((a, b) => a - b)
  return [
    row(
      'interaction to next paint, 4 times slower processor, p75',
      all[Math.floor(0.75 * all.length)]!,
      100,
      'ms',
      `${all.length} interactions, worst ${Math.round(all.at(-1)!)} ms, ${Math.round(processor / made)} ms of processor each`,
    ),
  ]
}

async function surfaces(console: Console, taskId: string): Promise<Row[]> {
  await using tab = await console.open(`/console/tasks/${taskId}?tab=stdout`)
  const { page } = tab
  await page.locator('.output-line').first().waitFor()
  const session = await tools(page)
  const [cards, cardWork]: [number[], number[]] = [[], []]
  for (let time = 0; time < TIMES; time++) {
    const shown = await until(page, '.value-card .ux-card-head')
    cardWork.push(
      await processorTime(session, async () => {
        await page.locator('.output-line .ux-value').first().hover()
        cards.push(await shown())
      }),
    )
    await page.keyboard.press('Escape')
    await page.mouse.move(5, 5)
    await page.waitForTimeout(300)
  }
  const [palettes, paletteWork]: [number[], number[]] = [[], []]
  for (let time = 0; time < TIMES; time++) {
    const shown = await until(page, '[role="option"]')
    paletteWork.push(
      await processorTime(session, async () => {
        await page.keyboard.press('ControlOrMeta+k')
        palettes.push(await shown())
      }),
    )
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  const routes: number[] = []
  const areas = page.getByRole('navigation', { name: 'Areas' })
  for (let time = 0; time < TIMES; time++)
    for (const area of ['Home', 'Cores', 'Task manager'] as const) {
      const shown = await until(page, 'h1', area)
      await areas.getByRole('link', { name: area }).click()
      const took = await shown()
      if (time > 0) routes.push(took)
      else await page.waitForLoadState('networkidle')
    }
  return [
    row('palette open', median(palettes), 50, 'ms', `first ${Math.round(palettes[0]!)} ms; processor ${Math.round(median(paletteWork))} ms`),
    row(
      'value card, behind the 150 ms that a pointer rests',
      median(cards) - REST_MS,
      50,
      'ms',
      `first ${Math.round(cards[0]! - REST_MS)} ms; processor ${Math.round(median(cardWork))} ms`,
    ),
    row('a screen whose data is there', median(routes), 100, 'ms'),
  ]
}

async function keys(console: Console): Promise<Row> {
  await using tab = await console.open('/console/editor')
  const { page } = tab
  const session = await tools(page)
  const source = page.getByRole('textbox', { name: /^Source/ })
  await source.focus()
  await page.keyboard.press('ControlOrMeta+A')
  const program = Array.from({ length: LINES }, (_, line) => `double f${line}(double x) { return x * ${line}; } // of line ${line}`).join('\n')
  await page.evaluate((text) => navigator.clipboard.writeText(text), program)
  await page.keyboard.press('ControlOrMeta+V')
  await page.keyboard.press('ControlOrMeta+Home')
  for (let line = 0; line < 40; line++) await page.keyboard.press('ArrowDown')
  await page.waitForTimeout(3000)
  const took = await processorTime(session, async () => {
    for (let key = 0; key < KEYS; key++) {
      await page.keyboard.press('abcdefgh '[key % 9]!)
      await page.waitForTimeout(30)
    }
  })
  return row(`a key in a file of ${LINES.toLocaleString('en')} lines, processor`, took / KEYS, 16, 'ms')
}
