// Takes the pictures: each state in both themes and widths, by a browser in which the person of the state has signed in.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { SCREEN_SIZE, SCREEN_THEMES } from '../../apps/docs/plugins/pictures/screens.ts'
import { PASSWORD, PEOPLE, type Person, type Scene } from './scene.ts'
import type { State } from './states.ts'

const PATIENCE = 60_000 // ms
/** Curves are drawn once they are in view, dialogs come in. */
const SETTLED = 700

export interface View {
  /** Part of the name of the file. */
  readonly name: string
  readonly width: number
  readonly height: number
  readonly isTouched?: boolean
  readonly type: 'png' | 'webp'
  /** The areas are icons, so that the screen has the room. */
  readonly hasIcons?: boolean
}
export const GUIDE: View = { name: '', ...SCREEN_SIZE, type: 'webp', hasIcons: true }
export const LOOKS: readonly View[] = [
  { name: 'desktop', width: 1440, height: 900, type: 'png' },
  { name: 'phone', width: 390, height: 844, isTouched: true, type: 'png' },
]

/** Files named `STATE.VIEW.THEME.TYPE` below `folder`. @returns what could not be taken, with the reason */
export async function takeStates(
  browser: Browser,
  scene: Scene,
  states: readonly State[],
  views: readonly View[],
  folder: string,
): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const missed: string[] = []
  for (const view of views)
    for (const theme of SCREEN_THEMES)
      for (const person of ['full', 'empty', null] as const) {
        const some = states.filter((state) => state.person === person)
        if (some.length === 0) continue
        const context = await browser.newContext({
          baseURL: scene.platform.origin,
          viewport: { width: view.width, height: view.height },
          colorScheme: theme,
          reducedMotion: 'reduce',
          hasTouch: view.isTouched ?? false,
          locale: 'en-GB',
        })
        context.setDefaultTimeout(PATIENCE)
        if (view.hasIcons) await context.addInitScript(() => localStorage.setItem('credence.sidebar', 'icons'))
        if (person) await signIn(context, person)
        for (const state of some) {
          const file = join(folder, `${[state.name, view.name, theme].filter(Boolean).join('.')}.${view.type}`)
          try {
            await takeState(context, scene, state, view, file)
          } catch (error) {
            missed.push(`${file}: ${error instanceof Error ? error.message : String(error)}`)
          }
        }
        await context.close()
      }
  return missed
}

async function takeState(context: BrowserContext, scene: Scene, { path, until }: State, { type }: View, file: string): Promise<void> {
  const page = await context.newPage()
  try {
    await page.goto(`/console/${path(scene)}`)
    await until?.(page)
  } catch (error) {
    await page.screenshot({ path: `${file}.failed.png` }).catch(() => {})
    throw error
  } finally {
    await page.waitForTimeout(SETTLED)
    await writeFile(file, await pictureOf(page, type)).catch(() => {})
    await context.setOffline(false)
    await page.close()
  }
}

/** WebP by the protocol of the browser, since the screenshots of Playwright know PNG and JPEG only. */
async function pictureOf(page: Page, type: View['type']): Promise<Uint8Array> {
  if (type === 'png') return page.screenshot()
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
  return Buffer.from(data, 'base64')
}

async function signIn(context: BrowserContext, person: Person): Promise<void> {
  const page = await context.newPage()
  await page.goto('/console/sign-in')
  await page.getByLabel('E-mail').fill(PEOPLE[person])
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  await page.close()
}
