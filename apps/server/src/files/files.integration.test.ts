import { readdirSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../database/pool.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type TestAccount, type TestPlatform } from '../testing/platform.ts'
import { putFile, upload } from '../testing/upload.ts'
import { openStorage } from './storage.ts'

let server: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  server = await openTestDatabase()
  platform = await openTestPlatform(server, { workers: 0, env: { CREDENCE_PLANS: '{"FreeTier":{"storageBytes":100}}' } })
})
afterAll(async () => {
  await platform.close()
  await server.close()
})

const call = async (method: string, path: string, as?: TestAccount) => {
  const { status, json } = await platform.call(method, path, as ? { as } : {})
  return { status, ...json }
}
const text = async (path: string) => (await platform.follow((await call('GET', `/files/${path}?download=true`)).download_url)).body
const names = async (path: string) => (await call('GET', `/files?path=${path}`)).items.map((item: { path: string }) => item.path)

test('bytes go in by a link and come out by a link, and the file tells its size', async () => {
  const { status, message, upload_url } = await call('PUT', '/files/measurements/run1.csv?size=5')
  expect([status, message]).toEqual([200, 'OK'])
  expect((await call('GET', '/files/measurements/run1.csv')).message).toBe('File not found') // announced, not there
  expect(await upload(platform, upload_url, 'a,b,c')).toBe(200)
  const item = { path: 'measurements/run1.csv', size: 5, etag: expect.stringMatching(/^"[0-9a-f]+"$/), last_modified: expect.any(Number) }
  expect(await call('GET', '/files/measurements/run1.csv')).toEqual({ status: 200, ...item })
  expect(await call('GET', '/files/measurements')).toMatchObject({ count: 1, items: [item] })
  expect(await call('GET', '/files')).toMatchObject({ items: [{ path: 'measurements/', size: 0 }] })
  const download = await call('GET', '/files/measurements/run1.csv?download=true')
  expect(download).toMatchObject({ size: 5, content_type: 'application/octet-stream', owner: platform.owner.userId })
  const answer = await platform.follow(download.download_url)
  expect([answer.body, answer.headers['content-disposition']]).toEqual(['a,b,c', 'attachment; filename="run1.csv"'])
})
test('bytes that could not be taken in, because the database was away, are taken in later', async () => {
  const { upload_url } = await call('PUT', '/files/patient.txt?size=3')
  await upload(platform, upload_url, 'abc')
  let transactions = 0
  const transaction: Database['transaction'] = (work) =>
    transactions++ === 0 ? Promise.reject(new Error('away')) : platform.database.transaction(work)
  const storage = openStorage({ ...platform.database, transaction }, platform.objects)
  await expect(storage.settle(platform.owner.userId)).rejects.toThrow('away')
  expect(await text('patient.txt')).toBe('abc')
  await call('DELETE', '/files/patient.txt')
})
test('a link takes exactly its size; what is there stays until the new bytes are', async () => {
  await putFile(platform, 'kept.txt', 'old')
  const { upload_url } = await call('PUT', '/files/kept.txt?size=8')
  for (const wrong of ['newer', 'newer and longer']) expect(await upload(platform, upload_url, wrong)).toBe(404)
  expect(await text('kept.txt')).toBe('old')
  expect(await upload(platform, upload_url, 'new text')).toBe(200)
  expect(await text('kept.txt')).toBe('new text')
  await putFile(platform, 'empty', '')
  expect((await call('GET', '/files/empty')).size).toBe(0)
})
test('bytes that break off, come without a length, or go elsewhere leave nothing behind', async () => {
  await platform.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = platform.app.server.address() as AddressInfo
  const raw = (head: readonly string[], body: string, end: 'break' | 'wait') =>
    new Promise<string>((resolve) => {
      let heard = ''
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`${[...head, 'connection: close'].join('\r\n')}\r\n\r\n${body}`)
        if (end === 'break') setTimeout(() => socket.destroy(), 100)
      })
      socket.on('data', (chunk) => (heard += chunk)).on('close', () => resolve(heard.split('\r\n')[0] ?? ''))
      socket.on('error', () => {})
    })
  const { json } = await platform.call('PUT', '/files/broken.txt?size=1000', { headers: { host: `127.0.0.1:${port}` } })
  const { pathname, search } = new URL(json.upload_url)
  const line = (path: string) => [`PUT ${path}${search} HTTP/1.1`, `host: 127.0.0.1:${port}`]
  expect(await raw([...line(pathname), 'content-length: 1000'], 'x'.repeat(500), 'break')).toBe('')
  expect(await raw([...line(pathname), 'transfer-encoding: chunked'], `3e8\r\n${'x'.repeat(1000)}\r\n0\r\n\r\n`, 'wait')).toMatch(/ 404 /)
  for (const elsewhere of [
    '/objects/../../etc/cron.d/x',
    '/objects/%2e%2e/%2e%2e/x',
    `${pathname}/../other`,
    pathname.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    `${pathname}%00`,
  ])
    expect(await raw([...line(elsewhere), 'content-length: 1000'], 'x'.repeat(1000), 'wait')).toMatch(/ 40[04] /)
  const unfinished = join(platform.config.home, 'objects', 'unfinished')
  await expect.poll(() => readdirSync(unfinished)).toEqual([])
  expect(await call('GET', '/files/broken.txt')).toMatchObject({ status: 404 })
  expect(await raw([...line(pathname), 'content-length: 1000'], 'x'.repeat(1000), 'wait')).toMatch(/ 200 /)
  expect((await call('GET', '/files/broken.txt')).size).toBe(1000)
})
test.each([['größe/测量 ☃.csv'], ["a'b(c)!*.txt"], ['100%.txt'], ['back\\slash'], ['..hidden'], ['a?b#c&d=e'], ['e\u0301/é']])(
  '%j is a name',
  async (path) => {
    await putFile(platform, path, path)
    const encoded = encodeURIComponent(path)
    expect((await call('GET', `/files/${encoded}`)).path).toBe(path) // its slashes encoded, too
    expect(await text(encoded)).toBe(path)
    expect((await call('DELETE', `/files/${encoded}`)).status).toBe(200)
  },
)
test.each([
  ['..%2fx'],
  ['a%2f..%2f..%2fx'],
  ['a%2f.%2fb'],
  ['a%2f%2fb'],
  ['a%00b'],
  ['a%0ab'],
  ['a%7f'],
  [`${'a%2f'.repeat(70)}b`],
  ['n'.repeat(256)],
])('%s is none', async (path) => {
  for (const method of ['GET', 'PUT', 'DELETE'])
    expect(await call(method, `/files/${path}?size=1`)).toMatchObject({ status: 400, message: "Missing or malformed 'path' field" })
})
test('a size is needed, and whole', async () => {
  const wanted = ': an integer of at least 0'
  for (const [query, said] of [['', ''], ...['-1', 'x', '1.5', '1e3', '0x10'].map((size) => [`?size=${size}`, wanted])])
    expect(await call('PUT', `/files/x${query}`)).toMatchObject({ status: 400, message: `Missing or malformed 'size' field${said}` })
})

