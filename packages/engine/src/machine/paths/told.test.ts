import { expect, test } from 'vitest'
import { createTold, MOST_NAMED } from './told.ts'

type Tell = (bits: bigint, by: number, times: number, index: number) => number
const bits = (number: number) => new BigInt64Array(Float64Array.of(number).buffer)[0]!

test('numbers are handed on as they were told, in their order, however many there are; what was told before is forgotten', () => {
  const told = createTold()
  const tell = told.tell as Tell
  tell(bits(7), 1, 1, 1)
  told.begin(1)
  const all = Array.from({ length: 20_000 }, (_, i) => [i * 0x10000 - 0x7fffffff, i + 1, i % 3, i === 5 ? Number.NaN : -1.5 * i])
  for (const [by, times, index, number] of all as [number, number, number, number][]) expect(tell(bits(number), by, times, index)).toBe(0)
  const taken: number[][] = []
  const hand = (...entry: number[]) => void taken.push(entry)
  for (const sample of [0, 0, 1]) expect(told.take(sample, hand)).toBe(false)
  expect(taken).toEqual(all)
})
test('samples go one after the other, each with its numbers, until all have gone or they are stopped', () => {
  const told = createTold()
  const [tell, next, ended] = [told.tell as Tell, told.next as () => number[], told.ended as (instructions: number) => number]
  told.begin(MOST_NAMED)
  for (let sample = 0; sample < MOST_NAMED; sample++) told.name(sample, sample, -1 - sample, 2 * sample, 7)
  const last = 10
  for (let sample = 0; sample <= last; sample++) {
    expect(next()).toEqual([sample, -1 - sample, 2 * sample, 7])
    for (let index = 0; index < sample % 3; index++) tell(bits(sample), 1, 1, index)
    if (sample === last) told.stop()
    expect(ended(1000 * sample)).toBe(sample === last ? 0 : 1)
  }
  expect(told.count()).toBe(last + 1)
  for (let sample = 0; sample <= last; sample++) {
    expect(told.instructions(sample)).toBe(1000 * sample)
    const taken: number[][] = []
    told.take(sample, (...entry) => void taken.push(entry))
    expect(taken).toEqual(Array.from({ length: sample % 3 }, (_, index) => [1, 1, index, sample]))
  }
  told.begin(1)
  next()
  expect(ended(1)).toBe(0)
})
test('of a sample that tells without end it is said that there was no room', () => {
  const told = createTold()
  const tell = told.tell as Tell
  told.begin(1)
  const seven = bits(7)
  for (let i = 0; i < 4_400_000; i++) tell(seven, 1, i, 0)
  let count = 0
  expect(told.take(0, () => void count++)).toBe(true)
  expect(count).toBeGreaterThan(4_000_000)
})
