import { errors } from '@credence/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Backlog } from '../queue/backlog.ts'
import { openPressure, type Pressure } from './pressure.ts'

const quiet = { info() {}, warn() {}, error() {} }
let waiting = 0
let lateMs = 0
let pressure: Pressure
beforeEach(() => {
  vi.useFakeTimers()
  ;[waiting, lateMs] = [0, 0]
  const backlog = async (): Promise<Backlog[]> => [{ queue: 'task', waiting, paused: 1, running: 2, oldestSeconds: 0 }]
  pressure = openPressure({ backlog, waitingJobs: 10, log: quiet, lateness: () => lateMs })
})
afterEach(async () => {
  await pressure.close()
  vi.useRealTimers()
})

test('submissions are taken until as many wait as may, what waits for its next attempt among them, and again when there are fewer', async () => {
  waiting = 8
  await vi.advanceTimersByTimeAsync(2000)
  pressure.admit()()
  expect(pressure.refusing()).toBeUndefined()
  waiting = 9
  await vi.advanceTimersByTimeAsync(2000)
  expect(() => pressure.admit()).toThrow(errors.overloaded().message)
  expect(pressure.refusing()).toBe('the queue is full')
  waiting = 0
  await vi.advanceTimersByTimeAsync(2000)
  pressure.admit()()
})
test('a process that is late for a second refuses until it is half as late', async () => {
  for (const [late, taken] of [
    [190, true],
    [210, true],
    [210, false],
    [140, false],
    [90, true],
  ] as const) {
    lateMs = late
    await vi.advanceTimersByTimeAsync(500)
    const attempt = () => pressure.admit()()
    if (taken) attempt()
    else expect(attempt).toThrow(errors.overloaded().message)
  }
})
test('so many are written at once and no more, and an end that is told twice is one end', () => {
  const ends = Array.from({ length: 64 }, () => pressure.admit())
  expect(() => pressure.admit()).toThrow(errors.overloaded().message)
  ends[0]!()
  ends[0]!()
  pressure.admit()
  expect(() => pressure.admit()).toThrow(errors.overloaded().message)
})
test('that it refused is said for ten seconds', async () => {
  for (let count = 0; count < 64; count++) pressure.admit()
  expect(() => pressure.admit()).toThrow()
  await vi.advanceTimersByTimeAsync(9000)
  expect(pressure.refusing()).toBe('this process is busy')
  await vi.advanceTimersByTimeAsync(1500)
  expect(pressure.refusing()).toBeUndefined()
})
