import type { Status } from '@credence/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Listen, wait } from './wait.ts'

interface Thing {
  readonly Status: Status
}
let status: Status
let asked: number
let heard: Parameters<Listen<Thing>>[1] | undefined
let isClosed: boolean
const ask = async (): Promise<Thing> => {
  asked++
  return { Status: status }
}
const listen: Listen<Thing> = (_, how) => {
  heard = how
  return {
    close() {
      isClosed = true
    },
  }
}
beforeEach(() => {
  vi.useFakeTimers()
  ;[status, asked, heard, isClosed] = ['In Progress', 0, undefined, false]
  return () => vi.useRealTimers()
})

test('what ends within a second is not listened to', async () => {
  const waited = wait(ask, {}, listen)
  await vi.advanceTimersByTimeAsync(900)
  status = 'Completed'
  await vi.advanceTimersByTimeAsync(1000)
  expect(await waited).toEqual({ Status: 'Completed' })
  expect(heard).toBeUndefined()
})
test('what lasts is listened to: a change is asked for at once, and beside that every ten seconds', async () => {
  const waited = wait(ask, {}, listen)
  await vi.advanceTimersByTimeAsync(3000)
  heard!.onLive(true)
  await vi.advanceTimersByTimeAsync(0)
  const before = asked
  await vi.advanceTimersByTimeAsync(9000)
  expect(asked).toBe(before)
  await vi.advanceTimersByTimeAsync(1500)
  expect(asked).toBe(before + 1)
  status = 'Completed'
  heard!.onChange()
  await vi.advanceTimersByTimeAsync(0)
  expect(await waited).toEqual({ Status: 'Completed' })
  expect(isClosed).toBe(true)
})
test('where the channel is lost, it asks as often as without', async () => {
  const controller = new AbortController()
  const waited = wait(ask, { signal: controller.signal }, listen).catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(3000)
  heard!.onLive(true)
  await vi.advanceTimersByTimeAsync(0)
  heard!.onLive(false)
  await vi.advanceTimersByTimeAsync(0)
  const before = asked
  await vi.advanceTimersByTimeAsync(20_100)
  expect(asked - before).toBeGreaterThanOrEqual(4)
  controller.abort(new Error('enough'))
  expect(await waited).toBe('enough')
  expect(isClosed).toBe(true)
})
test('a change that comes while it asks is not missed', async () => {
  const waited = wait(
    async () => {
      const thing = await ask()
      if (asked === 8) {
        status = 'Completed'
        heard!.onChange()
      }
      return thing
    },
    {},
    listen,
  )
  await vi.advanceTimersByTimeAsync(3000)
  heard!.onLive(true)
  await vi.advanceTimersByTimeAsync(12_000)
  if (asked < 8) await vi.advanceTimersByTimeAsync(30_000)
  expect(await waited).toEqual({ Status: 'Completed' })
  expect(asked).toBe(9)
})
