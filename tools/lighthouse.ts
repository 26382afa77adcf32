// `npm run lighthouse`: page speed, accessibility and good practice of the built site against its budgets, as a phone sees it.
//   npm run lighthouse                    builds the site if it is not built, measures, prints the table; exit status 1 on a miss
//   npm run lighthouse -- --write         and writes the table to bench/lighthouse.md
//   npm run lighthouse -- --site FOLDER --bare FOLDER --runs 1 --only /search/     for work on one page
// Pages come from our own server's handler, compressed and with their cache headers. Blocking time is also held against a bare page of the same
// framework, measured in the same rounds: what the machine does meanwhile then touches both. Run it on an idle machine.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { buildFixture } from '../apps/docs/tests/built-site.ts'
import { BROWSER_FLAGS, browserPath } from './browser.ts'
import { buildSite } from './build-site.ts'
import { CACHE } from './cache.ts'
import { conditions, median } from './conditions.ts'
import { freePort } from './free-port.ts'
import { type Bound, type Measured, PAGES, type Row, reportOf, rowsOf } from './lighthouse-table.ts'
import { serveSite } from './site-server.ts'

const REPOSITORY = fileURLToPath(new URL('../', import.meta.url))
const BARE_PAGE = '/'
const ATTEMPTS = 3
type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

interface Options {
  readonly site: string
  readonly bare: string
  readonly runs: number
  readonly pages: readonly Bound[]
}

/** All runs, round by round. Prints each as it ends. */
async function measure({ site, bare, runs, pages }: Options): Promise<Row[]> {
  await using ours = await serveSite(site)
  await using theirs = await serveSite(bare)
  const measured = new Map<string, Measured[]>(pages.map(({ path }) => [path, []]))
  const bareTimes: number[] = []
  for (let round = 0; round < runs; round++) {
    const { blocking } = await measuredOnce(theirs.origin + BARE_PAGE)
    bareTimes.push(blocking)
    console.log(`bare page: blocked for ${Math.round(blocking)} ms`)
    for (const { path } of pages) {
      const run = await measuredOnce(ours.origin + path)
      measured.get(path)?.push(run)
      console.log(
        `${path}: performance ${run.performance}, LCP ${Math.round(run.paint)} ms, blocked for ${Math.round(run.blocking)} ms; ${run.faults.join('; ')}`,
      )
    }
  }
  return rowsOf(pages, measured, median(bareTimes))
}

/**
 * One run of a page. Where the machine is busy, a trace may come without its navigation (NO_NAVSTART) or the browser may answer too late
 * (PROTOCOL_TIMEOUT): that is of the attempt, not of the page, so it is made again, said aloud, and an hour of other runs is not lost.
 * @throws Error when no attempt measured the page
 */
async function measuredOnce(url: string): Promise<Measured> {
  const problems: string[] = []
  while (problems.length < ATTEMPTS) {
    const outcome = await attempt(url)
    if (typeof outcome !== 'string') return outcome
    problems.push(outcome)
    console.log(`${url}: attempt ${problems.length} of ${ATTEMPTS} measured nothing: ${outcome}`)
  }
  throw new Error(`${url} could not be measured: ${problems.join('; ')}`)
}

/** Lighthouse with its own settings for phones, in a browser of its own: a tab or trace that another run left cannot touch it. A text: why nothing was measured. */
async function attempt(url: string): Promise<Measured | string> {
  const port = await freePort()
  const browser = await chromium.launch({ executablePath: browserPath(), args: [...BROWSER_FLAGS, `--remote-debugging-port=${port}`] })
  try {
    const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...CATEGORIES] })
    if (!result) return 'no result'
    const { runtimeError } = result.lhr
    return runtimeError ? `${runtimeError.code}, ${runtimeError.message}` : measuresOf(url, result.lhr)
  } catch (error) {
    return String(error)
  } finally {
    await browser.close()
  }
}

/** @throws RangeError when an audit that the budgets name is not there */
function measuresOf(url: string, { audits, categories }: Result['lhr']): Measured {
  const number = (audit: string): number => {
    const value = audits[audit]?.numericValue
    if (value === undefined) throw new RangeError(`${url}: Lighthouse gave no ${audit}`)
    return value
  }
  const score = (category: (typeof CATEGORIES)[number]) => Math.round((categories[category]?.score ?? 0) * 100)
  const faults = CATEGORIES.slice(1).flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id}: ${audits[id]?.title}`),
  )
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    practices: score('best-practices'),
    seo: score('seo'),
    paint: number('largest-contentful-paint'),
    shift: number('cumulative-layout-shift'),
    blocking: number('total-blocking-time'),
    faults,
  }
}

async function bareSite(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'credence-bare-'))
  const source = join(REPOSITORY, 'apps/docs/fixtures/bare')
  await buildFixture(source, folder)
  await rm(join(source, '.docusaurus'), { recursive: true, force: true })
  return folder
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      site: { type: 'string' },
      bare: { type: 'string' },
      runs: { type: 'string', default: '3' },
      only: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  })
  const site = resolve(values.site ?? (await buildSite({ cacheDir: CACHE, onProgress: (what) => console.log(`preparing: ${what}`) })))
  const bare = resolve(values.bare ?? (await bareSite()))
  try {
    const pages = PAGES.filter(({ path }) => !values.only || path === values.only)
    const rows = await measure({ site, bare, runs: Number(values.runs), pages })
    const report = reportOf(rows, Number(values.runs), conditions())
    console.log(report)
    if (values.write) await writeFile(join(REPOSITORY, 'bench/lighthouse.md'), report)
    process.exitCode = rows.every(({ passes }) => passes) ? 0 : 1
  } finally {
    if (!values.bare) await rm(bare, { recursive: true, force: true })
  }
}
