import type { Status } from '@credence/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { untilEnded } from './until-ended.ts'

let status: Status
let asked: number
let tell: ((status: Status) => void) | undefined
let isLive: boolean
const ask = async () => {
  asked++
  return { Status: status }
}
const ear = {
  listen(listener: (status: Status) => void) {
    tell = listener
    return () => {
      tell = undefined
    }
  },
  isLive: () => isLive,
}
beforeEach(() => {
  vi.useFakeTimers()
  ;[status, asked, tell, isLive] = ['Accepted', 0, undefined, true]
  return () => vi.useRealTimers()
})

test('an end that is heard is asked for at once, phases come from what is heard, and nobody listens any more', async () => {
  const seen: Status[] = []
  const waited = untilEnded(ask, ear, { onStatus: (each) => seen.push(each) })
  await vi.advanceTimersByTimeAsync(0)
  tell!('In Progress')
  await vi.advanceTimersByTimeAsync(100)
  expect(asked).toBe(1)
  status = 'Completed'
  tell!('Completed')
  await vi.advanceTimersByTimeAsync(0)
  expect(await waited).toEqual({ Status: 'Completed' })
  expect([seen, asked, tell]).toEqual([['Accepted', 'In Progress'], 2, undefined])
})
test('an end that is heard while it asks is not missed', async () => {
  const waited = untilEnded(async () => {
    const job = await ask()
    status = 'Stopped'
    if (asked === 1) tell!(status)
    return job
  }, ear)
  await vi.advanceTimersByTimeAsync(0)
  expect(await waited).toEqual({ Status: 'Stopped' })
  expect(asked).toBe(2)
})
test('an event that is lost costs two seconds, no channel less', async () => {
  const waited = untilEnded(ask, ear)
  await vi.advanceTimersByTimeAsync(1900)
  expect(asked).toBe(1)
  status = 'Completed'
  await vi.advanceTimersByTimeAsync(200)
  expect(await waited).toEqual({ Status: 'Completed' })
  ;[status, asked, isLive] = ['Accepted', 0, false]
  const controller = new AbortController()
  const polled = untilEnded(ask, ear, { signal: controller.signal }).catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(1900)
  expect(asked).toBeGreaterThanOrEqual(4)
  controller.abort(new Error('enough'))
  expect(await polled).toBe('enough')
})
