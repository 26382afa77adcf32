// What is to be seen of the console, as somebody reaches it: an address, who looks, and what they do there. Those with a name for the guide stand on its pages.
import type { Page } from 'playwright-core'
import { CONFIGURATION, type Person, type Scene, SOURCES } from './scene.ts'

export interface State {
  readonly name: string
  /** Nobody has signed in where it is null. */
  readonly person: Person | null
  /** Below `/console/`. */
  readonly path: (scene: Scene) => string
  /** Until the picture can be taken. */
  readonly until?: (page: Page) => Promise<unknown>
  /** It stands on pages of the guide. */
  readonly inGuide?: true
}
const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name, level: 1 }).waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

/** In the editor: this program, run. */
const runs = (source: string) => async (page: Page) => {
  await page.getByRole('textbox', { name: /^Source/ }).fill(source)
  await button(page, /^Run$/).click()
  await page.getByText(/^(Completed in|The program does not build)/).waitFor()
}
const row = (page: Page) => page.getByRole('row').nth(2).waitFor()
/** The first values of rows come after them. */
const result = (page: Page) => page.getByText('±').first().waitFor()

export const STATES: readonly State[] = [
  { name: 'sign-in', person: null, path: () => 'sign-in' },
  { name: 'sign-up', person: null, path: () => 'sign-up', until: (page) => page.getByLabel('Password', { exact: true }).fill('kettle moss') },
  { name: 'home-first', person: 'empty', path: () => '', until: heading('Home') },
  { name: 'home', person: 'full', path: () => '', inGuide: true, until: result },
  { name: 'editor-empty', person: 'empty', path: () => 'editor', until: heading(/./) },
  { name: 'editor', person: 'full', path: () => 'editor', inGuide: true, until: runs(SOURCES.viscosity) },
  { name: 'editor-mistake', person: 'full', path: () => 'editor', until: (page) => runs(SOURCES.mistake)(page) },
  {
    name: 'insert',
    person: 'full',
    path: () => 'editor',
    inGuide: true,
    until: async (page) => {
      await button(page, /Insert/).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'variables', person: 'full', path: () => 'editor?variables=true', until: heading(/./) },
  { name: 'tasks', person: 'full', path: () => 'tasks', inGuide: true, until: result },
  { name: 'tasks-empty', person: 'empty', path: () => 'tasks', until: heading('Task manager') },
  { name: 'tasks-nothing-found', person: 'full', path: () => 'tasks?status=%5B%22Cancelled%22%5D', until: heading('Task manager') },
  { name: 'task', person: 'full', path: ({ ids }) => `tasks/${ids.task}`, inGuide: true, until: valuesInView },
  { name: 'task-output', person: 'full', path: ({ ids }) => `tasks/${ids.task}?tab=stdout` },
  { name: 'task-stopped', person: 'full', path: ({ ids }) => `tasks/${ids.stopped}?tab=stderr` },
  { name: 'task-stats', person: 'full', path: ({ ids }) => `tasks/${ids.task}?tab=stats` },
  { name: 'value', person: 'full', path: ({ ids }) => `tasks/${ids.task}`, inGuide: true, until: openValue },
  {
    name: 'compare',
    person: 'full',
    path: ({ three }) => `compare?tasks=${three.join(',')}`,
    inGuide: true,
    until: (page) => page.getByText('±').first().waitFor(),
  },
  {
    name: 'reference',
    person: 'full',
    path: ({ ids }) => `compare/reference?task=${ids.task}&reference=${ids.reference}`,
    inGuide: true,
    until: (page) => page.getByText(/noise/).first().waitFor(),
  },
  {
    name: 'sweep',
    person: 'full',
    path: ({ ids }) => `sweep?of=${ids.build}&cores=C0-XS%2B,C0-S%2B,C0-M%2B,C0-L%2B`,
    inGuide: true,
    until: async (page) => {
      await button(page, /^Start \d+ runs$/).click()
      await page.getByText(/^(\d+) of \1 runs are over/).waitFor()
    },
  },
  { name: 'repositories', person: 'full', path: () => 'repositories', inGuide: true, until: result },
  { name: 'repositories-empty', person: 'empty', path: () => 'repositories', until: heading('Repositories') },
  {
    name: 'connect',
    person: 'full',
    path: () => 'repositories?connect=https%3A%2F%2Fgithub.com%2Fexample%2Ftemperature',
    inGuide: true,
    until: (page) => page.getByText('Daily maximum').waitFor(),
  },
  { name: 'repository', person: 'full', path: ({ ids }) => `repositories/${ids.repository}`, inGuide: true, until: heading('temperature') },
  { name: 'repository-builds', person: 'full', path: ({ ids }) => `repositories/${ids.repository}?tab=builds`, until: heading('temperature') },
  {
    name: 'repository-configuration',
    person: 'full',
    path: ({ ids }) => `repositories/${ids.repository}?tab=configuration`,
    inGuide: true,
    until: (page) => page.getByLabel('Text of a configuration file').fill(`${CONFIGURATION}Colour: green\n`),
  },
  {
    name: 'add-to-button',
    person: 'full',
    path: ({ ids }) => `repositories/${ids.repository}?tab=button`,
    inGuide: true,
    until: heading('temperature'),
  },
  { name: 'repository-settings', person: 'full', path: ({ ids }) => `repositories/${ids.repository}?tab=settings`, until: heading('temperature') },
  { name: 'cores', person: 'full', path: () => 'cores', inGuide: true, until: heading('Cores') },
  {
    name: 'core-form',
    person: 'full',
    path: () => 'cores?tab=custom',
    until: async (page) => {
      await button(page, /^(New|Create) core/).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'data', person: 'full', path: () => 'data', inGuide: true, until: (page) => page.getByRole('link', { name: 'readings.csv' }).waitFor() },
  { name: 'data-preview', person: 'full', path: () => 'data?file=readings.csv', until: (page) => page.getByRole('cell').first().waitFor() },
  { name: 'data-empty', person: 'empty', path: () => 'data', until: heading('Data') },
  { name: 'buckets', person: 'full', path: () => 'data?section=buckets', until: heading('Data') },
  { name: 'thing', person: 'full', path: ({ ids }) => `data?section=things&thing=${ids.thing}`, until: heading('Data') },
  { name: 'usage', person: 'full', path: () => 'usage', inGuide: true, until: heading('Usage') },
  { name: 'billing', person: 'full', path: () => 'billing', inGuide: true, until: heading('Billing') },
  { name: 'settings', person: 'full', path: () => 'settings', inGuide: true, until: heading('Settings') },
  { name: 'keys', person: 'full', path: () => 'settings?section=keys', until: heading('Settings') },
  { name: 'webhooks', person: 'full', path: () => 'settings?section=webhooks', until: heading('Settings') },
  { name: 'github', person: 'full', path: () => 'settings?section=github', until: heading('Settings') },
  { name: 'activity', person: 'full', path: () => 'settings?section=activity', until: heading('Settings') },
  { name: 'health', person: 'full', path: () => 'settings?section=health', until: row },
  {
    name: 'palette',
    person: 'full',
    path: ({ ids }) => `tasks/${ids.task}`,
    until: async (page) => {
      await page.getByText('±').first().waitFor()
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'delete',
    person: 'full',
    path: ({ ids }) => `tasks/${ids.task}`,
    until: async (page) => {
      await page.getByText('±').first().waitFor()
      await page.keyboard.press('Delete')
      await page.getByRole('alertdialog').waitFor()
    },
  },
  { name: 'not-found', person: 'full', path: () => `tasks/tsk_${'0'.repeat(32)}`, until: heading(/not found/i) },
  {
    name: 'offline',
    person: 'full',
    path: () => 'tasks',
    until: async (page) => {
      await row(page)
      await page.context().setOffline(true)
      await page
        .getByText(/offline/i)
        .first()
        .waitFor()
    },
  },
]

async function openValue(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Open', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: /±/ }).waitFor()
}

async function valuesInView(page: Page): Promise<void> {
  await result(page)
  await page.evaluate(() => scrollTo(0, 110))
}
