// The API reference: there without scripts, with the settings of acceptance/docs.tsv, and usable by keyboard.
import { readFile } from 'node:fs/promises'
import { operations } from '@credence/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alive, type Browsing, eventually, layoutFaults, NARROW, startBrowsing, violations, visit, WIDE } from './browsing.ts'
import { covering, kindsOf } from './page-kinds.ts'

const REFERENCE = '/docs/api/reference/'
const FIRST = 'createSourceCodeBuild'
const BELOW_THE_BAR = 250 // px
/** `npm run every-link` follows those of all operations. */
const EVERY = process.env.CREDENCE_EVERY_LINK !== undefined
const LINKS = EVERY ? Object.keys(operations).sort() : ['getPublicTask', 'logoutAllSessions', 'createSamples', 'getServiceHealth', 'listBuilds']
const COLD = EVERY ? Object.keys(operations) : ['createWebhook']
let browsing: Browsing
beforeAll(async () => {
  browsing = await startBrowsing()
})
afterAll(() => browsing[Symbol.asyncDispose]())

test('every operation is in the static page, where readers without scripts, search and agents find it', async () => {
  const html = (await readFile(`${browsing.folder}${REFERENCE}index.html`, 'utf8')).split('<main')[1] ?? ''
  const [main = ''] = html.split('</main>')
  expect(Object.keys(operations).filter((id) => !new RegExp(`id="?operation/${id}[" >]`).test(main))).toEqual([])
  const index: { url: string }[] = JSON.parse(await readFile(`${browsing.folder}/search-index.json`, 'utf8'))
  const found = new Set(index.map(({ url }) => url))
  expect(Object.keys(operations).filter((id) => !found.has(`${REFERENCE}#operation/${id}`))).toEqual([])
})
test('the sidebar is 300 px wide, the brand colour green in both themes', async () => {
  for (const theme of ['light', 'dark'] as const) {
    await using tab = await browsing.open({ theme })
    const { page } = tab
    await visit(page, REFERENCE)
    const sidebar = page.getByRole('navigation', { name: 'Operations' })
    expect((await sidebar.boundingBox())?.width).toBe(300)
    const [red = 0, green = 0, blue = 0] = await page
      .locator('[data-method=POST]')
      .first()
      .evaluate((element) => (getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number))
    expect([green > red, green > blue]).toEqual([true, true])
  }
})
test('schemas are open for three levels', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, REFERENCE)
  const depths = await page.evaluate(() => {
    const depth = (element: Element): number => {
      const above = element.parentElement?.closest('details')
      return above ? depth(above) + 1 : 1
    }
    const fields = [...document.querySelectorAll('main details')].filter((each) =>
      each.querySelector('summary')?.textContent?.startsWith('Fields of'),
    )
    return fields.map((each) => [depth(each) + 1, (each as HTMLDetailsElement).open] as const) // the fields of the schema itself are level 1
  })
  expect(depths.some(([level]) => level === 3)).toBe(true)
  expect(depths.filter(([level, open]) => open !== level <= 3)).toEqual([])
})
test('the filter of the sidebar finds operations and says how many', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, REFERENCE)
  const sidebar = page.getByRole('navigation', { name: 'Operations' })
  await sidebar.getByRole('searchbox', { name: 'Filter operations' }).fill('webhook')
  await eventually(() => sidebar.getByRole('status').textContent()).toMatch(/^\d+ found$/)
  await eventually(() => sidebar.getByRole('link', { name: 'Create a webhook' }).count()).toBe(1)
  await eventually(() => sidebar.getByRole('link', { name: 'Build source code' }).count()).toBe(0)
})
test('a link leads to its operation, cold and from within the page, and the sidebar follows', { timeout: EVERY ? 500_000 : undefined }, async () => {
  await using tab = await browsing.open()
  const { page } = tab
  const top = (id: string) => page.locator(`[id="operation/${id}"]`).evaluate((heading) => Math.round(heading.getBoundingClientRect().top))
  const arrived = async (id: string) => {
    await eventually(() => top(id)).toBeGreaterThan(0)
    await eventually(() => top(id)).toBeLessThan(BELOW_THE_BAR)
    const current = page.getByRole('navigation', { name: 'Operations' }).locator('a[aria-current="location"]')
    await eventually(() => current.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([`#operation/${id}`])
  }
  for (const id of COLD) {
    await visit(page, '/docs/api/guides/')
    await visit(page, `${REFERENCE}#operation/${id}`)
    await arrived(id)
  }
  // Up and down, over sections that were never laid out.
  for (const id of LINKS) {
    await page.evaluate((hash) => {
      window.location.hash = hash
    }, `#operation/${id}`)
    await arrived(id)
  }
})
test('who comes by a link sees its operation at once: nothing moves afterwards', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await page.addInitScript(() => {
    const watched = window as typeof window & { moved: number }
    watched.moved = 0
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) watched.moved += (shift as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/docs/api/reference/#operation/listFiles', { waitUntil: 'load' })
  await alive(page)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await page.evaluate(() => (window as typeof window & { moved: number }).moved)).toBeLessThanOrEqual(0.02)
})
test('an operation that a description names is code', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, '/docs/api/reference/')
  const operation = page.locator('section', { has: page.locator('h3[id="operation/createSourceCodeBuild"]') }).last()
  expect(await operation.locator('p code').allTextContents()).toContain('POST /builds/{BuildID}/tasks')
})
test('an operation begins with its method and path, and its example response is open', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, `${REFERENCE}#operation/getTask`)
  const operation = page.locator('section', { has: page.locator(`[id="operation/getTask"]`) }).last()
  const target = operation.getByText('GET /tasks/{TaskID}', { exact: true })
  const heading = operation.getByRole('heading', { level: 3 })
  await eventually(async () => ((await target.boundingBox())?.y ?? 0) < ((await heading.boundingBox())?.y ?? 0)).toBe(true)
  await eventually(() => operation.getByRole('figure', { name: 'Example response of Get a task' }).isVisible()).toBe(true)
})
test('by keyboard: a language is chosen for all snippets and kept, values fill the request, the request is copied', async () => {
  await using tab = await browsing.open()
  const { page, context } = tab
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(page, REFERENCE)
  const operation = page.locator('section', { has: page.locator(`[id="operation/getTask"]`) }).last()
  const requests = operation.getByRole('group', { name: /^Language of the request/ })
  await requests.getByRole('button', { name: 'Python' }).press('Enter')
  await eventually(() => requests.getByRole('button', { name: 'Python' }).getAttribute('aria-pressed')).toBe('true')
  const pressed = page.locator('fieldset button[aria-pressed=true]')
  await eventually(() => pressed.evaluateAll((all) => [...new Set(all.map((each) => each.textContent))])).toEqual(['Python'])
  await operation.getByText('Fill in your values').press('Enter')
  await operation.getByLabel('TaskID').fill('tsk_mine')
  await operation.getByRole('button', { name: /^Copy the request/ }).press('Enter')
  await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toContain('/tasks/tsk_mine')
  await page.reload()
  await eventually(() => pressed.first().textContent()).toBe('Python')
})
test('with everything expanded the reference is accessible and fits, in both themes and widths', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, REFERENCE)
  await page.evaluate(() => {
    for (const each of document.querySelectorAll<HTMLDetailsElement>('main details')) each.open = true
  })
  await page.locator('main input').first().waitFor()
  const faults = await violations(page, { contrasts: false })
  // What differs with theme and width is the same for all elements of a kind; a few operations have them all.
  const parts = await page.locator('main section:not(:has(section))').evaluateAll((all) => all.map((each) => each.outerHTML))
  const shown = covering(new Map(parts.map((html, index) => [index, kindsOf(html)])))
  expect(shown.length).toBeLessThan(parts.length / 2)
  await page.locator('main section:not(:has(section))').evaluateAll((all, chosen) => {
    for (const [index, each] of all.entries()) each.toggleAttribute('data-shown', chosen.includes(index))
  }, shown)
  for (const viewport of [WIDE, NARROW])
    for (const theme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme: theme })
      await page.locator(`html[data-theme="${theme}"]`).waitFor({ state: 'attached' })
      faults.push(...(await violations(page, { where: '[data-shown], nav' })), ...(await layoutFaults(page)))
    }
  expect([...faults, ...tab.complaints]).toEqual([])
})
test('an operation starts when it is touched, and what was opened without a touch is drawn', async () => {
  await using tab = await browsing.open()
  const { page, complaints } = tab
  await visit(page, REFERENCE)
  const operation = page.locator('section', { has: page.locator(`[id="operation/createTask"]`) }).last()
  const inputs = operation.getByText('Fill in your values').locator('xpath=..')
  await operation.evaluate((section) => section.scrollIntoView())
  await inputs.evaluate((details: HTMLDetailsElement) => {
    details.open = true // as the browser's own search does
  })
  await inputs.getByRole('textbox').first().waitFor()
  await inputs.getByText('Fill in your values').click()
  await inputs.getByText('Fill in your values').click()
  await inputs.getByRole('textbox').first().waitFor()
  expect(complaints).toEqual([])
})
test('the reference works when a navigation leads to it', async () => {
  await using tab = await browsing.open()
  const { page, complaints } = tab
  await visit(page, '/docs/api/guides/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Reference' }).click()
  const operation = page.locator('section', { has: page.locator(`[id="operation/getTask"]`) }).last()
  const requests = operation.getByRole('group', { name: /^Language of the request/ })
  await requests.getByRole('button', { name: 'Python' }).click()
  await eventually(() => operation.locator('figure').first().textContent()).toMatch(/import json, os, urllib\.request[\s\S]*method="GET"/)
  expect(complaints).toEqual([])
})
test('every control of the reference has a name', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  await visit(page, `${REFERENCE}#operation/${FIRST}`)
  for (const role of ['button', 'link', 'searchbox'] as const) expect(await page.getByRole('main').getByRole(role, { name: /^\s*$/ }).count()).toBe(0)
})
test('the OpenAPI document is there to download', async () => {
  const reply = await fetch(`${browsing.origin}/openapi.json`)
  expect(((await reply.json()) as { openapi: string }).openapi).toMatch(/^3\.1/)
})
