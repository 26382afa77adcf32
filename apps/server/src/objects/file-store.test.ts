import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type PresentedLink, type Verdict, verifyLink } from '../s3/signature.ts'
import { OBJECTS_PATH, openFileStore } from './file-store.ts'
import { type ObjectStore, readAll } from './store.ts'

const key = { id: 'one', secret: 'hush' }
const text = { contentType: 'text/plain' }
const bytes = (words: string) => new TextEncoder().encode(words)
let folder: string
let store: ObjectStore
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'credence-objects-'))
  store = await openFileStore(folder, key)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('what is put is got, whole and in part', async () => {
  await store.put('a/b c', bytes('0123456789'), text)
  const object = await store.get('a/b c')
  expect(object).toMatchObject({ key: 'a/b c', size: 10, contentType: 'text/plain' })
  expect((await readAll(object!)).toString()).toBe('0123456789')
  expect((await readAll((await store.get('a/b c', { first: 2, last: 4 }))!)).toString()).toBe('234')
})
test('a part that goes beyond the end stops there, and what is noted of the bytes is no part of them', async () => {
  await store.put('a', bytes('0123'), text)
  const part = async (first: number, last: number) => (await readAll((await store.get('a', { first, last }))!)).toString()
  expect([await part(2, 99), await part(4, 99), await part(0, 0)]).toEqual(['23', '', '0'])
  await store.put('empty', bytes(''), text)
  expect((await readAll((await store.get('empty'))!)).toString()).toBe('')
  expect(await store.head('empty')).toMatchObject({ size: 0, contentType: 'text/plain' })
})
test('a type of any length is kept', async () => {
  const contentType = `text/${'x'.repeat(1000)}`
  await store.put('a', bytes('0123'), { contentType })
  expect(await store.head('a')).toMatchObject({ size: 4, contentType })
})
test('an object is one file, which is written and flushed once, its folder too', async () => {
  for (let i = 0; i < 2; i++) await store.put('t/1/a', bytes('x'), text)
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name)).toEqual(['a'])
})
test('objects of older stores are read, listed, replaced and deleted', async () => {
  for (const name of ['t/a', 't/b']) {
    for (const root of ['data', 'meta']) await mkdir(join(folder, root, 't'), { recursive: true })
    await writeFile(join(folder, 'data', name), `old ${name}`)
    await writeFile(join(folder, 'meta', name), JSON.stringify({ etag: name, contentType: 'text/old' }))
  }
  expect(await store.head('t/a')).toMatchObject({ size: 7, etag: 't/a', contentType: 'text/old' })
  expect((await readAll((await store.get('t/a', { first: 4, last: 9 }))!)).toString()).toBe('t/a')
  await store.put('t/a', bytes('new'), text)
  expect((await readAll((await store.get('t/a'))!)).toString()).toBe('new')
  expect((await store.list('t/')).map(({ key, size }) => [key, size])).toEqual([
    ['t/a', 3],
    ['t/b', 7],
  ])
  await store.delete('t/a')
  expect(await store.get('t/a')).toBeUndefined()
  await store.deleteAll('t/')
  expect(await store.list('t/')).toEqual([])
})
test('a stream is stored as its bytes', async () => {
  async function* parts() {
    yield bytes('ab')
    yield bytes('cd')
  }
  expect((await store.put('s', parts(), text)).size).toBe(4)
  expect((await readAll((await store.get('s'))!)).toString()).toBe('abcd')
})
test('a put that fails leaves the old object and no temporary file', async () => {
  await store.put('a', bytes('old'), text)
  async function* broken() {
    yield bytes('ne')
    throw new Error('the writer died')
  }
  await expect(store.put('a', broken(), text)).rejects.toThrow('the writer died')
  expect((await readAll((await store.get('a'))!)).toString()).toBe('old')
  expect(await readdir(join(folder, 'unfinished'))).toEqual([])
})
test('the etag changes with the content only', async () => {
  const first = await store.put('a', bytes('x'), text)
  expect((await store.put('a', bytes('x'), text)).etag).toBe(first.etag)
  expect((await store.put('a', bytes('y'), text)).etag).not.toBe(first.etag)
})
test('a prefix is listed and deleted as a whole', async () => {
  for (const name of ['t/1/b', 't/1/a', 't/10/a', 'u']) await store.put(name, bytes(name), text)
  expect((await store.list('t/1/')).map((info) => info.key)).toEqual(['t/1/a', 't/1/b'])
  await store.deleteAll('t/1/')
  expect(await store.list('t/1/')).toEqual([])
  expect((await store.list('t/10/')).map((info) => info.key)).toEqual(['t/10/a'])
})
test('what is not there is undefined, and deleting it is no error', async () => {
  expect(await store.get('no/such')).toBeUndefined()
  await store.put('a', bytes(''), text)
  expect(await store.head('a/below')).toBeUndefined()
  await store.put('folder/b', bytes(''), text)
  expect(await store.head('folder')).toBeUndefined()
  await store.delete('no/such')
  expect(await store.list('none/')).toEqual([])
})
test.each(['', '/etc/passwd', '../x', 'a/../b', 'a/./b', 'a//b', 'a/', 'a\0b', 'a\\b', 'C:x', '..'])('the key %j is refused', async (bad) => {
  await expect(store.put(bad, bytes(''), text)).rejects.toThrow(RangeError)
  await expect(store.get(bad)).rejects.toThrow(RangeError)
})

