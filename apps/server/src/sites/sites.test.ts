import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { PLACEHOLDER_ORIGIN } from '@credence/search'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openConsole } from './console.ts'
import { openSites } from './sites.ts'

let folder: string
let app: FastifyInstance
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'credence-site-'))
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

function serve(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: { origin?: string; isBuilt?: boolean; siteFailed?: boolean } = {},
): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const sites = openSites({
    folder: () => (options.isBuilt === false ? undefined : folder),
    preparing: () => ({ parts: options.siteFailed ? [] : ['pages of the documentation'], siteFailed: options.siteFailed ?? false }),
    origin: options.origin,
  })
  app = Fastify()
  app.setNotFoundHandler(async (request, reply) => {
    const page = await sites.page(request.url.replace(/\?.*/, ''), request.headers.accept)
    return page ? page.send(reply) : sites.notFound(reply)
  })
}
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test('pages carry the address that they are asked at, or the one of the settings', async () => {
  const page = { 'docs/index.html': '', 'docs/a/index.html': `<link rel="canonical" href="${PLACEHOLDER_ORIGIN}/docs/a/">` }
  serve(page)
  expect((await get('/docs/a/', { host: 'docs.example:81' })).body).toBe('<link rel="canonical" href="http://docs.example:81/docs/a/">')
  expect((await get('/docs/a/', { host: 'other.example' })).body).toContain('http://other.example/docs/a/')
  await app.close()
  serve(page, { origin: 'https://credence.example' })
  expect((await get('/docs/a/')).body).toContain('https://credence.example/docs/a/')
})

test('what says an address is not taken for what another address was told', async () => {
  const says = `see ${PLACEHOLDER_ORIGIN}/`
  serve({ 'a/index.html': says, 'assets/js/says.js': says, 'assets/js/bare.js': 'see' })
  const [here, there] = await Promise.all(['here.example', 'there.example'].map((host) => get('/a/', { host })))
  expect(here!.headers['etag']).not.toBe(there!.headers['etag'])
  expect((await get('/a/', { host: 'there.example', 'if-none-match': String(here!.headers['etag']) })).body).toBe('see http://there.example/')
  const lives = await Promise.all(['says', 'bare'].map(async (name) => (await get(`/assets/js/${name}.js`)).headers['cache-control']))
  expect(lives).toEqual(['public, max-age=3600', 'public, max-age=31536000, immutable'])
  for (const host of ['"><b>', '0x7f.1', 'a..b', 'a:99999', `${'a.'.repeat(130)}a`])
    expect((await get('/a/', { host })).body).toBe('see http://localhost/')
  expect(here!.headers['vary']).toBe('accept, accept-encoding, host')
  expect((await get('/assets/js/bare.js')).headers['vary']).toBe('accept, accept-encoding')
})

test('paths end with a slash, and old names lead to it', async () => {
  serve({ 'index.html': 'home', 'docs/a/index.html': 'a', 'docs/uxhw-api/a/index.html': 'a', 'docs/hardware-api/a/index.html': 'leads on' })
  const old = ['/docs/hardware-api/a/', '/docs/hardware-api/a?b', '/docs/hardware-api/c/']
  const asked = ['/docs/a', '/docs/a.html', '/docs/a/index.html', '/index.html', '/docs/a?q=x&y', '/docs/a/index.html/', '/docs/', '/docs', ...old]
  const places = await Promise.all(asked.map((path) => get(path)))
  expect(places.map(({ statusCode, headers }) => [statusCode, headers['location']])).toEqual([
    [301, '/docs/a/'],
    [301, '/docs/a/'],
    [301, '/docs/a/'],
    [301, '/'],
    [301, '/docs/a/?q=x&y'],
    [404, undefined],
    [301, '/'],
    [301, '/'],
    [301, '/docs/uxhw-api/a/'],
    [301, '/docs/uxhw-api/a/?b'],
    [404, undefined],
  ])
})

test('who asks for Markdown gets the twin of the page', async () => {
  serve({ 'docs/a/index.html': '<p>a</p>', 'docs/a.md': '# a' })
  const agent = await get('/docs/a/', { accept: 'text/markdown' })
  expect([agent.body, agent.headers['content-type'], agent.headers['vary']]).toEqual([
    '# a',
    'text/markdown; charset=utf-8',
    'accept, accept-encoding',
  ])
  expect((await get('/docs/a/', { accept: 'text/html,text/markdown;q=0.5' })).body).toBe('<p>a</p>')
})

