import { expect, test } from 'vitest'
import { createTold } from './told.ts'

test('numbers are handed on as they were told, in their order, however many there are; what was told before is forgotten', () => {
  const taken: number[][] = []
  const told = createTold((...entry) => taken.push(entry))
  const tell = told.tell as (bits: bigint, by: number, times: number, index: number) => number
  const bits = (number: number) => new BigInt64Array(Float64Array.of(number).buffer)[0]!
  tell(bits(7), 1, 1, 1)
  told.clear()
  const all = Array.from({ length: 10_000 }, (_, i) => [i * 0x10000 - 0x7fffffff, i + 1, i % 3, i === 5 ? Number.NaN : -1.5 * i])
  for (const [by, times, index, number] of all as [number, number, number, number][]) expect(tell(bits(number), by, times, index)).toBe(0)
  told.take()
  told.take()
  expect(taken).toEqual(all)
})
