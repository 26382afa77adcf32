import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../database/pool.ts'
import { openKeyUses } from './key-uses.ts'

let written: unknown[][]
let isAway = false
const database = {
  async query({ values }: { values: unknown[] }) {
    if (isAway) throw new Error('away')
    written.push(values)
  },
} as unknown as Database
const warnings: unknown[] = []
const log = { warn: (entry: unknown) => void warnings.push(entry) } as never
beforeEach(() => {
  written = []
  isAway = false
  vi.useFakeTimers({ now: Date.parse('2026-01-02T03:04:40Z') })
})
afterEach(() => void vi.useRealTimers())
const at = (time: string) => Date.parse(time) / 1000

test('a key that is used all the time is written once a minute, with the minute', async () => {
  const uses = openKeyUses(database, log)
  for (let second = 0; second < 60; second++) {
    uses.note('a')
    if (second === 10) uses.note('b')
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(written).toEqual([
    [['a'], at('2026-01-02T03:04:00Z')],
    [['b'], at('2026-01-02T03:04:00Z')],
    [['a'], at('2026-01-02T03:05:00Z')],
  ])
  await uses.close()
})
test('what was noted at last is written at the end, and a database that is away costs no more than that', async () => {
  const uses = openKeyUses(database, log)
  uses.note('a')
  isAway = true
  await vi.advanceTimersByTimeAsync(6000)
  expect(warnings).toHaveLength(1)
  isAway = false
  await vi.advanceTimersByTimeAsync(60_000)
  uses.note('a')
  await uses.close()
  expect(written).toEqual([[['a'], at('2026-01-02T03:05:00Z')]])
})
