import { expect, test } from 'vitest'
import { putBack } from './put-back.ts'

test('memory is what it was from a place on, zero behind that however far it grew, and untouched before; globals are what they were', () => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 3 })
  const globals = [-1, 2 ** 31 - 1, -(2n ** 63n), 64n].map(
    (value) => new WebAssembly.Global<'i32' | 'i64'>({ value: typeof value === 'bigint' ? 'i64' : 'i32', mutable: true }, value),
  )
  const before = globals.map(({ value }) => value as number | bigint)
  const start = 40_000
  const data = Uint8Array.from({ length: 1000 }, (_, at) => 1 + (at % 255))
  const back = putBack({ memory, globals: globals.map((global, index) => ({ global, value: before[index]! })), start, data })
  const spoil = () => {
    new Uint8Array(memory.buffer).fill(7)
    for (const global of globals) global.value = typeof global.value === 'bigint' ? 5n : 5
  }
  for (const grow of [0, 1, 1]) {
    memory.grow(grow)
    spoil()
    back()
    expect(globals.map(({ value }) => value)).toEqual(before)
    const bytes = new Uint8Array(memory.buffer)
    expect(bytes.subarray(0, start).every((byte) => byte === 7)).toBe(true)
    expect(bytes.subarray(start, start + data.length)).toEqual(data)
    expect(bytes.subarray(start + data.length).every((byte) => byte === 0)).toBe(true)
  }
})