describe('directories', () => {
  test('are made with all above them, once and again', async () => {
    for (const _ of [1, 2]) expect(await call('PUT', '/files/made/of/many?directory=true')).toEqual({ status: 200, message: 'OK' })
    expect(await names('made/of')).toEqual(['made/of/many/'])
    expect(await names('made/of/many/')).toEqual([])
  })
  test('and files do not share a name', async () => {
    await putFile(platform, 'taken/file', 'x')
    for (const path of ['taken/file?directory=true', 'taken/file/below?size=1', 'taken?size=1'])
      expect(await call('PUT', `/files/${path}`)).toMatchObject({ status: 409, message: 'A file or directory of that name exists' })
  })
  test('go empty, or with all that is in them', async () => {
    await putFile(platform, 'full/a', 'a')
    await putFile(platform, 'full/deep/b', 'b')
    await putFile(platform, 'fuller', 'stays')
    expect(await call('DELETE', '/files/full?directory=true')).toMatchObject({ status: 409 })
    expect(await call('DELETE', '/files/full/a?recursive=true')).toMatchObject({ status: 400, message: "'recursive' is valid only for directories" })
    expect(await call('DELETE', '/files/full?recursive=true&directory=true')).toEqual({ status: 200, message: 'OK' })
    for (const path of ['full', 'full/a', 'full/deep/b']) expect((await call('GET', `/files/${path}`)).status).toBe(404)
    expect(await text('fuller')).toBe('stays')
    expect(await call('DELETE', '/files/full')).toMatchObject({ status: 404, message: 'File not found' })
  })
  test('of thousands of files are listed in pages', async () => {
    const { userId } = platform.owner
    await platform.database.query({
      text: `insert into file (owner, path, folder, is_directory, size, etag, object_key, modified_at)
             select $1, 'many/' || lpad(n::text, 5, '0'), 'many', false, 1, '', 'none', 0 from generate_series(1, 10000) n
             union all select $1, 'many', '', true, 0, '', null, 0`,
      values: [userId],
    })
    const seen: string[] = []
    let key: string | undefined
    do {
      const page = await call('GET', `/files?path=many${key === undefined ? '' : `&startKey=${encodeURIComponent(key)}`}`)
      seen.push(...page.items.map((item: { path: string }) => item.path))
      key = page.nextContinuationToken
    } while (key !== undefined)
    expect([seen.length, new Set(seen).size, seen[0], seen.at(-1)]).toEqual([10_000, 10_000, 'many/00001', 'many/10000'])
    expect((await call('DELETE', '/files/many?recursive=true')).status).toBe(200)
  })
})

test('storage ends at the limit of the plan, announced uploads included, and a file may be replaced', async () => {
  const free = await platform.account('FreeTier')
  expect((await call('PUT', '/files/a?size=60', free)).status).toBe(200)
  expect(await call('PUT', '/files/b?size=41', free)).toMatchObject({
    status: 403,
    error: 'Forbidden',
    message: 'Storage limit exceeded. Please upgrade your account to store more.',
  })
  const { upload_url } = await call('PUT', '/files/a?size=100', free)
  expect(await upload(platform, upload_url, 'x'.repeat(100))).toBe(200)
  expect((await call('GET', '/files/a', free)).size).toBe(100)
  expect((await call('GET', '/users/me', free)).ResourceUsage.CloudStorageBytes).toBe(100)
})
test('others see nothing of it', async () => {
  await putFile(platform, 'secret.txt', 'mine')
  const other = await platform.account()
  for (const method of ['GET', 'DELETE']) expect((await call(method, '/files/secret.txt', other)).status).toBe(404)
  expect(await call('GET', '/files', other)).toMatchObject({ count: 0, items: [] })
})