const verdict = (url: string, change: Partial<PresentedLink> = {}, now?: number): Verdict => {
  const { host, pathname, searchParams } = new URL(url)
  const link = { method: 'GET', path: decodeURIComponent(pathname), query: searchParams, headers: { host }, ...change }
  return verifyLink(link, (id) => (id === key.id ? key.secret : undefined), now)
}
const linkTo = (name: string, lifetimeSeconds = 900) => store.linkToGet({ key: name, origin: 'http://here:1', lifetimeSeconds })

test('a link to an object is valid as it was signed', () => {
  const url = linkTo(`a/b (c)'ü+&`)
  expect(new URL(url).pathname.startsWith(OBJECTS_PATH)).toBe(true)
  expect(verdict(url)).toBe('ok')
})
test('any change to a link is refused', () => {
  const url = linkTo('a')
  expect(verdict(url, { method: 'PUT' })).toBe('signature')
  expect(verdict(url, { path: `${OBJECTS_PATH}b` })).toBe('signature')
  expect(verdict(url, { headers: { host: 'there' } })).toBe('signature')
  expect(verdict(`${url}&extra=1`)).toBe('signature')
  expect(verdict(`${url}&X-Amz-Expires=900`)).toBe('malformed')
  expect(verdict(url.replace('Expires=900', 'Expires=901'))).toBe('signature')
  expect(verdict(url.replace('Expires=900', 'Expires=604801'))).toBe('malformed')
  expect(verdict(url.replace('Credential=one', 'Credential=two'))).toBe('unknown')
  expect(verdict(url.replace(/Signature=./, 'Signature=-'))).toBe('malformed')
})
test('a link ends with its lifetime, and plots may have seven days less a second', () => {
  expect(verdict(linkTo('a', 900), {}, Date.now() + 899_000)).toBe('ok')
  expect(verdict(linkTo('a', 900), {}, Date.now() + 902_000)).toBe('expired')
  expect(verdict(linkTo('a', 604_799), {}, Date.now() + 604_000_000)).toBe('ok')
  expect(() => linkTo('a', 604_801)).toThrow(RangeError)
})
test('a link to store is bound to the number of bytes', () => {
  const url = store.linkToPut({ key: 'up', origin: 'http://here', lifetimeSeconds: 900, size: 5 })
  expect(verdict(url, { method: 'PUT', headers: { host: 'here', 'content-length': '5' } })).toBe('ok')
  expect(verdict(url, { method: 'PUT', headers: { host: 'here', 'content-length': '6' } })).toBe('signature')
})

test('what a killed process had begun to write long ago is removed, and nothing else', async () => {
  await store.put('kept', bytes('here'), text)
  const unfinished = join(folder, 'unfinished')
  for (const name of ['old', 'old.note', 'young']) await writeFile(join(unfinished, name), 'half')
  const yesterday = new Date(Date.now() - 25 * 3600 * 1000)
  for (const name of ['old', 'old.note']) await utimes(join(unfinished, name), yesterday, yesterday)
  const again = await openFileStore(folder, key)
  expect(await readdir(unfinished)).toEqual(['young'])
  expect((await readAll((await again.get('kept'))!)).toString()).toBe('here')
})
test('what a process that is gone had begun to write is removed when the next one opens the store', async () => {
  const { pid } = spawnSync(process.execPath, ['--eval', ''])
  const unfinished = join(folder, 'unfinished')
  const [dead, alive, elsewhere] = [`${hostname()}_${pid}_a.note`, `${hostname()}_${process.pid}_b`, `other-${hostname()}_${pid}_c`]
  for (const name of [dead, alive, elsewhere]) await writeFile(join(unfinished, name), 'half')
  await openFileStore(folder, key)
  expect((await readdir(unfinished)).sort()).toEqual([alive, elsewhere].sort())
})
test('a draft is named after its process', async () => {
  const names = new Set<string>()
  async function* slow() {
    yield bytes('a')
    for (const name of await readdir(join(folder, 'unfinished'))) names.add(name)
  }
  await store.put('a', slow(), text)
  expect([...names]).toEqual([expect.stringMatching(new RegExp(`^${hostname()}_${process.pid}_`))])
})
test('a put whose key is a folder leaves nothing of itself behind', async () => {
  await store.put('a/b', bytes('1'), text)
  await expect(store.put('a', bytes('2'), text)).rejects.toThrow()
  expect(await readdir(join(folder, 'unfinished'))).toEqual([])
})
