import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coarse, createClock } from './clock.ts'

test('readings in a loop never run ahead of the time, however many there are', () => {
  let milliseconds = 0
  const read = coarse(() => milliseconds)
  for (let i = 0; i < 200_000; i++) {
    milliseconds = 5 + i * 0.0001 // 10,000 readings in a millisecond
    expect(Number(read())).toBeLessThanOrEqual(milliseconds * 1e6)
  }
  expect(Number(read())).toBeGreaterThan((milliseconds - 2) * 1e6)
})

test('readings never go back, even where the clock below does, and stay coarse', () => {
  const times = fc.array(fc.double({ min: 0, max: 20, noNaN: true }), { minLength: 2, maxLength: 300 })
  fc.assert(
    fc.property(times, (given) => {
      let [milliseconds, latest, last] = [0, 0, -1n]
      const read = coarse(() => milliseconds)
      for (const one of given) {
        milliseconds = one
        latest = Math.max(latest, one)
        const reading = read()
        expect(reading >= last).toBe(true)
        expect(Number(reading)).toBeLessThan(Math.max(1, Math.floor(latest)) * 1e6)
        last = reading
      }
    }),
  )
})

test('readings within a step differ by what clock() can tell, then by less, and then stand still below the next step', () => {
  const read = coarse(() => 7.5)
  const readings = Array.from({ length: 200_000 }, () => Number(read()))
  expect(readings.slice(0, 3)).toEqual([6_000_000, 6_001_000, 6_002_000])
  for (let i = 1; i < 50_000; i++) expect(readings[i]).toBeGreaterThan(readings[i - 1]!)
  expect(readings.at(-1)).toBe(6_999_999)
})

test('the processor time of a program begins at 0, whatever the process ran before', () => {
  let milliseconds = 5000
  const clock = createClock(
    () => milliseconds,
    () => {},
  )
  expect(Number(clock.processor())).toBeLessThan(1e6)
  milliseconds += 12.5
  expect(clock.processor()).toBe(11_000_000n)
})
