// What a browser may do with bytes behind a signed link: show them, never run them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiError, errors } from '@credence/contract'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { openFileStore } from './file-store.ts'
import { linkRoutes } from './routes.ts'

test('a link takes the number of bytes that it was made for, and says so of another one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'credence-links-'))
  const key = { id: 'key', secret: 'secret' }
  const objects = await openFileStore(folder, key)
  const app = Fastify()
  app.setErrorHandler((error: ApiError, _request, reply) => reply.code(error.status).send(error.message))
  try {
    await app.register(linkRoutes, { objects, key, origin: undefined })
    const { pathname, search } = new URL(objects.linkToPut({ key: 'files/a', origin: 'http://here.example', lifetimeSeconds: 60, size: 3 }))
    const put = async (payload: string) => {
      const { statusCode, body } = await app.inject({ method: 'PUT', url: pathname + search, payload, headers: { host: 'here.example' } })
      return [statusCode, body]
    }
    const refused = [404, errors.linkNotFound({ isUpload: true }).message]
    expect([await put('ab'), await put('abc'), await put('abcd')]).toEqual([refused, [200, ''], refused])
    expect(refused[1]).toContain('another number of bytes')
  } finally {
    await app.close()
    rmSync(folder, { recursive: true })
  }
})

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
