// Objects that come in parts, at both stores alike.
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type MemoryS3, openMemoryS3 } from '../testing/s3.ts'
import { openFileStore } from './file-store.ts'
import { openS3Store } from './s3-store.ts'
import { type ObjectStore, PartsGone, type PartsOf, readAll } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'credence-parts-'))
const server: MemoryS3 = await openMemoryS3()
const stores: readonly [string, ObjectStore][] = [
  ['files', await openFileStore(folder, { id: 'one', secret: 'hush' })],
  ['S3', openS3Store({ ...server, endpoint: server.origin, linkEndpoint: server.origin, region: 'us-east-1', firstPauseMs: 1 })],
]
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.close()
})
const text = { contentType: 'text/plain' }
const bytes = (words: string) => new TextEncoder().encode(words)

describe.each(stores)('%s', (name, store) => {
  const begin = async (key: string): Promise<PartsOf> => ({ key, id: await store.beginParts(key, text) })
  const content = async (key: string, range?: { first: number; last: number }) => (await readAll((await store.get(key, range))!)).toString()

  test('become an object in any order, when they are joined', async () => {
    const upload = await begin('a/b c')
    await store.putPart(upload, 3, bytes('xy'))
    await store.putPart(upload, 1, bytes('0123'))
    await store.putPart(upload, 2, bytes('old!'))
    expect(await store.putPart(upload, 2, bytes('4567'))).toMatchObject({ number: 2, size: 4 })
    expect(await store.get('a/b c')).toBeUndefined()
    const parts = await store.listParts(upload)
    expect(parts.map(({ number, size }) => [number, size])).toEqual([
      [1, 4],
      [2, 4],
      [3, 2],
    ])
    const joined = await store.joinParts(upload, parts, text)
    expect(joined).toMatchObject({ key: 'a/b c', size: 10, contentType: 'text/plain', etag: expect.stringMatching(/./) })
    expect(await store.head('a/b c')).toMatchObject({ size: 10, contentType: 'text/plain' })
    expect(await content('a/b c')).toBe('01234567xy')
    for (const [first, last] of [
      [0, 0],
      [3, 4],
      [2, 8],
      [4, 7],
      [9, 99],
    ] as const)
      expect(await content('a/b c', { first, last })).toBe('01234567xy'.slice(first, last + 1))
    expect((await store.list('a/')).map(({ key, size }) => [key, size])).toEqual([['a/b c', 10]])
    expect(await store.joinParts(upload, parts, text)).toMatchObject({ size: 10 }) // the answer was lost
    await store.delete('a/b c')
    expect(await store.get('a/b c')).toBeUndefined()
  })
  test('are there again for whoever goes on', async () => {
    const upload = await begin('resumed')
    await store.putPart(upload, 1, bytes('one'))
    const again =
      name === 'files'
        ? await openFileStore(folder, { id: 'one', secret: 'hush' })
        : openS3Store({ ...server, endpoint: server.origin, linkEndpoint: server.origin, region: 'us-east-1' })
    await again.putPart(upload, 2, bytes('two'))
    await again.joinParts(upload, await again.listParts(upload), text)
    expect(await content('resumed')).toBe('onetwo')
  })
  test('of more than a page are all listed', async () => {
    const upload = await begin('many')
    for (let number = 1; number <= 8; number++) await store.putPart(upload, number, bytes('x'))
    expect((await store.listParts(upload)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    await store.dropParts(upload)
  })
  test('that were dropped, joined or never begun take nothing more', async () => {
    const upload = await begin('dropped')
    await store.putPart(upload, 1, bytes('x'))
    await store.dropParts(upload)
    await store.dropParts(upload)
    await expect(store.listParts(upload)).rejects.toThrow(PartsGone)
    await expect(store.putPart(upload, 1, bytes('x'))).rejects.toThrow()
    await expect(store.joinParts(upload, [{ number: 1, size: 1, etag: '' }], text)).rejects.toThrow()
    expect(await store.head('dropped')).toBeUndefined()
    const late = await begin('late')
    await store.putPart(late, 1, bytes('right'))
    await store.joinParts(late, await store.listParts(late), text)
    await expect(store.putPart(late, 1, bytes('wrong'))).rejects.toThrow()
    expect(await content('late')).toBe('right')
  })
  test('that nobody joins are found by their age', async () => {
    const open = await begin('old/of one/00000000-0000-0000-0000-000000000000')
    await store.putPart(await begin('older/open'), 1, bytes('x'))
    const whole = await begin('old/whole')
    await store.putPart(whole, 1, bytes('x'))
    await store.joinParts(whole, await store.listParts(whole), text)
    expect(await store.oldParts('old/', Date.now() - 60_000)).toEqual([])
    expect(await store.oldParts('old/', Date.now() + 60_000)).toEqual([open])
    await store.dropParts(open)
    expect(await store.oldParts('old/', Date.now() + 60_000)).toEqual([])
    await store.deleteAll('older/')
  })
  test('go with their prefix, joined or not', async () => {
    const open = await begin('gone/open')
    await store.putPart(open, 1, bytes('x'))
    const whole = await begin('gone/whole')
    await store.putPart(whole, 1, bytes('x'))
    await store.joinParts(whole, await store.listParts(whole), text)
    await store.deleteAll('gone/')
    await expect(store.listParts(open)).rejects.toThrow(PartsGone)
    expect(await store.head('gone/whole')).toBeUndefined()
    if (name === 'S3') expect(server.uploads.size).toBe(0)
    else for (const root of ['parts', 'joined']) expect(await readdir(join(folder, root))).not.toContain('gone')
  })
})
test('a part that breaks off leaves nothing, and the one before stays', async () => {
  const [, store] = stores[0]!
  const upload = { key: 'broken', id: await store.beginParts('broken', text) }
  await store.putPart(upload, 1, bytes('whole'))
  async function* broken() {
    yield bytes('ha')
    throw new Error('the line is dead')
  }
  await expect(store.putPart(upload, 1, broken())).rejects.toThrow('the line is dead')
  expect(await store.listParts(upload)).toMatchObject([{ number: 1, size: 5 }])
  expect(await readdir(join(folder, 'unfinished'))).toEqual([])
})
