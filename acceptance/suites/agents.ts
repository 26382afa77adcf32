// What an agent meets: a site that the checks of the Agent-Friendly Documentation Spec score at 95 or more, and tools that find pages, read them
// and run programs. With the protocol's own client, against the site that the platform has built for itself.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { computeScore, runChecks } from 'afdocs'
import type { Report } from '../check.ts'
import type { Platform } from '../platform.ts'

const LEAST_SCORE = 95
const PAGES = 100 // of about twice as many, evenly spread
const SITE_MINUTES = 60

export async function agents(platform: Platform, report: Report): Promise<void> {
  await siteReady(platform)
  await addresses(platform, report)
  await score(platform, report)
  const client = new Client({ name: 'acceptance', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${platform.origin}/mcp`), { requestInit: { headers: { authorization: platform.key } } }),
  )
  const call = async (name: string, args: Record<string, unknown>) => {
    const { content, isError, structuredContent } = await client.callTool({ name, arguments: args })
    const [{ text = '' } = {}] = content as { text?: string }[]
    return { text, isError: isError === true, data: (structuredContent ?? {}) as Record<string, unknown> }
  }
  try {
    await client.listTools()
    await reading(call, report)
    await running(call, report)
  } finally {
    await client.close()
  }
}

type Call = (name: string, args: Record<string, unknown>) => Promise<{ text: string; isError: boolean; data: Record<string, unknown> }>

/** The site is built after the first start, with the results of all examples. */
async function siteReady(platform: Platform): Promise<void> {
  for (const end = Date.now() + SITE_MINUTES * 60_000; ; await sleep(1000)) {
    if ((await platform.call('GET', '/llms.txt', { key: null })).status === 200) return
    if (Date.now() > end) throw new Error(`the site was not built within ${SITE_MINUTES} minutes`)
  }
}

/** A page that a platform serves gives the address of that platform, to people and programs alike. */
async function addresses(platform: Platform, report: Report): Promise<void> {
  const places = ['/docs/api/quickstart/', '/docs/api/quickstart.md', '/docs/api/reference/getTask.md', '/llms.txt']
  const texts = await Promise.all(places.map(async (place) => (await fetch(platform.origin + place)).text()))
  report.check(
    'pages, twins and requests name the platform that serves them',
    texts.map((text) => text.split(platform.origin).length - 1),
    texts.every((text) => text.includes(platform.origin) && !text.includes('.invalid')),
  )
}

async function score(platform: Platform, report: Report): Promise<void> {
  const checks = await runChecks(platform.origin, { requestDelay: 0, maxConcurrency: 8, samplingStrategy: 'deterministic', maxLinksToTest: PAGES })
  const { overall } = computeScore(checks)
  const faults = checks.results.filter(({ status }) => status !== 'pass' && status !== 'skip').map(({ id, message }) => `${id}: ${message}`)
  report.check(
    `the site scores at least ${LEAST_SCORE} of 100 for agents (afdocs)`,
    `${overall}; ${faults.join('; ') || 'no faults'}`,
    (overall ?? 0) >= LEAST_SCORE,
  )
}

async function reading(call: Call, report: Report): Promise<void> {
  const { data } = await call('search_docs', { query: 'quantile', limit: 20 })
  const urls = ((data.results ?? []) as { url: string }[]).map(({ url }) => url)
  report.check(
    'search_docs finds the page on quantiles',
    urls,
    urls.some((url) => url.includes('/querying-uncertainty/quantile/')),
  )
  const pages = await Promise.all(urls.map((page) => call('get_page', { page })))
  report.check(
    'get_page reads every page that search_docs names',
    pages.filter(({ isError }) => isError).map(({ text }) => text),
    pages.length > 5 && pages.every(({ isError, text }) => !isError && /^# /m.test(text)),
  )
  const { text } = await call('get_operation', { operation: 'POST /sourcecode/builds' })
  report.check(
    'get_operation gives fields, errors and a request',
    text,
    ['- `Code` (string, required', '`Core not found`', 'curl -X POST'].every((part) => text.includes(part)),
  )
}

async function running(call: Call, report: Report): Promise<void> {
  const asShown = await call('run_example', { example: 'uxhw/quantile' })
  report.check(
    'run_example runs a program of the pages',
    asShown.text,
    !asShown.isError && asShown.text.includes('95 % interval: 49.9922 to 50.0078 mm'),
  )
  const source = '#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf("%f\\n", UxHwDoubleUniformDist(2, 4)); }\n'
  const { data } = await call('run_example', { example: 'uxhw/quantile', source })
  const [value] = (data.values ?? []) as { mean: number; standardDeviation: number }[]
  report.check(
    'an edited program gives mean and deviation of its distribution',
    data,
    Math.abs((value?.mean ?? 0) - 3) < 1e-3 && Math.abs((value?.standardDeviation ?? 0) - 2 / Math.sqrt(12)) < 1e-2,
  )
  const wrong = await call('run_example', { example: 'uxhw/quantile', source: 'int main(void) { return x; }' })
  report.check('an error of the compiler is told with its line', wrong.text, wrong.isError && /main\.c:1:\d+: error: .*'x'/.test(wrong.text))
}
