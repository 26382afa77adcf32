// A reader who uses keys alone: walks from control to control and notes what the browser tells a screen reader about each, and whether it shows
// where the focus is.
import type { CDPSession, Page } from 'playwright-core'

export interface Stop {
  readonly role: string
  readonly name: string
  /** The focus can be seen: the control is inside the window and drawn with an outline. */
  readonly seen: boolean
}
const CONTROLS = ['button', 'link', 'combobox', 'searchbox', 'textbox', 'slider', 'option', 'DisclosureTriangle', 'tab', 'checkbox'] as const
const PATIENCE = 20_000 // ms
interface AxNode {
  readonly ignored: boolean
  readonly role?: { readonly value: string }
  readonly name?: { readonly value: string }
}

export class Keyboard {
  readonly stops: Stop[] = []
  readonly #page: Page
  readonly #session: CDPSession

  private constructor(page: Page, session: CDPSession) {
    this.#page = page
    this.#session = session
  }
  static async on(page: Page): Promise<Keyboard> {
    return new Keyboard(page, await page.context().newCDPSession(page))
  }

  /** Presses Tab until the focus stands on what is wanted. @throws Error with the way it took when it does not come */
  async tabTo(wanted: (stop: Stop) => boolean, most = 60, keys = 'Tab'): Promise<Stop> {
    const from = this.stops.length
    for (let press = 0; press < most; press++) {
      const stop = await this.tab(keys)
      if (stop && wanted(stop)) return stop
    }
    throw new Error(`not within ${most} presses of ${keys}: ${JSON.stringify(this.stops.slice(from))}`)
  }

  /** One Tab; undefined when the focus leaves the page's controls. What slides into sight gets the time for it. */
  async tab(keys = 'Tab'): Promise<Stop | undefined> {
    await this.#page.keyboard.press(keys)
    let stop = await this.focused()
    for (const end = Date.now() + PATIENCE; stop && !(stop.seen && stop.name.trim()) && Date.now() < end; ) {
      await this.#page.waitForTimeout(50)
      stop = await this.focused()
    }
    if (stop) this.stops.push(stop)
    return stop
  }

  async focused(): Promise<Stop | undefined> {
    const { result } = await this.#session.send('Runtime.evaluate', { expression: 'document.activeElement' })
    if (result.description?.startsWith('body')) return undefined
    const { nodes } = await this.#session.send('Accessibility.getPartialAXTree', { objectId: result.objectId, fetchRelatives: false })
    const [node] = nodes as unknown as AxNode[]
    const seen = await this.#page.evaluate(() => {
      const element = document.activeElement as HTMLElement
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const { top, bottom, left, right } = element.getBoundingClientRect()
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    })
    return { role: node?.role?.value ?? '', name: node?.name?.value ?? '', seen }
  }

  /** What is wrong with the way so far: stops without a name, and those where the focus cannot be seen. */
  faults(): Stop[] {
    return this.stops.filter(({ name, seen }) => !name.trim() || !seen)
  }
}

/** Controls of the page that a screen reader would have no name for, and how many there are in all. */
export async function unnamedControls(page: Page): Promise<{ controls: number; unnamed: string[] }> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const controls = (nodes as unknown as AxNode[]).filter(
    ({ ignored, role }) => !ignored && (CONTROLS as readonly string[]).includes(role?.value ?? ''),
  )
  return { controls: controls.length, unnamed: controls.filter(({ name }) => !name?.value.trim()).map(({ role }) => role?.value ?? '') }
}