test('text is compressed for those who take it, and named files come compressed from the build', async () => {
  const long = 'x'.repeat(5000)
  serve({ 'a/index.html': long, 'assets/js/a.js': long, 'assets/js/a.js.br': brotliCompressSync('from the build'), 'assets/engine/a.bin': long })
  const [page, script, binary] = await Promise.all(
    ['/a/', '/assets/js/a.js', '/assets/engine/a.bin'].map((path) => get(path, { 'accept-encoding': 'gzip, br' })),
  )
  expect(brotliDecompressSync(page!.rawPayload).toString()).toBe(long)
  expect(brotliDecompressSync(script!.rawPayload).toString()).toBe('from the build')
  expect(script!.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect([binary!.headers['content-encoding'], binary!.rawPayload.length]).toEqual([undefined, 5000])
  expect((await get('/a/')).body).toBe(long)
})

test('an unchanged page is not sent again', async () => {
  serve({ 'index.html': 'home' })
  const first = await get('/')
  expect((await get('/', { 'if-none-match': String(first.headers['etag']) })).statusCode).toBe(304)
})

test('until the site is built, its start page says what is going on', async () => {
  serve({}, { isBuilt: false })
  const page = await get('/')
  expect([page.statusCode, page.body.includes('<li>pages of the documentation</li>')]).toEqual([200, true])
  expect((await get('/docs/a/')).statusCode).toBe(404)
  const asked = await get('/docs/a/', { accept: 'text/html,*/*' })
  expect([asked.statusCode, asked.headers['retry-after'], asked.body]).toEqual([503, '10', page.body])
  expect((await get('/docs-of-another/', { accept: 'text/html' })).statusCode).toBe(404)
})

test('a site that could not be built is said, and its pages are not found', async () => {
  serve({}, { isBuilt: false, siteFailed: true })
  expect((await get('/')).body).toContain('could not be built. The log of the platform says why')
  expect((await get('/docs/a/', { accept: 'text/html' })).statusCode).toBe(404)
})

test('a page names the scripts that stand in it, nobody may frame it, and what is no page runs nothing', async () => {
  const scripts = ['a()', 'b("\n")']
  const html = `<script>${scripts[0]}</script><script src="/x.js"></script><script type="application/ld+json">{}</script><script async>${scripts[1]}</script>`
  serve({
    'a/index.html': `${html}<link rel="canonical" href="${PLACEHOLDER_ORIGIN}/a/">`,
    'picture.svg': '<svg/>',
    'x.js': 'x',
    '404.html': '<script>c()</script>',
    'connections.json': '["https://search.example","https://bad.example; script-src *",5]',
  })
  const policyOf = async (path: string) => String((await get(path, { accept: 'text/html' })).headers['content-security-policy'] ?? '')
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const policy = await policyOf('/a/')
  expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' ${scripts.map(hash).join(' ')};`)
  expect(policy).toContain("connect-src 'self' https://search.example;")
  expect(policy).toMatch(/frame-ancestors 'none'$/)
  expect(await policyOf('/nothing/')).toContain(hash('c()'))
  expect(await policyOf('/picture.svg')).toContain("default-src 'none'")
  expect((await get('/a/')).headers).toMatchObject({
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  })
  expect((await get('/x.js')).headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
})

test('the script whose address the page was asked at is hashed as it is sent', async () => {
  serve({ 'a/index.html': `<script>at("${PLACEHOLDER_ORIGIN}")</script>` })
  const { body, headers } = await get('/a/', { host: 'here.example' })
  const [, script = ''] = /<script>(.*)<\/script>/.exec(body) ?? []
  expect(script).toBe('at("http://here.example")')
  expect(headers['content-security-policy']).toContain(createHash('sha256').update(script).digest('base64'))
})

test('a script carries what it may do as a worker: compile, fetch from here alone, and start others; compressed and unchanged, too', async () => {
  const text = 'self.x = 1;'.repeat(400)
  const script = { 'assets/worker.js': text, 'assets/worker.js.br': brotliCompressSync(text) }
  serve({ ...script, 'console/assets/worker.js': text, 'console/index.html': '' })
  const policyOf = (reply: { headers: object }) =>
    Object.fromEntries(
      String((reply.headers as Record<string, string>)['content-security-policy'])
        .split('; ')
        .map((each) => [each.split(' ')[0], each.split(' ').slice(1)]),
    )
  const plain = await get('/assets/worker.js')
  const unchanged = await get('/assets/worker.js', { 'if-none-match': String(plain.headers['etag']) })
  expect(unchanged.statusCode).toBe(304)
  for (const reply of [plain, unchanged, await get('/assets/worker.js', { 'accept-encoding': 'br' })])
    expect(policyOf(reply)).toEqual({
      'default-src': ["'none'"],
      'script-src': ["'self'", "'wasm-unsafe-eval'"],
      'connect-src': ["'self'"],
      'worker-src': ["'self'"],
      'frame-ancestors': ["'none'"],
    })
  await app.close()
  app = Fastify()
  const consoleAt = openConsole({ folder: () => join(folder, 'console'), failed: () => false, stores: ['https://store.example'] })
  app.setNotFoundHandler(async (request, reply) => (await consoleAt(request.url, ''))?.send(reply))
  expect(policyOf(await get('/console/assets/worker.js'))).toEqual(policyOf(plain))
  expect(policyOf(await get('/console/'))['connect-src']).toContain('https://store.example')
})

test('pages that are made here run nothing', async () => {
  serve({}, { isBuilt: false })
  expect((await get('/')).headers).toMatchObject({
    'content-security-policy': expect.stringMatching(/^default-src 'none';/),
    'x-frame-options': 'DENY',
  })
})
