import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ModuleError, Reader, Writer } from './bytes.ts'

/** Signed LEB128 as the WebAssembly specification writes it (section 5.2.2), from the definition: seven bits a byte, the last one's sixth is the sign. */
function leb(value: bigint): number[] {
  const bytes: number[] = []
  for (let rest = value; ; ) {
    const low = Number(rest & 0x7fn)
    rest >>= 7n
    const isLast = rest === (low & 0x40 ? -1n : 0n)
    bytes.push(isLast ? low : low | 0x80)
    if (isLast) return bytes
  }
}

test('signed numbers of 64 bits are read, and what follows them after that', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
      const reader = new Reader(Uint8Array.from([...leb(value), 42]))
      expect(reader.s64()).toBe(value)
      expect(reader.byte()).toBe(42)
    }),
  )
})

test.each([-(2n ** 63n), 2n ** 63n - 1n, -1n, 0n, 63n, 64n, -64n, -65n])('%s is read', (value) => {
  expect(new Reader(Uint8Array.from(leb(value))).s64()).toBe(value)
})

test('signed numbers of 64 bits are written in as few bytes as there are', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
      const writer = new Writer()
      writer.s64(value)
      expect([...writer.view()]).toEqual(leb(value))
    }),
  )
})

test('a number that has no end is refused with its place', () => {
  expect(() => new Reader(new Uint8Array(12).fill(0x80)).s64()).toThrow(ModuleError)
})
