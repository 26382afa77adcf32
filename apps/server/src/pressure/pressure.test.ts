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

/** After the time for which a submission waits for a place. */
async function isRefused(): Promise<boolean> {
  const refused = pressure.admit().then(
    () => false,
    (cause: Error) => cause.message === errors.overloaded().message,
  )
  await vi.advanceTimersByTimeAsync(4000)
  return refused
}
const come = async () => (await pressure.admit())()

test('submissions are taken until as many wait as may, what waits for its next attempt among them, and again when there are fewer', async () => {
  waiting = 8
  await vi.advanceTimersByTimeAsync(2000)
  await come()
  expect(pressure.refusing()).toBeUndefined()
  waiting = 9
  await vi.advanceTimersByTimeAsync(2000)
  expect(await isRefused()).toBe(true)
  expect(pressure.refusing()).toBe('the queue is full')
  const later = pressure.admit()
  waiting = 0
  await vi.advanceTimersByTimeAsync(2000)
  ;(await later)()
})
test('a process that is late for a second takes nothing until it is half as late', async () => {
  let taken = 0
  for (const [late, wants] of [
    [190, 1],
    [210, 2],
    [210, 2],
    [140, 2],
    [90, 5],
  ] as const) {
    lateMs = late
    await vi.advanceTimersByTimeAsync(500)
    void come().then(() => taken++)
    await vi.advanceTimersByTimeAsync(0)
    expect(taken).toBe(wants)
  }
})
test('so many are written at once and no more, and an end that is told twice is one end', async () => {
  const ends = await Promise.all(Array.from({ length: 32 }, () => pressure.admit()))
  expect(await isRefused()).toBe(true)
  const order: number[] = []
  const next = [1, 2].map((number) => pressure.admit().then(() => order.push(number)))
  ends[0]!()
  ends[0]!()
  await next[0]
  await vi.advanceTimersByTimeAsync(3000)
  expect(order).toEqual([1])
  ends[1]!()
  await next[1]
  expect(order).toEqual([1, 2])
})
test('of more than may wait for a place, the last are refused at once', async () => {
  for (let count = 0; count < 32 + 2000; count++) void pressure.admit().catch(() => {})
  await expect(pressure.admit()).rejects.toThrow(errors.overloaded().message)
})
test('that it refused is said for ten seconds', async () => {
  for (let count = 0; count < 32; count++) void pressure.admit()
  expect(await isRefused()).toBe(true)
  await vi.advanceTimersByTimeAsync(9000)
  expect(pressure.refusing()).toBe('this process is busy')
  await vi.advanceTimersByTimeAsync(1500)
  expect(pressure.refusing()).toBeUndefined()
})
