import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RECOMMENDED_SPEC as core } from '@credence/contract/cores'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BuildCache } from './build-cache.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credence-builds-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a kept build comes back whole, for the same files, core and engine only', async () => {
  const files = new Map([
    ['a.c', Uint8Array.of(1)],
    ['b.c', Uint8Array.of(2)],
  ])
  const builds = new BuildCache(folder, 'engine 1')
  const key = builds.key({ files, core })
  await builds.put(key, { module: Uint8Array.of(1, 2, 3), plain: Uint8Array.of(4), output: 'wärning', milliseconds: 5 })
  const kept = await builds.get(key)
  expect({ ...kept, module: [...kept!.module!], plain: [...kept!.plain!] }).toEqual({ module: [1, 2, 3], plain: [4], output: 'wärning' })
  const reordered = new Map([...files].reverse())
  expect(builds.key({ files: reordered, core })).toBe(key)
  const others = [
    builds.key({ files, core: { ...core, Precision: 32 } }),
    builds.key({ files, core, keepPlain: true }),
    builds.key({ files, core, discoverVariables: true }),
    builds.key({ files, core, messagesOnly: true }),
    builds.key({ files, core, traceVariables: [{ file: 'a.c', line: 1, expression: 'x' }] }),
    builds.key({ files: new Map([...files, ['c.h', new Uint8Array()]]), core }),
    new BuildCache(folder, 'engine 2').key({ files, core }),
  ]
  expect(new Set([key, ...others]).size).toBe(8)
})
