// The adapter against a server in this process that checks every signature; `npm run acceptance -- --many` has it on a real one.
import { errors } from '@credence/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MemoryS3, openMemoryS3 } from '../testing/s3.ts'
import { openS3Store } from './s3-store.ts'
import { type ObjectStore, readAll } from './store.ts'

const text = { contentType: 'text/plain' }
const bytes = (words: string) => new TextEncoder().encode(words)
let server: MemoryS3
let store: ObjectStore
beforeEach(async () => {
  server = await openMemoryS3()
  store = openS3Store({ ...server, endpoint: server.origin, linkEndpoint: server.origin, region: 'us-east-1', firstPauseMs: 1 })
})
afterEach(() => server.close())

test('what is put is got, whole and in part, under any name', async () => {
  const name = "a/b c (1) 'é' & +"
  const put = await store.put(name, bytes('0123456789'), text)
  const object = await store.get(name)
  expect(object).toMatchObject({ key: name, size: 10, contentType: 'text/plain', etag: put.etag })
  expect((await readAll(object!)).toString()).toBe('0123456789')
  const part = async (first: number, last: number) => (await readAll((await store.get(name, { first, last }))!)).toString()
  expect([await part(2, 4), await part(8, 99), await part(10, 99), await part(0, -1)]).toEqual(['234', '89', '', ''])
  expect(await store.get(name, { first: 2, last: 4 })).toMatchObject({ size: 10 })
  expect((await store.list('a/')).map(({ key, size }) => [key, size])).toEqual([[name, 10]])
})
test('what is not there is undefined, and deleting it is no error', async () => {
  expect([await store.get('none'), await store.head('none')]).toEqual([undefined, undefined])
  await store.delete('none')
})
test('a stream becomes one object, in parts where it is long, and nothing of it is there when it fails', async () => {
  const piece = Buffer.alloc(3 * 2 ** 20, 'x')
  async function* stream(pieces: number, fails = false) {
    for (let count = 0; count < pieces; count++) yield piece
    if (fails) throw new Error('the program ended')
  }
  expect(await store.put('short', stream(1), text)).toMatchObject({ size: piece.length })
  expect(await store.put('long', stream(9), text)).toMatchObject({ size: 9 * piece.length, etag: 'whole-3' })
  expect(server.objects.get('long')).toMatchObject({ contentType: 'text/plain' })
  expect((await readAll((await store.get('long'))!)).equals(Buffer.alloc(9 * piece.length, 'x'))).toBe(true)
  await expect(store.put('failed', stream(9, true), text)).rejects.toThrow('the program ended')
  expect([server.objects.has('failed'), server.uploads.size]).toEqual([false, 0])
})
test('lists and deletes go over all pages, and stay below their prefix', async () => {
  for (let count = 0; count < 8; count++) await store.put(`t/1/${count}`, bytes('x'), text)
  await store.put('t/10', bytes('x'), text)
  expect(await store.list('t/1/')).toHaveLength(8)
  expect(await store.list('')).toHaveLength(9)
  await store.deleteAll('t/1/')
  expect([...server.objects.keys()]).toEqual(['t/10'])
})
test('links read and store without a credential, and only what they were made for', async () => {
  await store.put('a', bytes('hello'), text)
  const asked = { key: 'a', origin: 'http://not.used', lifetimeSeconds: 900 }
  const link = store.linkToGet({ ...asked, fileName: 'a.txt' })
  const reply = await fetch(link)
  expect([reply.status, await reply.text(), reply.headers.get('content-disposition')]).toEqual([200, 'hello', 'attachment; filename="a.txt"'])
  expect((await fetch(link.replace('/a?', '/b?'))).status).toBe(403)
  const upload = store.linkToPut({ ...asked, key: 'up', size: 3 })
  expect((await fetch(upload, { method: 'PUT', body: 'four' })).status).toBe(403)
  expect((await fetch(upload, { method: 'PUT', body: 'abc' })).status).toBe(200)
  expect(String(server.objects.get('up')?.bytes)).toBe('abc')
})
test('a server that is away for a moment is asked again; one that stays away, or refuses, is told apart', async () => {
  server.fail(2)
  await store.put('a', bytes('x'), text)
  const other = openS3Store({ ...server, endpoint: server.origin, linkEndpoint: server.origin, bucket: 'nobody', region: 'us-east-1' })
  await expect(other.put('a', bytes('x'), text)).rejects.toThrow('the object store answers 404 NoSuchBucket to PUT /nobody/a')
  server.fail(100)
  await expect(store.head('a')).rejects.toThrow(errors.objectsAway().message)
}, 60_000)
test('keys that lead elsewhere are refused', async () => {
  for (const key of ['../a', 'a/../b', '/a', '']) await expect(store.put(key, bytes('x'), text)).rejects.toThrow(RangeError)
})
