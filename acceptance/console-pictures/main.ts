// `npm run console-pictures`: the states of the console, on a platform of its own.
//   npm run console-pictures -- --to FOLDER [STATE…]   as PNGs in both themes and two widths, to look at: all, or those
//   npm run console-pictures -- --guide [STATE…]       those of the guide, into apps/docs/static/screens, which are committed
//   --site FOLDER   of a documentation site that is built already
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { BROWSER_FLAGS, browserPath } from '../../tools/browser.ts'
import { buildConsole } from '../../tools/build-console.ts'
import { buildSite } from '../../tools/build-site.ts'
import { CACHE } from '../../tools/cache.ts'
import { openScene } from './scene.ts'
import { STATES } from './states.ts'
import { GUIDE, LOOKS, takeStates } from './take.ts'

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url))

const { values, positionals } = parseArgs({
  options: { to: { type: 'string' }, guide: { type: 'boolean', default: false }, site: { type: 'string' } },
  allowPositionals: true,
})
if (!values.guide && values.to === undefined) throw new Error('--to FOLDER says where the pictures go, --guide that they are those of the guide')
const folder = values.guide ? join(REPOSITORY, 'apps/docs/static/screens') : resolve(values.to ?? '')
const states = STATES.filter(({ name, inGuide }) => (!values.guide || inGuide) && (positionals.length === 0 || positionals.includes(name)))
const site = values.site ?? (await buildSite({ cacheDir: CACHE, onProgress: console.log }))
await using scene = await openScene({ CREDENCE_DOCS: site, CREDENCE_CONSOLE: await buildConsole(CACHE) })
const browser = await chromium.launch({ executablePath: browserPath(), args: BROWSER_FLAGS })
try {
  const missed = await takeStates(browser, scene, states, values.guide ? [GUIDE] : LOOKS, folder)
  if (missed.length > 0) throw new Error(missed.join('\n'))
} finally {
  await browser.close()
}
