// Serves the engine to a browser from static files alone: the bundled page, the compiler, the prepared parts. For tests.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { browserAssets } from '../toolchain/node/browser-assets.ts'
import { buildPage } from './build.ts'

export interface EngineSite extends AsyncDisposable {
  readonly url: string
}

const DEFAULT_CACHE = join(process.env['CREDENCE_HOME'] ?? resolve(import.meta.dirname, '../../../../.credence'), 'cache')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
}

/** @param cacheDir  for the prepared parts. Default: that of the platform's home */
export async function serveEngine(cacheDir: string = DEFAULT_CACHE): Promise<EngineSite> {
  const folder = await mkdtemp(join(tmpdir(), 'credence-page-'))
  const assets = new Map((await browserAssets({ cacheDir })).map(({ path, bytes }) => [path, bytes]))
  await buildPage(folder)
  for (const path of await readdir(folder, { recursive: true })) if (extname(path)) assets.set(path, () => readFile(join(folder, path)))
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname.slice(1) || 'index.html'
    const bytes = await assets.get(path)?.()
    response.writeHead(bytes ? 200 : 404, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-length': bytes?.length ?? 0,
    })
    response.end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true })
    },
  }
}
