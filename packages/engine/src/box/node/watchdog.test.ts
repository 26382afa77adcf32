// The watchdog by a clock and a kernel of its own.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Allowance } from '../limits.ts'
import type { Usage } from './usage.ts'
import { watch } from './watchdog.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const ALLOWANCE: Allowance = { wallMilliseconds: 10_000, processorMilliseconds: 1000, memoryBytes: 1e6 }
/** Of a process that had used a second before. */
function watching(allowance = ALLOWANCE) {
  const process: { usage: Usage | undefined; looks: number } = { usage: { processorMilliseconds: 1000, residentBytes: 1000 }, looks: 0 }
  const passed = vi.fn<(limit: string) => void>()
  const usage = () => {
    process.looks++
    return process.usage
  }
  const watchdog = watch(allowance, usage, (limit) => passed(limit))
  const use = (change: Partial<Usage>) => {
    process.usage = { ...process.usage!, ...change }
  }
  return { process, passed, watchdog, use }
}

test('what the process used before does not count', () => {
  const { passed, use, watchdog } = watching()
  use({ processorMilliseconds: 1990 })
  vi.advanceTimersByTime(5000)
  expect(passed).not.toHaveBeenCalled()
  expect(watchdog.spent()).toEqual({ wallMilliseconds: 5000, processorMilliseconds: 990, memoryBytes: 1000 })
})
test.each<[keyof Allowance, Partial<Usage>]>([
  ['processorMilliseconds', { processorMilliseconds: 2000 }],
  ['memoryBytes', { residentBytes: 1e6 + 1 }],
])('%s is noticed soon, and once', (limit, change) => {
  const { passed, use, process } = watching()
  vi.advanceTimersByTime(1000)
  use(change)
  vi.advanceTimersByTime(100)
  expect(passed.mock.calls).toEqual([[limit]])
  const { looks } = process
  vi.advanceTimersByTime(60_000)
  expect(passed).toHaveBeenCalledTimes(1)
  expect(process.looks).toBe(looks)
})
test('the clock alone bounds a process of which the kernel tells nothing', () => {
  const { passed, process } = watching()
  process.usage = undefined
  vi.advanceTimersByTime(9999)
  expect(passed).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(passed.mock.calls).toEqual([['wallMilliseconds']])
})
test('a limit shorter than a look is kept', () => {
  const { passed } = watching({ ...ALLOWANCE, wallMilliseconds: 7 })
  vi.advanceTimersByTime(7)
  expect(passed.mock.calls).toEqual([['wallMilliseconds']])
})
test('a wall longer than any timer is no wall', () => {
  const { passed } = watching({ ...ALLOWANCE, wallMilliseconds: 2 ** 40 })
  vi.advanceTimersByTime(100_000)
  expect(passed).not.toHaveBeenCalled()
})
test('once stopped it looks no more, and the times of the process stay', () => {
  const { passed, use, watchdog } = watching()
  use({ processorMilliseconds: 1300 })
  vi.advanceTimersByTime(100)
  watchdog.stop()
  use({ processorMilliseconds: 0, residentBytes: 1e9 })
  vi.advanceTimersByTime(60_000)
  expect(passed).not.toHaveBeenCalled()
  expect(watchdog.spent()).toMatchObject({ processorMilliseconds: 300, memoryBytes: 1000 })
})
