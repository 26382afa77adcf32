import { expect, test } from 'vitest'
import { openRateLimit } from './rate-limit.ts'

test('a minute’s worth is given at once, then one as often as they come', () => {
  let now = 0
  const limit = openRateLimit(3, () => now)
  expect([1, 2, 3].map(() => limit.take('a'))).toEqual([0, 0, 0])
  expect(limit.take('a')).toBe(20)
  now += 19_000
  expect(limit.take('a')).toBe(1)
  now += 1000
  expect([limit.take('a'), limit.take('a')]).toEqual([0, 20])
})
test('each name has its own, and a refused question costs nothing', () => {
  let now = 0
  const limit = openRateLimit(1, () => now)
  expect([limit.take('a'), limit.take('b'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 60, 60])
  now += 60_000
  expect(limit.take('a')).toBe(0)
})
test('a crowd of names takes no more memory than its bound', () => {
  const limit = openRateLimit(1, () => 0)
  for (let n = 0; n <= 10_000; n++) limit.take(`name ${n}`)
  expect(limit.take('name 0')).toBe(0) // forgotten
  expect(limit.take('name 10000')).toBe(60)
})
