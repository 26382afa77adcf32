// `npm run pictures`: how pages of the site look, in both themes and two widths, as PNGs to look at and to compare.
//   npm run pictures -- --to FOLDER                     twelve pages of the built site
//   npm run pictures -- --to FOLDER --only / /search/   those pages
//   --site FOLDER   of a site that is built already      --whole   from top to bottom, not the first screen
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { BROWSER_FLAGS, browserPath } from './browser.ts'
import { buildSite } from './build-site.ts'
import { serveSite } from './site-server.ts'

const REPOSITORY = fileURLToPath(new URL('../', import.meta.url))
/** One of each kind. */
const PAGES = [
  '/',
  '/docs/platform/getting-started/code/',
  '/docs/uxhw-api/inserting-uncertainty/parametric-distributions/',
  '/docs/uxhw-api/inserting-uncertainty/parametric-distributions/gauss/',
  '/docs/uxhw-api/how-it-computes/branches/',
  '/docs/uxhw-api/how-it-computes/accuracy/',
  '/docs/platform/cases/metrology/',
  '/docs/platform/user-interface/editor/',
  '/docs/api/quickstart/',
  '/docs/api/reference/',
  '/search/?q=percentile',
  '/no-such-page/',
]
const WIDTHS = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const
const THEMES = ['light', 'dark'] as const

const { values, positionals } = parseArgs({
  options: {
    to: { type: 'string' },
    site: { type: 'string' },
    only: { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
if (values.to === undefined) throw new Error('--to FOLDER says where the pictures go')
const folder = resolve(values.to)
await mkdir(folder, { recursive: true })
const site =
  values.site ?? (await buildSite({ cacheDir: join(process.env.CREDENCE_HOME ?? join(REPOSITORY, '.credence'), 'cache'), onProgress: console.log }))
await using server = await serveSite(site)
const browser = await chromium.launch({ executablePath: browserPath(), args: BROWSER_FLAGS })
try {
  for (const [width, viewport] of Object.entries(WIDTHS))
    for (const theme of THEMES) {
      const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce', hasTouch: width === 'phone' })
      const page = await context.newPage()
      for (const path of values.only ? positionals : PAGES) {
        await page.goto(server.origin + path, { waitUntil: 'networkidle' })
        const name = `${path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'start'}.${width}.${theme}.png`
        await page.screenshot({ path: join(folder, name), fullPage: values.whole })
        console.log(name)
      }
      await context.close()
    }
} finally {
  await browser.close()
}
