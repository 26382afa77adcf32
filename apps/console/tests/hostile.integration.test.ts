// Content that tries to be something else: names, arguments and output with HTML, script, terminal control, broken UTF-8 and text that runs backwards. It is shown as text.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Console, faultsOf, NARROW, startConsole } from './console-browsing.ts'

const MARKUP = '<img src=x onerror="globalThis.harmed=1"><script>globalThis.harmed=1</script>'
const BACKWARDS = 'safe\u202Egnp.exe\u202C'
let console: Console
beforeAll(async () => {
  console = await startConsole()
}, 1_200_000)
afterAll(() => console?.[Symbol.asyncDispose]())

/** Nothing was run, nothing asked for, and the page's own words stand where they stood. */
async function isUnharmed(page: Page, complaints: readonly string[]): Promise<void> {
  expect(await page.evaluate(() => (globalThis as { harmed?: number }).harmed)).toBeUndefined()
  expect(await page.locator('main img, main script, main iframe').count()).toBe(0)
  expect(complaints).toEqual([])
}
const call = async (method: string, path: string, body: unknown) => {
  const reply = await console.platform.call(method, path, { body })
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.json as Record<string, string>
}

test('names that are markup, or run backwards, are text on every screen that shows them', async () => {
  await call('POST', '/cores', {
    Name: `${MARKUP}`.slice(0, 60),
    Class: 'C0',
    Microarchitecture: 'Athens',
    Precision: 32,
    MemorySize: 64_000_000,
    CorrelationTracking: 'Autocorrelation',
  })
  await call('POST', '/keys', { Name: MARKUP.slice(0, 60), ValidUntil: null })
  await call('PATCH', '/users/me', { Preferences: { Editor_Execution_Arguments: MARKUP } })
  for (const [path, heading] of [
    ['/console/cores?tab=custom', 'Cores'],
    ['/console/settings?section=keys', 'Settings'],
    ['/console/usage', 'Usage'],
    ['/console/', 'Home'],
  ] as const) {
    await using tab = await console.open(path)
    await tab.page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    await tab.page.waitForLoadState('networkidle')
    await isUnharmed(tab.page, tab.complaints)
  }
})

const OUTPUT = String.raw`#include <stdio.h>
#include <uxhw.h>
int main(int argc, char **argv) {
  printf("<script>globalThis.harmed=1</script> <img src=x onerror=alert(1)>\n");
  printf("\033[31mred\033[0m \033]0;title\007 \033[2J \033[6n after\n");
  fwrite("nul \0 broken \xff\xfe\xc0\xaf utf\n", 1, 25, stdout);
  printf("%s\n", argv[1]);
  for (int i = 0; i < 300000; i++) putchar('x');
  printf("\nlast: %f\n", UxHwDoubleGaussDist(1, 0.1));
  fprintf(stderr, "<svg onload=alert(1)>\n");
}
`
test('output, arguments and names of runs that are markup, terminal control or broken are text in viewer and lists', async () => {
  const build = await call('POST', '/sourcecode/builds', { Code: OUTPUT, Language: 'C', Name: `${BACKWARDS} ${MARKUP}` })
  await console.platform.end(`/builds/${build.BuildID}`)
  const task = await call('POST', `/builds/${build.BuildID}/tasks`, {
    Name: `${BACKWARDS} ${MARKUP}`,
    Arguments: `"${BACKWARDS} ${MARKUP.replaceAll('"', "'")}"`,
  })
  await console.platform.end(`/tasks/${task.TaskID}`)
  await using tab = await console.open(`/console/tasks/${task.TaskID}`)
  const { page, complaints } = tab
  await page.getByRole('tab', { name: /^stdout/ }).click()
  const text = () => page.getByRole('tabpanel').textContent()
  await expect.poll(text).toContain('<script>globalThis.harmed=1</script> <img src=x onerror=alert(1)>')
  await expect.poll(text).toContain('nul \uFFFD broken')
  expect(await text()).not.toContain('\u001b')
  expect(await text()).toContain('show all') // of the long line, a part
  await page.getByRole('tab', { name: /^stderr/ }).click()
  await expect.poll(text).toContain('<svg onload=alert(1)>')
  expect(await page.title()).not.toContain('title')
  await isUnharmed(page, complaints)
  expect(await faultsOf(page)).toEqual([])
  await page.setViewportSize(NARROW)
  expect(await faultsOf(page)).toEqual([])
  // Text that runs backwards turns nothing around it: what follows it stands after it.
  const order = await page.evaluate((hostile) => {
    const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
    const around: string[] = []
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement!
      if (!walker.currentNode.nodeValue?.includes(hostile)) continue
      const { unicodeBidi } = getComputedStyle(element)
      around.push(unicodeBidi)
    }
    return around
  }, '\u202E')
  expect(order.length).toBeGreaterThan(0)
  expect(order.filter((bidi) => !/isolate|plaintext/.test(bidi))).toEqual([])
  for (const path of ['/console/tasks', '/console/tasks?show=builds']) {
    await page.goto(path)
    await page.getByRole('link', { name: /^safe\uFFFDgnp\.exe\uFFFD <img/ }).waitFor()
    await isUnharmed(page, complaints)
  }
})

test('links and fragments that are hostile open nothing of another origin and run nothing', async () => {
  for (const path of [
    '/console/sign-in?next=//evil.example/',
    '/console/sign-in?next=javascript:alert(1)',
    `/console/value#${encodeURIComponent(MARKUP)}`,
    `/console/editor#${'A'.repeat(5000)}`,
    '/console/tasks?status=%3Cscript%3E&from=nan',
    `/console/tasks/${encodeURIComponent('../../users/me')}`,
  ]) {
    await using tab = await console.open(path)
    await tab.page
      .getByRole('heading', { level: 1 })
      .first()
      .waitFor()
      .catch(async () => expect.fail(`${path} shows ${await tab.page.locator('main').textContent()}`))
    expect(new URL(tab.page.url()).origin).toBe(console.platform.origin)
    expect(await tab.page.evaluate(() => (globalThis as { harmed?: number }).harmed)).toBeUndefined()
    expect(tab.complaints.filter((each) => !/^(error: Failed to load resource|404: )/.test(each))).toEqual([])
  }
})
