import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { redirectOf, type StaticServer, serveStatic } from './static-server.ts'

let folder: string
let server: StaticServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credence-static-'))
  await mkdir(join(folder, 'docs/api'), { recursive: true })
  await writeFile(join(folder, 'index.html'), 'home')
  await writeFile(join(folder, '404.html'), 'not found')
  await writeFile(join(folder, 'docs/api/index.html'), 'the API')
  server = await serveStatic(folder)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})
const get = (path: string) => fetch(server.origin + path, { redirect: 'manual' })

test.each([
  ['/docs/api', '/docs/api/'],
  ['/docs/api.html', '/docs/api/'],
  ['/docs/api/index.html', '/docs/api/'],
  ['/index.html', '/'],
  ['/docs', '/'],
  ['/docs/', '/'],
])('%s leads to %s', async (from, to) => {
  expect(redirectOf(from)).toBe(to)
  const reply = await get(from)
  expect([reply.status, reply.headers.get('location')]).toEqual([301, to])
})

test('a redirect keeps the query', async () => {
  expect((await get('/search?q=gauss')).headers.get('location')).toBe('/search/?q=gauss')
})

test('a path without a page answers 404 with the not-found page', async () => {
  const reply = await get('/nothing/here/')
  expect([reply.status, await reply.text()]).toEqual([404, 'not found'])
})

test('a path outside of the folder is not found', async () => {
  expect((await get('/%2e%2e/%2e%2e/etc/passwd/')).status).toBe(404)
})
