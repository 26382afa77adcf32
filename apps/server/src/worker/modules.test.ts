import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { ObjectStore } from '../objects/store.ts'
import { openModules } from './modules.ts'

const MIB = 2 ** 20
function storeOf(sizes: Record<string, number>) {
  const reads: string[] = []
  const get: ObjectStore['get'] = async (key) => {
    reads.push(key)
    const size = sizes[key]
    if (size === undefined) return undefined
    return { key, size, etag: '', contentType: '', modifiedAt: 0, body: Readable.from([Buffer.alloc(size, key[0])]) }
  }
  return { reads, read: openModules({ get }) }
}

test('a module is read once, and one that is gone is asked for again', async () => {
  const { reads, read } = storeOf({ a: 3 })
  expect([await read('a'), await read('a')]).toEqual([Buffer.from('aaa'), Buffer.from('aaa')])
  expect([await read('none'), await read('none')]).toEqual([undefined, undefined])
  expect(reads).toEqual(['a', 'none', 'none'])
})
test('what was not used for longest makes room, and what is too large takes none', async () => {
  const { reads, read } = storeOf({ a: 12 * MIB, b: 12 * MIB, c: 12 * MIB, large: 40 * MIB })
  for (const key of ['a', 'b', 'a', 'large', 'c', 'a', 'c', 'b', 'large']) expect((await read(key))?.[0]).toBe(key.charCodeAt(0))
  expect(reads).toEqual(['a', 'b', 'large', 'c', 'b', 'large'])
})
