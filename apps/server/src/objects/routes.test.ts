// What a browser may do with bytes behind a signed link: show them, never run them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { openFileStore } from './file-store.ts'
import { linkRoutes } from './routes.ts'

test('HTML behind a link is a sandboxed document without scripts, whoever stored it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'credence-links-'))
  const key = { id: 'key', secret: 'secret' }
  const objects = await openFileStore(folder, key)
  const app = Fastify()
  try {
    await app.register(linkRoutes, { objects, key, origin: undefined })
    await objects.put('outputs/page.html', new TextEncoder().encode('<script>steal()</script>'), { contentType: 'text/html' })
    const link = async (fileName?: string) => {
      const url = new URL(
        objects.linkToGet({ key: 'outputs/page.html', origin: 'http://here.example', lifetimeSeconds: 60, ...(fileName && { fileName }) }),
      )
      return app.inject({ url: url.pathname + url.search, headers: { host: 'here.example' } })
    }
    const shown = await link()
    expect([shown.statusCode, shown.body]).toEqual([200, '<script>steal()</script>'])
    expect(shown.headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none';/),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    expect((await link('page.html')).headers['content-disposition']).toBe('attachment; filename="page.html"')
  } finally {
    await app.close()
    rmSync(folder, { recursive: true })
  }
})
