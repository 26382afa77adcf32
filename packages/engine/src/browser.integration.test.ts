// The engine in Chromium, from static files alone.
import { readFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_FLAGS, browserPath } from '../../../tools/browser.ts'
import { type EngineSite, serveEngine } from './browser/serve.ts'
import { TEST_CACHE } from './toolchain/testing/toolchain.ts'

let site: EngineSite
let browser: Browser
let page: Page
const requests: string[] = []
beforeAll(async () => {
  site = await serveEngine(TEST_CACHE)
  browser = await chromium.launch({ executablePath: browserPath(), args: BROWSER_FLAGS, timeout: 120_000 })
  page = await browser.newPage()
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(site.url, { timeout: 120_000 })
})
afterAll(async () => {
  await browser?.close()
  await site?.[Symbol.asyncDispose]()
})
const run = (source: string, milliseconds?: number) =>
  page.evaluate(([text, limit]) => globalThis.credenceRunWhole(text, limit), [source, milliseconds] as const)

test('a program prints in the page what it prints in Node, byte for byte', async () => {
  const { output, result } = await run(
    '#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf("%lf\\n", 100000.0*(1+UxHwDoubleUniformDist(0.05,0.07))); }',
  )
  expect(output).toBe(readFileSync(new URL('./golden/uniform-times-constant.txt', import.meta.url), 'utf8'))
  expect(result.ending).toEqual({ kind: 'exit', code: 0 })
})

test('nothing but the static files is asked for', () => {
  expect(requests.every((url) => url.startsWith(site.url))).toBe(true)
  expect(requests.length).toBeGreaterThan(5)
})

test('exceptions leave frames with uncertain values as in Node, byte for byte', async () => {
  const read = (path: string) => readFileSync(new URL(`./guest/${path}`, import.meta.url), 'utf8')
  const { output, result } = await run(read('testing/programs/uncertain-exceptions.cpp'))
  expect(output).toBe(read('golden/uncertain-exceptions.txt'))
  expect(result.ending).toEqual({ kind: 'exit', code: 0 })
})

test('an endless loop is cancelled and the page can run the next program', async () => {
  expect((await run('int main(void) { for (volatile int i = 0;;) i++; }', 300)).result.ending).toEqual({ kind: 'cancelled' })
  expect((await run('#include <stdio.h>\nint main(void) { puts("fine"); }')).output).toBe('fine\n')
})

test('a Reference core executes in the page, tells how far it is, and is cancelled', async () => {
  const source = `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) { double x = UxHwDoubleUniformDist(0, 2), s = 0; for (int i = 0; i < 20000; i++) s += sqrt(x + i); printf("%f\\n", s > 0 ? x : 0); }`
  const executed = (executions: number, milliseconds?: number) =>
    page.evaluate(([text, limit, count]) => globalThis.credenceRunWhole(text, limit, count), [source, milliseconds, executions] as const)
  const { output, told, result } = await executed(4096)
  expect(output).toMatch(/^1\.000000Ux[0-9A-F]+\n$/)
  expect(result.executions).toMatchObject({ done: 4096, wanted: 4096, numbers: [{ count: 4096, mean: expect.closeTo(1, 3) }] })
  expect(told.length).toBeGreaterThan(0)
  expect((await executed(1_000_000, 1000)).result.ending).toEqual({ kind: 'cancelled' })
})

test('a program that sleeps does so, and traps are named', async () => {
  const sleeping = await run('#include <unistd.h>\n#include <stdio.h>\nint main(void) { usleep(50000); puts("awake"); }')
  expect(sleeping.output).toBe('awake\n')
  expect(sleeping.result.executionMilliseconds).toBeGreaterThanOrEqual(49) // the page's clock is rounded
  const trap = await run('__attribute__((noinline)) int ratio(int a, int b) { return a / b; } int main(int c, char **v) { return ratio(c, c - 1); }')
  expect(trap.result.message).toBe('integer divide by zero in ratio (main.c:1), called by main (main.c:1)')
})
