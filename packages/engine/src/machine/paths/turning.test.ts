import { expect, test } from 'vitest'
import { createTold } from './told.ts'
import { stretching, turning } from './turning.ts'

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

const PAGE = 65536
/** A program in JavaScript that runs in stretches: `act` is what it does in its memory. */
function stretchOf(act: (sample: number, memory: WebAssembly.Memory) => void) {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 4 })
  const told = createTold()
  const acts = functionsOf({ first: () => {}, second: () => act(told.count(), memory) })
  const names = { next: told.next, ended: told.ended }
  const stretch = stretching({ memory, globals: [], start: 1000, data: Uint8Array.of(1, 2, 3) }, { first: acts.first!, second: acts.second! }, names)
  return { memory, told, stretch }
}
// (module (import "" "first" (func (param i32 i32 i32 i32))) (import "" "second" (func)) (export "first" (func 0)) (export "second" (func 1)))
const PASSING = [
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 11, 2, 0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 0, 0x60, 0, 0],
  ...[2, 20, 2, 0, 5, 0x66, 0x69, 0x72, 0x73, 0x74, 0, 0, 0, 6, 0x73, 0x65, 0x63, 0x6f, 0x6e, 0x64, 0, 1],
  ...[7, 18, 2, 5, 0x66, 0x69, 0x72, 0x73, 0x74, 0, 0, 6, 0x73, 0x65, 0x63, 0x6f, 0x6e, 0x64, 0, 1],
]
const functionsOf = (functions: Record<string, () => void>) =>
  new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(PASSING)), { '': functions }).exports

test('each run of a stretch finds memory as it was at the start, wherever those before it wrote', () => {
  const found: number[][] = []
  const writes = [2000, 2000, 5000, 60_000, 1003]
  const { memory, told, stretch } = stretchOf((sample, { buffer }) => {
    const bytes = new Uint8Array(buffer)
    found.push([...bytes.subarray(1000, 1003), bytes.subarray(1003).reduce((sum, byte) => sum + byte, 0)])
    bytes[1001] = 9
    bytes[writes[sample]!] = 5
  })
  told.begin(writes.length)
  stretch.run()
  expect(told.count()).toBe(writes.length)
  expect(stretch.hasSpilled()).toBe(false)
  expect(found).toEqual(writes.map(() => [1, 2, 3, 0]))
  expect(memory.buffer.byteLength).toBe(PAGE)
})
test('a stretch is to be run again where a run wrote what is not cleared any more, and then finds it clear', () => {
  let seen: number[] = []
  let write = 2000
  const { memory, told, stretch } = stretchOf((_, { buffer }) => {
    const bytes = new Uint8Array(buffer)
    seen.push(bytes.subarray(1003).reduce((sum, byte) => sum + byte, 0))
    bytes[write] = 5
  })
  const run = () => {
    seen = []
    told.begin(3)
    stretch.run()
    return seen
  }
  for (const at of [2000, 2000, 2000 + 4096, 50_000, 3 * PAGE + 70, 3 * PAGE + 70]) {
    if (at > PAGE && memory.buffer.byteLength === PAGE) memory.grow(3)
    write = at
    const first = run()
    if (stretch.hasSpilled()) {
      expect(Math.max(...first)).toBe(5)
      expect(run()).toEqual([0, 0, 0])
      expect(stretch.hasSpilled()).toBe(false)
    } else expect(first).toEqual([0, 0, 0])
  }
})
test('whoever writes somewhere else again and again finds everything cleared in the end', () => {
  let write = 0
  const { memory, told, stretch } = stretchOf((_, { buffer }) => {
    new Uint8Array(buffer)[write] = 5
  })
  memory.grow(3)
  let spills = 0
  for (write = 2000; write < 4 * PAGE; write += 5000) {
    told.begin(1)
    stretch.run()
    if (stretch.hasSpilled()) {
      spills++
      told.begin(1)
      stretch.run()
      expect(stretch.hasSpilled()).toBe(false)
    }
  }
  expect(spills).toBe(8)
})
