import { expect, test, vi } from 'vitest'
import { openRateLimit, openRateLimits, rateLimitHeaders } from './rate-limit.ts'

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
test('a clock that is put back makes nobody wait', () => {
  const limit = openRateLimit(60_000)
  limit.take('a')
  const putBack = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 7_200_000)
  expect(limit.take('a')).toBe(0)
  putBack.mockRestore()
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
test('whoever was silent for an hour has a minute’s worth, no more', () => {
  let now = 0
  const limit = openRateLimit(2, () => now)
  limit.take('a')
  now += 3_600_000
  expect([1, 2, 3].map(() => limit.take('a'))).toEqual([0, 0, 30])
})
test('whoever waits as many seconds as were told is answered', () => {
  let now = 0
  const limit = openRateLimit(7, () => now)
  for (let n = 0; n < 7; n++) limit.take('a')
  const seconds = limit.take('a')
  expect(seconds).toBe(9) // 60 / 7 = 8.57
  now += 1000 * seconds
  expect(limit.take('a')).toBe(0)
})
test('of a crowd of names, those that were silent longest are forgotten', () => {
  const limit = openRateLimit(1, () => 0)
  for (let n = 0; n < 10_000; n++) limit.take(`name ${n}`)
  expect(limit.take('name 0')).toBe(60)
  limit.take('one more')
  expect([limit.take('name 0'), limit.take('name 1')]).toEqual([60, 0])
})
test('who asks is told what is left, and when all of it is there again', () => {
  let now = 0
  const ask = openRateLimits(() => now)
  const headers = () => rateLimitHeaders(ask('a', 3))
  const said = (left: number, seconds: number) => ({ 'ratelimit-policy': '"plan";q=3;w=60', ratelimit: `"plan";r=${left};t=${seconds}` })
  expect([headers(), headers(), headers(), headers()]).toEqual([said(2, 20), said(1, 40), said(0, 60), said(0, 60)])
  now += 30_000
  expect(headers()).toEqual(said(0, 50)) // one and a half came back, one was taken
  expect(ask('b', 7)).toEqual({ waitSeconds: 0, left: 6, fullSeconds: 9, perMinute: 7 })
})
test('who may not ask at all waits a day', () => {
  expect(openRateLimit(0).ask('a')).toEqual({ waitSeconds: 86_400, left: 0, fullSeconds: 0, perMinute: 0 })
})
