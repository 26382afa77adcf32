import { expect, test } from 'vitest'
import { putBack, turning } from './put-back.ts'

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

// (module (import "" "m" (memory 1)) (import "" "g" (global (mut i64)))
//   (func (export "first") (param i32 i32 i32 i32)  ;; what it is called with, from address 8 on
//     (i32.store offset=8 (i32.const 0) (local.get 0)) (i32.store offset=12 (i32.const 0) (local.get 3)))
//   (func (export "then") (i32.store offset=16 (i32.const 0) (i32.load (i32.const 40000))) (global.set 0 (i64.add (global.get 0) (i64.const 5)))))
const ACTORS = [
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 11, 2, 0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 0, 0x60, 0, 0],
  ...[2, 13, 2, 0, 1, 0x6d, 2, 0, 1, 0, 1, 0x67, 3, 0x7e, 1],
  ...[3, 3, 2, 0, 1],
  ...[7, 16, 2, 5, 0x66, 0x69, 0x72, 0x73, 0x74, 0, 0, 4, 0x74, 0x68, 0x65, 0x6e, 0, 1],
  ...[10, 40, 2, 16, 0, 0x41, 0, 0x20, 0, 0x36, 2, 8, 0x41, 0, 0x20, 3, 0x36, 2, 12, 11],
  ...[21, 0, 0x41, 0, 0x41, 0xc0, 0xb8, 2, 0x28, 2, 0, 0x36, 2, 16, 0x23, 0, 0x42, 5, 0x7c, 0x24, 0, 11],
]
test('a turn puts everything back, hands on its parameters, goes on, and tells what was counted', () => {
  const memory = new WebAssembly.Memory({ initial: 1 })
  const counter = new WebAssembly.Global<'i64'>({ value: 'i64', mutable: true }, 100n)
  const bytes = new Uint8Array(ACTORS)
  const { first, then: second } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { '': { m: memory, g: counter } }).exports
  const turn = turning(
    { memory, globals: [{ global: counter, value: 100n }], start: 40_000, data: Uint8Array.of(9, 0, 0, 0) },
    { first, second: second!, counter },
  )
  const words = new Int32Array(memory.buffer)
  for (const [a, d] of [
    [1, 2],
    [-3, 4],
  ] as const) {
    words[10_000] = 77
    counter.value = 1n
    expect(turn(a, 0, 0, d)).toBe(105)
    expect([...words.subarray(2, 5)]).toEqual([a, d, 9])
  }
})
