// The toolchain in Chromium: the sources as modules, the static files of `browserAssets` from a server of this test.

import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { RECOMMENDED_SPEC } from '@credence/contract/cores'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_FLAGS, browserPath } from '../../../../tools/browser.ts'
import { type BrowserAsset, browserAssets } from './node/browser-assets.ts'
import { TEST_CACHE } from './testing/toolchain.ts'

let server: Server
let browser: Browser
let assets: BrowserAsset[]
beforeAll(async () => {
  assets = await browserAssets({ cacheDir: TEST_CACHE })
  server = createServer((request, response) => {
    content(new URL(request.url ?? '/', 'http://localhost').pathname).then(
      ({ type, bytes }) => response.setHeader('content-type', type).setHeader('content-length', bytes.length).end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  browser = await chromium.launch({ executablePath: browserPath(), args: BROWSER_FLAGS, timeout: 120_000 })
})
afterAll(async () => {
  await browser?.close()
  server?.close()
})

const TYPES: Readonly<Record<string, string>> = { wasm: 'application/wasm', js: 'text/javascript', json: 'application/json' }
async function content(path: string): Promise<{ type: string; bytes: Uint8Array }> {
  if (path === '/') return { type: 'text/html', bytes: Buffer.from('<!doctype html><title>toolchain</title>') }
  const asset = assets.find((candidate) => path === `/static/${candidate.path}`)
  if (asset !== undefined) return { type: TYPES[path.split('.').at(-1)!] ?? 'application/octet-stream', bytes: await asset.bytes() }
  const source = await readFile(new URL(`..${path}`, import.meta.url), 'utf8')
  return { type: 'text/javascript', bytes: Buffer.from(stripTypeScriptTypes(source)) }
}

test('programs are built in the page, and a build that takes too long is ended without harm to the next', async () => {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const report = (await page.evaluate(`(async () => {
    const { openBrowserToolchain } = await import('/toolchain/browser.ts')
    let fetched = 0
    const open = { manifest: new URL('/static/toolchain.json', location.href), milliseconds: 12000, onProgress: (done, total) => { fetched = done / total } }
    const toolchain = await openBrowserToolchain(open)
    const core = ${JSON.stringify(RECOMMENDED_SPEC)}
    const build = async (name, text) => {
      const { module, output } = await toolchain.build({ files: new Map([[name, new TextEncoder().encode(text)]]), core })
      return { valid: module !== undefined && WebAssembly.validate(module), output }
    }
    const c = await build('main.c', '#include <stdio.h>\\nint main(void) { printf("%f", 1.5); return 0; }')
    const cpp = await build('main.cpp', '#include <iostream>\\nint main() { std::cout << 1.5; }')
    // A thousand evaluations of which each takes some tenths of a second and stays below the compiler's own limits.
    const bomb = await build('main.cpp', 'constexpr int f(int k) { int s = 0; for (int i = 0; i < 300000; i++) s ^= i + k; return s; }' +
      Array.from({ length: 1000 }, (_, k) => 'static_assert(f(' + k + ') != -1);').join('') + 'int main() { return 0; }')
    const after = await build('main.c', 'int main(void) { return 0; }')
    toolchain.close()
    return { fetched, runtime: WebAssembly.validate(toolchain.runtime), c, cpp, bomb, after }
  })()`)) as Record<string, unknown>
  expect(report).toEqual({
    fetched: 1,
    runtime: true,
    c: { valid: true, output: '' },
    cpp: { valid: true, output: '' },
    bomb: { valid: false, output: 'error: compile time limit of 12 s reached\n' },
    after: { valid: true, output: '' },
  })
})
