import { expect, test } from 'vitest'
import { createReadings } from './readings.ts'

function ticking(first: bigint) {
  let now = first
  const read = () => now++
  return { realtime: read, monotonic: read, processor: read, sleep: () => {} }
}

test('each path reads what the first one read, from the beginning, and time goes on behind it', () => {
  const readings = createReadings()
  const first = readings.recorded(ticking(100n))
  expect([first.realtime(), first.processor(), first.realtime()]).toEqual([100n, 101n, 102n])
  for (const later of [500n, 9000n]) {
    const path = readings.replayed(ticking(later))
    expect([path.realtime(), path.realtime(), path.realtime(), path.realtime()]).toEqual([100n, 102n, 102n, 103n])
    expect(path.processor()).toBe(101n)
  }
})
test('a clock that the first path did not read is the own one', () => {
  const path = createReadings().replayed(ticking(7n))
  expect([path.monotonic(), path.monotonic()]).toEqual([7n, 8n])
})
