// The built site as the platform serves it, in Chromium under its content security policy: nothing that a reader does is refused, what strangers would do is.
// That every page loads under it is seen in `every-page.integration.test.ts`.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SiteServer, serveSite } from '../../../tools/site-server.ts'
import { type Browsing, eventually, searched, startBrowsing, visit } from './browsing.ts'

const PATIENCE = 240_000 // ms: the compiler is fetched and started first
let server: SiteServer
let browsing: Browsing
let origin: string
beforeAll(async () => {
  browsing = await startBrowsing()
  server = await serveSite(browsing.folder)
  origin = server.origin
}, 1_200_000)
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await browsing?.[Symbol.asyncDispose]()
})

/** Violations of the policy on this page from now on, and on those that follow. */
async function refusals(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const told = JSON.parse(sessionStorage.getItem('refused') ?? '[]') as string[]
      sessionStorage.setItem('refused', JSON.stringify([...told, `${event.violatedDirective}: ${event.blockedURI} on ${location.pathname}`]))
    })
  })
  return () => page.evaluate(() => JSON.parse(sessionStorage.getItem('refused') ?? '[]') as string[])
}

test('programs are built and run, the search answers, plots appear', async () => {
  await using tab = await browsing.open()
  const { page, complaints } = tab
  const refused = await refusals(page)
  await visit(page, `${origin}/docs/uxhw-api/`)
  const program = page.getByRole('region', { name: 'Program examples/first.c' })
  await program.getByRole('button', { name: 'Edit and run' }).click()
  await program.getByRole('textbox').focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.insertText('// edited\n')
  await program.getByRole('button', { name: 'Reset', disabled: false }).waitFor()
  await program.getByRole('button', { name: 'Run', exact: true }).click()
  await program.getByRole('button', { name: 'Run', exact: true, disabled: false }).waitFor({ timeout: PATIENCE })
  expect(await program.getByRole('status').textContent()).toMatch(/^Ran in /)
  await program.getByRole('region', { name: 'Output', exact: true }).getByRole('button', { name: '5.8 ± 1.1' }).click()
  await program.getByText('particle 5.687').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('gauss')
  await searched(page, 'gauss')
  expect(await refused()).toEqual([])
  expect(complaints).toEqual([])
}, 600_000)

test('a script of a stranger, a frame and a form elsewhere are refused', async () => {
  await using tab = await browsing.open()
  const { page } = tab
  const refused = await refusals(page)
  await visit(page, `${origin}/docs/uxhw-api/`)
  const ran = await page.evaluate(async () => {
    const run = { inline: false, evaluated: false }
    Object.assign(window, { run })
    const script = document.createElement('script')
    script.textContent = 'window.run.inline = true'
    document.head.append(script)
    document.body.insertAdjacentHTML('beforeend', '<img alt="" src="/none.png" onerror="window.run.inline = true">')
    // Later: what a test evaluates may itself evaluate.
    setTimeout(() => {
      run.evaluated = Boolean(new Function('return true')())
    })
    await fetch('https://stranger.example/').catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, 500))
    return run
  })
  expect(ran).toEqual({ inline: false, evaluated: false })
  const directives = async () => [...new Set((await refused()).map((each) => each.split(':')[0]))].sort()
  await eventually(directives).toEqual(['connect-src', 'script-src', 'script-src-attr', 'script-src-elem'])

  const framed = await page.context().newPage()
  await framed.setContent(`<iframe src="${origin}/docs/uxhw-api/"></iframe>`)
  await framed.waitForTimeout(500)
  expect(framed.frames().map((frame) => frame.url())).not.toContain(`${origin}/docs/uxhw-api/`)
})
