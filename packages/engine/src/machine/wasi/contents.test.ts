import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InMemory, OnDisk } from './contents.ts'
import { CHUNK_BYTES, type Disk, Space } from './disk.ts'
import { FileTree } from './files.ts'

/** A disk in memory, as long as what was ever written. */
function openDisk(bytes: Uint8Array = new Uint8Array(0)): Disk & { readonly length: () => number } {
  let [room, length] = [bytes, bytes.length]
  return {
    length: () => length,
    read(position, into) {
      const part = room.subarray(position, Math.min(length, position + into.length))
      into.set(part)
      return part.length
    },
    write(position, part) {
      length = Math.max(length, position + part.length)
      if (length > room.length) {
        const larger = new Uint8Array(2 * length)
        larger.set(room)
        room = larger
      }
      room.set(part, position)
    },
  }
}
const all = (file: { size: number; read(offset: number, into: Uint8Array): number }): Uint8Array => {
  const bytes = new Uint8Array(file.size)
  expect(file.read(0, bytes)).toBe(file.size)
  return bytes
}

const NEAR = fc.nat(3).chain((chunk) => fc.integer({ min: -3, max: 3 }).map((by) => Math.max(0, chunk * CHUNK_BYTES + by)))
const STEPS = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('write' as const), at: NEAR, length: fc.oneof(fc.nat(10), NEAR), fill: fc.integer({ min: 1, max: 255 }) }),
    fc.record({ kind: fc.constant('resize' as const), size: NEAR }),
  ),
  { maxLength: 12 },
)

test('a file on a disk holds what it would hold in memory, whatever is written and cut, beside others', () => {
  fc.assert(
    fc.property(STEPS, STEPS, (first, second) => {
      const space = new Space(openDisk(), 0)
      const onDisk = [new OnDisk(space), new OnDisk(space)]
      const inMemory = [new InMemory(new Uint8Array(0)), new InMemory(new Uint8Array(0))]
      for (let index = 0; index < Math.max(first.length, second.length); index++)
        for (const [which, steps] of [first, second].entries()) {
          const step = steps[index]
          for (const file of [onDisk[which]!, inMemory[which]!]) {
            if (step?.kind === 'resize') file.resize(step.size)
            if (step?.kind === 'write' && step.length > 0) {
              file.resize(Math.max(file.size, step.at + step.length))
              file.write(step.at, new Uint8Array(step.length).fill(step.fill))
            }
          }
        }
      for (const which of [0, 1]) expect(Buffer.compare(all(onDisk[which]!), all(inMemory[which]!))).toBe(0)
    }),
    { numRuns: 60 },
  )
})
test('what was given on a disk is read, and written only as a copy', () => {
  const given = new Uint8Array(3 * CHUNK_BYTES).fill(1)
  const disk = openDisk(given.slice())
  const [size, chunks] = [2 * CHUNK_BYTES + 5, [0, 1, 2]]
  for (const _ of ['once', 'again']) {
    const file = new OnDisk(new Space(disk, 3), { size, chunks })
    expect(all(file)).toEqual(given.subarray(0, size))
    file.write(CHUNK_BYTES + 1, Uint8Array.of(9))
    file.resize(2 * CHUNK_BYTES + 2)
    file.resize(size)
    const wanted = given.slice(0, size)
    wanted[CHUNK_BYTES + 1] = 9
    wanted.fill(0, 2 * CHUNK_BYTES + 2)
    expect(Buffer.compare(all(file), wanted)).toBe(0)
  }
  const before = new Uint8Array(given.length)
  disk.read(0, before)
  expect(Buffer.compare(before, given)).toBe(0)
})
test('room of what is removed or cut is used again, and zeros take none', () => {
  const disk = openDisk()
  const space = new Space(disk, 0)
  for (let round = 0; round < 50; round++) {
    const file = new OnDisk(space)
    file.resize(4 * CHUNK_BYTES)
    file.write(0, new Uint8Array(4 * CHUNK_BYTES).fill(1))
    file.resize(CHUNK_BYTES)
    file.resize(100 * CHUNK_BYTES)
    file.drop()
  }
  expect([space.end, disk.length()]).toEqual([4, 4 * CHUNK_BYTES])
})
test('a file goes to the disk when it is large, or when all together are', () => {
  const space = new Space(openDisk(), 0)
  const tree = new FileTree(
    { files: new Map(), space },
    1e9,
    () => expect.unreachable(),
    () => 0n,
  )
  const make = (name: string, bytes: number, fill = 'x'.charCodeAt(0)) => {
    const file = tree.makeFile(tree.locate(tree.root, name))
    for (let at = 0; at < bytes; at += 1 << 16) tree.write(file, at, new Uint8Array(Math.min(1 << 16, bytes - at)).fill(fill))
    return file
  }
  expect(make('large', 1_100_000).contents).toBeInstanceOf(OnDisk)
  const small = Array.from({ length: 40 }, (_, index) => make(`small${index}`, 1_000_000).contents)
  const held = small.reduce((sum, contents) => sum + contents.held, 0)
  expect(small.some((contents) => contents instanceof OnDisk)).toBe(true)
  expect(held).toBeLessThanOrEqual(1 << 25)
  // Of a file on the disk a collection reads only what may be a handle.
  expect(tree.changedWithHandles().every((contents) => contents instanceof Uint8Array)).toBe(true)
  make('numbers', 1_100_000, 0xff)
  expect(tree.changedWithHandles().filter((contents) => !(contents instanceof Uint8Array))).toHaveLength(1)
})
test('a full disk is an error number', () => {
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' })
  const disk: Disk = {
    read: () => 0,
    write() {
      throw full
    },
  }
  const file = new OnDisk(new Space(disk, 0))
  file.resize(10)
  expect(() => file.write(0, new Uint8Array(10))).toThrow('noSpace')
})
