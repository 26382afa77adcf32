import { mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contentName, KeptFiles } from './files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credence-cache-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a folder that does not exist yet is empty, and is made by the first file', async () => {
  const cache = new KeptFiles(join(folder, 'a', 'b'))
  expect(await cache.get('x')).toBeUndefined()
  await cache.put('x', Uint8Array.of(1, 2))
  expect([...(await cache.get('x'))!]).toEqual([1, 2])
})
test('many writers of one name leave one complete file and nothing else', async () => {
  const cache = new KeptFiles(folder)
  await Promise.all(Array.from({ length: 20 }, () => cache.put('x', new Uint8Array(10_000).fill(5))))
  expect(await readdir(folder)).toEqual(['x'])
  expect((await cache.get('x'))!.every((byte) => byte === 5)).toBe(true)
})
test('pruning removes what was used longest ago', async () => {
  const cache = new KeptFiles(folder)
  for (const [index, name] of ['old', 'middle', 'new'].entries()) {
    await cache.put(name, new Uint8Array(100))
    await utimes(join(folder, name), index, index)
  }
  await cache.prune(300)
  expect((await readdir(folder)).sort()).toEqual(['middle', 'new'])
})
test('a content name depends on every part and on where parts end', () => {
  const names = [['ab', 'c'], ['a', 'bc'], ['abc'], ['abc', '']].map((parts) => contentName('n', 'x', parts))
  expect(new Set(names).size).toBe(4)
  expect(names[0]).toMatch(/^n-[0-9a-f]{24}\.x$/)
})

test.for<[string, (path: string) => Promise<void>]>([
  ['cut short', (path) => truncate(path, 20)],
  ['cut to nothing', (path) => truncate(path, 0)],
  [
    'with one bit changed',
    async (path) =>
      writeFile(
        path,
        (await readFile(path)).map((byte, index) => (index === 3 ? byte ^ 1 : byte)),
      ),
  ],
])('a file %s is as one that is missing, and is made anew', async ([, damage]) => {
  const cache = new KeptFiles(folder)
  await cache.put('x', new Uint8Array(100).fill(7))
  await damage(join(folder, 'x'))
  expect(await cache.get('x')).toBeUndefined()
  expect(await readdir(folder)).toEqual([])
  expect(await cache.put('x', Uint8Array.of(1))).toBe(true)
  expect([...(await cache.get('x'))!]).toEqual([1])
})
test('a full disk keeps nothing, and takes nothing that was kept', async () => {
  await new KeptFiles(folder).put('x', Uint8Array.of(1))
  const full = new KeptFiles(folder, async (path) => {
    await writeFile(path as string, Uint8Array.of(9)) // as far as it went
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  })
  expect(await full.put('x', Uint8Array.of(2))).toBe(false)
  expect(await full.put('y', Uint8Array.of(2))).toBe(false)
  expect(await readdir(folder)).toEqual(['x'])
  expect([...(await full.get('x'))!]).toEqual([1])
})
test('what a killed writer left is no entry, and goes when it is old; a draft that is being written stays', async () => {
  const cache = new KeptFiles(folder)
  await cache.put('x', Uint8Array.of(1))
  for (const name of ['.y-old', '.y-new']) await writeFile(join(folder, name), new Uint8Array(10))
  await utimes(join(folder, '.y-old'), 1, 1)
  expect(await cache.get('y')).toBeUndefined()
  await cache.prune(1000)
  expect((await readdir(folder)).sort()).toEqual(['.y-new', 'x'])
})
