import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RECOMMENDED_SPEC as core } from '@credence/contract/cores'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BuildCache } from './build-cache.ts'
import { CacheFolder, contentName } from './cache.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credence-cache-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a folder that does not exist yet is empty, and is made by the first file', async () => {
  const cache = new CacheFolder(join(folder, 'a', 'b'))
  expect(await cache.get('x')).toBeUndefined()
  await cache.put('x', Uint8Array.of(1, 2))
  expect([...(await cache.get('x'))!]).toEqual([1, 2])
})
test('many writers of one name leave one complete file and nothing else', async () => {
  const cache = new CacheFolder(folder)
  await Promise.all(Array.from({ length: 20 }, () => cache.put('x', new Uint8Array(10_000).fill(5))))
  expect(await readdir(folder)).toEqual(['x'])
  expect((await cache.get('x'))!.every((byte) => byte === 5)).toBe(true)
})
test('pruning removes what was used longest ago', async () => {
  const cache = new CacheFolder(folder)
  for (const [index, name] of ['old', 'middle', 'new'].entries()) {
    await cache.put(name, new Uint8Array(100))
    await utimes(join(folder, name), index, index)
  }
  await cache.prune(200)
  expect((await readdir(folder)).sort()).toEqual(['middle', 'new'])
})
test('a content name depends on every part and on where parts end', async () => {
  const names = await Promise.all([['ab', 'c'], ['a', 'bc'], ['abc'], ['abc', '']].map((parts) => contentName('n', 'x', parts)))
  expect(new Set(names).size).toBe(4)
  expect(names[0]).toMatch(/^n-[0-9a-f]{24}\.x$/)
})

test('a kept build comes back whole, for the same files, core and engine only', async () => {
  const files = new Map([
    ['a.c', Uint8Array.of(1)],
    ['b.c', Uint8Array.of(2)],
  ])
  const builds = new BuildCache(folder, 'engine 1')
  const key = await builds.key({ files, core })
  await builds.put(key, { module: Uint8Array.of(1, 2, 3), plain: Uint8Array.of(4), output: 'wärning', milliseconds: 5 })
  const kept = await builds.get(key)
  expect({ ...kept, module: [...kept!.module!], plain: [...kept!.plain!] }).toEqual({ module: [1, 2, 3], plain: [4], output: 'wärning' })
  const reordered = new Map([...files].reverse())
  expect(await builds.key({ files: reordered, core })).toBe(key)
  const others = await Promise.all([
    builds.key({ files, core: { ...core, Precision: 32 } }),
    builds.key({ files, core, keepPlain: true }),
    builds.key({ files: new Map([...files, ['c.h', new Uint8Array()]]), core }),
    new BuildCache(folder, 'engine 2').key({ files, core }),
  ])
  expect(new Set([key, ...others]).size).toBe(5)
})
