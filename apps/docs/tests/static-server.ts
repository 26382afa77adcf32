// The built site on an address of its own, for tests: what a good static host does, and nothing else. Paths end with a slash (301),
// `.html` names lead to bare paths (301), a path without a page answers 404 with the site's not-found page, text is compressed.
import { readFile, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize, sep } from 'node:path'
import { gzipSync } from 'node:zlib'

export interface StaticServer extends AsyncDisposable {
  readonly origin: string
}
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}
const COMPRESSED = /^(text|application\/(json|xml|wasm)|image\/svg)/

/** Serves `folder` at a free port of this machine until it is disposed of. */
export async function serveStatic(folder: string): Promise<StaticServer> {
  const zipped = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    answer(folder, zipped, request, response).catch((error) => response.destroy(error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Where a path leads before any file is looked for, or nothing. */
export function redirectOf(path: string): string | undefined {
  if (path === '/docs' || path === '/docs/') return '/'
  if (path === '/404.html') return undefined
  const bare = /^(.*?)(?:\/index)?\.html$/.exec(path)
  if (bare) return `${bare[1]}/`
  return path.endsWith('/') || extname(path) ? undefined : `${path}/`
}

async function answer(folder: string, zipped: Map<string, Buffer>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost')
  const location = redirectOf(pathname)
  if (location !== undefined) return void response.writeHead(301, { location: location + search }).end()
  const found = await fileAt(folder, pathname)
  const file = found ?? join(folder, '404.html')
  const type = TYPES[extname(file)] ?? 'application/octet-stream'
  const headers: Record<string, string> = {
    'content-type': type,
    'cache-control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
    vary: 'accept-encoding',
  }
  let body: Buffer
  if (COMPRESSED.test(type) && request.headers['accept-encoding']?.includes('gzip')) {
    body = zipped.get(file) ?? gzipSync(await readFile(file))
    zipped.set(file, body)
    headers['content-encoding'] = 'gzip'
  } else body = await readFile(file)
  response.writeHead(found ? 200 : 404, headers).end(request.method === 'HEAD' ? undefined : body)
}

async function fileAt(folder: string, path: string): Promise<string | undefined> {
  const inside = normalize(join(folder, decodeURIComponent(path), path.endsWith('/') ? 'index.html' : ''))
  if (!inside.startsWith(folder + sep)) return undefined
  return (await stat(inside).catch(() => undefined))?.isFile() ? inside : undefined
}
