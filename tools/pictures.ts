// `npm run pictures`: how pages of the site look, in both themes and two widths, as PNGs to look at and to compare.
//   npm run pictures -- --to FOLDER                     twelve pages of the built site
//   npm run pictures -- --to FOLDER --only / /search/   those pages
//   npm run pictures -- --to FOLDER --before REVISION   beside those of the site as it was then; FOLDER/index.html has them in pairs
//   --site FOLDER   of a site that is built already      --whole   from top to bottom, not the first screen
// The site of an earlier revision is built in a worktree that is thrown away, with the packages that are installed here.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import { BROWSER_FLAGS, browserPath } from './browser.ts'
import { buildSite } from './build-site.ts'
import { CACHE, HOME } from './cache.ts'
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
const VIEWS = Object.entries(WIDTHS).flatMap(([width, viewport]) => THEMES.map((theme) => ({ width, viewport, theme })))
const SEARCHED = 60_000 // ms

const nameOf = (path: string): string => path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'start'

async function takePictures(browser: Browser, site: string, folder: string, paths: readonly string[], fullPage: boolean): Promise<void> {
  await mkdir(folder, { recursive: true })
  await using server = await serveSite(site)
  for (const { width, viewport, theme } of VIEWS) {
    const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce', hasTouch: width === 'phone' })
    const page = await context.newPage()
    for (const path of paths) {
      await page.goto(server.origin + path, { waitUntil: 'networkidle' })
      if (path.startsWith('/search/')) await found(page)
      const name = `${nameOf(path)}.${width}.${theme}.png`
      await page.screenshot({ path: join(folder, name), fullPage })
      console.log(join(folder, name))
    }
    await context.close()
  }
}

/** The index is read by a worker, of which the network says nothing. */
const found = (page: Page): Promise<unknown> =>
  page
    .getByRole('main')
    .locator('ol h2')
    .first()
    .waitFor({ timeout: SEARCHED })
    .catch(() => console.log('the search page shows no results'))

/**
 * The folder of the site of an earlier revision, built in a worktree below `folder`. Cache and results of examples are those of here: both know by
 * content what still holds, so that little is compiled and run again, and a site of that revision that is there already is taken.
 */
async function siteOf(revision: string, folder: string): Promise<string> {
  const tree = join(folder, 'tree')
  await command('git', ['worktree', 'add', '--detach', tree, revision])
  try {
    // Packages by hard links, whose links into the workspace lead to the tree's own; results as copies, because a run writes into them.
    for (const part of PACKAGES.filter(isHere)) await command('cp', ['-al', join(REPOSITORY, part), join(tree, part)])
    if (isHere(EXAMPLE_RESULTS)) await command('cp', ['-a', join(REPOSITORY, EXAMPLE_RESULTS), join(tree, EXAMPLE_RESULTS)])
    const said = await command('npm', ['run', 'site'], tree, (text) => process.stdout.write(text.replace(/^(?=preparing)/gm, `${revision}, `)))
    const site = /^site: (.+)$/m.exec(said)?.[1]
    if (!site) throw new Error(`the site of ${revision} does not build:\n${said}`)
    return site
  } finally {
    await command('git', ['worktree', 'remove', '--force', tree])
  }
}
const PACKAGES = ['node_modules', 'apps/server/node_modules']
const EXAMPLE_RESULTS = 'apps/docs/.examples'
const isHere = (part: string): boolean => existsSync(join(REPOSITORY, part))

/** What it printed. @throws Error with that, when it fails */
async function command(name: string, args: readonly string[], cwd = REPOSITORY, onOutput: (text: string) => void = () => {}): Promise<string> {
  const child = spawn(name, args, { cwd, env: { ...process.env, CREDENCE_HOME: HOME }, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let complaint = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
    onOutput(text)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  const code = await new Promise<number | null>((end, fail) => child.once('error', fail).once('close', end))
  if (code !== 0) throw new Error(`${name} ${args.join(' ')}: ${complaint || said}`)
  return said
}

/** Pictures of one page beside each other, earlier ones on the left. */
function pairsOf(paths: readonly string[], revision: string): string {
  const pairs = paths.flatMap((path) =>
    VIEWS.map(({ width, theme }) => {
      const picture = `${nameOf(path)}.${width}.${theme}.png`
      return `<h2>${path} <small>${width}, ${theme}</small></h2><img src="before/${picture}" alt="before"> <img src="after/${picture}" alt="now">`
    }),
  )
  return `<!doctype html><meta charset="utf-8"><title>${revision} and now</title><style>body{font:1rem sans-serif}img{border:1px solid gray;max-width:48%;vertical-align:top}</style>${pairs.join('\n')}`
}

const { values, positionals } = parseArgs({
  options: {
    to: { type: 'string' },
    site: { type: 'string' },
    before: { type: 'string' },
    only: { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
if (values.to === undefined) throw new Error('--to FOLDER says where the pictures go')
const folder = resolve(values.to)
const paths = values.only ? positionals : PAGES
const site = values.site ?? (await buildSite({ cacheDir: CACHE, onProgress: console.log }))
const scratch = await mkdtemp(join(tmpdir(), 'credence-pictures-'))
const browser = await chromium.launch({ executablePath: browserPath(), args: BROWSER_FLAGS })
try {
  await takePictures(browser, site, values.before ? join(folder, 'after') : folder, paths, values.whole)
  if (values.before) {
    await takePictures(browser, await siteOf(values.before, scratch), join(folder, 'before'), paths, values.whole)
    await writeFile(join(folder, 'index.html'), pairsOf(paths, values.before))
  }
} finally {
  await browser.close()
  await rm(scratch, { recursive: true, force: true })
}
