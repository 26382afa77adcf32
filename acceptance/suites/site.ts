// The documentation site that a first start builds: its progress, the site itself at the address that it was asked at, and no trace of it when
// the platform is stopped meanwhile.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '../check.ts'
import { command, type Platform } from '../platform.ts'

const PATIENCE_MS = 60 * 60_000 // engine, examples and pages, on a busy machine
const ENDING_MS = 60_000
const HTML = { accept: 'text/html' }

export async function site(platform: Platform, report: Report): Promise<void> {
  const began = Date.now()
  const page = (path: string) => platform.call('GET', path, { key: null, headers: HTML })
  const [start, early] = [await page('/'), await page('/docs/api/')]
  report.check('the start page says what is being prepared', text(start.text), /Being prepared: \S/.test(text(start.text)))
  report.equal('a page that is still being built answers 503 and when to come back', [early.status, early.headers.get('retry-after')], [503, '10'])

  await until(() => builders(platform).length > 0)
  for (const pid of platform.processes()) if (/\/main\.ts/.test(command(pid)) && !command(pid).includes('worker')) process.kill(pid, 'SIGKILL')
  await until(() => builders(platform).length === 0, ENDING_MS).catch(() => {})
  report.equal('kill -9 of the platform ends its builder too', builders(platform).map(command), [])
  platform.signalAll('SIGKILL')
  await platform.up()

  let overview = early
  while (overview.status !== 200 && Date.now() - began < PATIENCE_MS && !/could not be built/.test((await page('/')).text)) {
    await sleep(2000)
    overview = await page('/docs/api/')
  }
  report.check('the site is served once it is built', overview.status === 200 ? 200 : siteFault(platform.home), overview.status === 200)
  console.log(`      after ${((Date.now() - began) / 1000).toFixed(0)} s`)
  await until(() => builders(platform).length === 0, ENDING_MS).catch(() => {})
  report.equal('and its builder is gone', builders(platform).map(command), [])
  const canonical = /<link[^>]*rel="?canonical[^>]*>/.exec(overview.text)?.[0]
  report.check(
    'its pages carry the address that they were asked at',
    canonical,
    canonical?.includes(`${platform.origin}/docs/api/`) === true && !overview.text.includes('site.invalid'),
  )
  const missing = await page('/docs/no-such-page/')
  report.check(
    'an unknown page is not found, with the site’s own page',
    missing.status,
    missing.status === 404 && /Page not found/i.test(missing.text),
  )
  report.equal(
    'who asks for Markdown gets it',
    (await platform.call('GET', '/docs/api/', { key: null, headers: { accept: 'text/markdown' } })).headers.get('content-type'),
    'text/markdown; charset=utf-8',
  )
}

/** Processes that build the site: the builder and what it started. */
const builders = (platform: Platform): number[] => platform.processes().filter((pid) => /build-site\.ts|docusaurus\.mjs/.test(command(pid)))

/** What the platform's log says of a site that could not be built. */
function siteFault(home: string): string {
  const logs = globSync(join(home, 'log/*')).map((file) => readFileSync(file, 'utf8'))
  return logs.flatMap((log) => log.split('\n').filter((line) => line.includes('"site.failed"'))).at(-1) ?? 'the log says nothing of it'
}

async function until(isSo: () => boolean, patience = PATIENCE_MS): Promise<void> {
  for (const end = Date.now() + patience; !isSo(); await sleep(100)) if (Date.now() > end) throw new Error('it did not come about')
}

const text = (html: string): string =>
  html
    .replaceAll(/<(style|script)[^>]*>.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
