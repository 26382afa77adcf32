import { expect, test } from 'vitest'
import { type Bits, bits, bits32, numberOf32, startRuntime } from './testing/runtime.ts'

/** Program memory that holds `values` at odd offsets. */
function memoryWith(values: readonly Bits[], floats: readonly number[] = []): Uint8Array {
  const bytes = new Uint8Array(16 * (values.length + floats.length) + 40).fill(0xaa)
  const view = new DataView(bytes.buffer)
  for (const [i, value] of values.entries()) view.setBigUint64(16 * i + (i % 7) + 1, value, true)
  for (const [i, value] of floats.entries()) view.setInt32(16 * (values.length + i) + (i % 5), value, true)
  return bytes
}

test('a collection keeps what memory mentions, of either sign, at any byte offset, and frees the rest', async () => {
  const runtime = await startRuntime({ samples: 64 })
  const values = Array.from({ length: 40 }, (_, i) => runtime.gauss(i, 1))
  const floats = values.slice(0, 10).map((value) => runtime.call32('demote', value))
  const kept = values.filter((_, i) => i % 3 === 0).map((value, i) => (i % 2 ? runtime.call('neg64', value) : value))
  const keptFloats = floats.slice(0, 4).map((value, i) => (i % 2 ? runtime.call32('neg32', value) : value))
  runtime.collect(memoryWith(kept, keptFloats))
  expect(runtime.statistic('live values')).toBe(kept.length + 4)
  for (const [i, value] of kept.entries()) expect(Math.abs(runtime.describe(value).particle)).toBe(3 * i)
  for (const [i, value] of keptFloats.entries()) expect(Math.abs(runtime.describe(runtime.call('promote', value)).particle)).toBe(i)
})

test('a handle at the very start or end of memory is found', async () => {
  const runtime = await startRuntime({ samples: 64 })
  const x = runtime.gauss(0, 1)
  for (const length of [8, 9, 15, 16, 17, 31, 40])
    for (const offset of [0, length - 8]) {
      const bytes = new Uint8Array(length)
      new DataView(bytes.buffer).setBigUint64(offset, x, true)
      runtime.collect(bytes)
      expect(runtime.statistic('live values')).toBe(1)
    }
  runtime.collect(new Uint8Array(7))
  expect(runtime.statistic('live values')).toBe(0)
})

test('a freed handle traps, also after its place was taken by another value', async () => {
  const runtime = await startRuntime({ samples: 64 })
  const stale = runtime.gauss(0, 1)
  runtime.collect(new Uint8Array(16))
  expect(() => runtime.add(stale, bits(1))).toThrow('use of an uncertain double that no longer exists')
  const next = runtime.gauss(5, 1)
  expect(next).not.toBe(stale)
  expect(() => runtime.describe(stale)).toThrow('no longer exists')
  expect(() => runtime.describe(0x7ffd_ffff_ffff_ffffn)).toThrow('no longer exists')
})

test('100000 values with few roots run in constant memory', async () => {
  const runtime = await startRuntime({ samples: 1024, budget: 2 ** 26 })
  let sum = runtime.gauss(0, 1)
  const step = runtime.uniform(-1, 1)
  let pages = 0
  for (let i = 0; i < 100_000; i++) {
    sum = runtime.add(runtime.mul(sum, bits(0.5)), step)
    if (runtime.pressure()) runtime.collect(memoryWith([sum, step]))
    if (i === 20_000) pages = runtime.pages()
  }
  expect(runtime.pages()).toBe(pages)
  expect(runtime.statistic('made')).toBeGreaterThan(200_000)
  expect(runtime.statistic('live bytes')).toBeLessThan(2 ** 24)
  expect(runtime.describe(sum).uncertain).toBe(true)
})

test('the handle of a float is used again only after two sweeps without a trace of it', async () => {
  const runtime = await startRuntime({ samples: 64 })
  const make = () => runtime.call32('demote', runtime.gauss(0, 1))
  const first = make()
  const empty = new Uint8Array(8)
  runtime.collect(empty)
  expect(make()).not.toBe(first)
  runtime.collect(memoryWith([], [first])) // a stale copy
  runtime.collect(empty)
  expect(make()).not.toBe(first)
  expect(() => runtime.call32('add32', first, bits32(1))).toThrow('use of an uncertain float that no longer exists')
  for (let i = 0; i < 3; i++) runtime.collect(empty)
  const handles = new Set(Array.from({ length: 4 }, make))
  expect(handles.has(first)).toBe(true)
  expect(numberOf32(first)).toBeNaN()
})

test('the transfer buffer is a root', async () => {
  const runtime = await startRuntime({ samples: 64 })
  const x = runtime.gauss(3, 1)
  runtime.put([x])
  runtime.collect(new Uint8Array(8))
  expect(runtime.describe(runtime.call('get', 0)).particle).toBe(3)
})

test('the budget for distributions ends a run with a message, and what can be freed is freed before', async () => {
  const runtime = await startRuntime({ samples: 1024, budget: 1_000_000 })
  const kept: Bits[] = []
  const fill = () => {
    for (;;) {
      kept.push(runtime.gauss(kept.length, 1))
      if (runtime.pressure()) runtime.collect(memoryWith(kept))
    }
  }
  expect(fill).toThrow('distribution memory limit of 1000000 bytes reached')
  expect(kept.length).toBeGreaterThan(80)
})

test('a value and its copies share samples until the last one is gone', async () => {
  const runtime = await startRuntime({ samples: 4096 })
  const float = runtime.call32('demote', runtime.gauss(0, 1))
  runtime.collect(memoryWith([], [float]))
  const before = runtime.statistic('live bytes')
  const wide = runtime.call('promote', float)
  expect(runtime.statistic('live bytes') - before).toBeLessThan(1000)
  runtime.collect(memoryWith([wide]))
  expect(runtime.describe(wide).samples.some((x) => x !== 0)).toBe(true)
  runtime.collect(new Uint8Array(8))
  expect(runtime.statistic('live bytes')).toBe(0)
})

test('marking a megabyte of noise keeps nothing alive by accident and finds every handle in it', async () => {
  const runtime = await startRuntime({ samples: 16 })
  const noise = new Uint8Array(1 << 20)
  let state = 1
  for (let i = 0; i < noise.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    noise[i] = state >>> 24
  }
  const values = Array.from({ length: 500 }, (_, i) => runtime.gauss(i, 1))
  const view = new DataView(noise.buffer)
  for (const [i, value] of values.slice(0, 250).entries()) view.setBigUint64(4001 * i + (i % 8), value, true)
  runtime.collect(noise)
  expect(runtime.statistic('live values')).toBe(250)
})
