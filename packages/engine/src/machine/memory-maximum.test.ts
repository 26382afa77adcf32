// A program's memory and the limit written into it.
import { describe, expect, test } from 'vitest'
import { ModuleError } from '../binary/bytes.ts'
import { instantiate } from './instance.ts'
import { MEMORY_IMPORT, withMemoryImported, withMemoryMaximum } from './memory-maximum.ts'

const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
/** A module whose memory section has these bytes, between two others. */
const moduleWith = (...memories: number[]) =>
  Uint8Array.from([...HEAD, 1, 1, 0, 5, memories.length, ...memories, 7, 10, 1, 6, ...new TextEncoder().encode('memory'), 2, 0])
const grows = (module: Uint8Array, pages: number) => {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module as Uint8Array<ArrayBuffer>))
  try {
    ;(exports['memory'] as WebAssembly.Memory).grow(pages)
    return true
  } catch {
    return false
  }
}

describe('withMemoryMaximum', () => {
  test('lets the memory grow to the maximum and no further', () => {
    const { module, initialPages } = withMemoryMaximum(moduleWith(1, 0, 2), 200)
    expect(initialPages).toBe(2)
    expect([grows(module, 198), grows(module, 199)]).toEqual([true, false])
  })
  test('keeps a smaller maximum that the module has', () => {
    const { module } = withMemoryMaximum(moduleWith(1, 1, 2, 5), 200)
    expect([grows(module, 3), grows(module, 4)]).toEqual([true, false])
  })
  test('never goes below the initial size', () => {
    expect(grows(withMemoryMaximum(moduleWith(1, 0, 9), 3).module, 1)).toBe(false)
  })
  test.for<[string, number[], RegExp]>([
    ['two memories', [2, 0, 1, 0, 1], /2 memories/],
    ['a shared memory', [1, 3, 1, 2], /memory type 3.* \(at byte 0xe\)/],
    ['a 64-bit memory', [1, 4, 1], /memory type 4/],
  ])('refuses %s', ([, bytes, message]) => {
    expect(() => withMemoryMaximum(moduleWith(...bytes), 10)).toThrow(message)
  })
  test('refuses what is cut short or has no memory', () => {
    expect(() => withMemoryMaximum(Uint8Array.from(HEAD), 10)).toThrow(ModuleError)
    expect(() => withMemoryMaximum(Uint8Array.from([...HEAD, 1, 9, 0]), 10)).toThrow(/9 bytes expected, 1 left/)
  })
})

describe('withMemoryImported', () => {
  const compiled = (module: Uint8Array) => new WebAssembly.Module(module as Uint8Array<ArrayBuffer>)
  /** (import "a" "f" (func)) behind a type; the section of memories is that of `moduleWith`. */
  const importing = (module: Uint8Array) =>
    Uint8Array.from([...HEAD, 1, 4, 1, 0x60, 0, 0, 2, 7, 1, 1, 0x61, 1, 0x66, 0, 0, ...module.subarray(HEAD.length + 3)])

  test('instances write into the same memory, which is bounded and which both export', () => {
    const { module, size } = withMemoryImported(moduleWith(1, 0, 2), 200)
    expect(size).toEqual({ initial: 2, maximum: 200 })
    const program = { module: compiled(module), size }
    const one = instantiate(program, {}).exports['memory'] as WebAssembly.Memory
    const other = instantiate(program, {}, one).exports['memory'] as WebAssembly.Memory
    expect(other).toBe(one)
    expect(one.grow(198)).toBe(2)
    expect(() => one.grow(1)).toThrow(RangeError)
  })
  test('what the module imports besides stays', () => {
    const { module } = withMemoryImported(importing(moduleWith(1, 1, 2, 5)), 200)
    expect(WebAssembly.Module.imports(compiled(module))).toMatchObject([
      { module: 'a', name: 'f', kind: 'function' },
      { ...MEMORY_IMPORT, kind: 'memory' },
    ])
    expect(withMemoryImported(moduleWith(1, 1, 2, 5), 200).size).toEqual({ initial: 2, maximum: 5 })
  })
  test('refuses what has no memory of its own, or two', () => {
    expect(() => withMemoryImported(Uint8Array.from(HEAD), 10)).toThrow(ModuleError)
    expect(() => withMemoryImported(moduleWith(2, 0, 1, 0, 1), 10)).toThrow(/2 memories/)
  })
})
