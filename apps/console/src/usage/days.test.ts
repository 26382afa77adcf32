import type { Build, Task } from '@credence/contract'
import { expect, test } from 'vitest'
import { daysOf, dayText } from './days.ts'

const at = (day: number, hour: number) => new Date(2026, 0, day, hour).getTime()
const task = (CreatedAt: number, DynamicInstructions: number) =>
  ({ CreatedAt, Stats: { DynamicInstructions, ProcessorTime: 1, ExecutionTimeInMilliseconds: 10 } }) as Task

test('what began on a day counts for it, and days without anything are there', () => {
  const days = daysOf(
    [task(at(1, 23), 5), task(at(3, 0), 7), task(at(3, 9), 1), task(at(9, 0), 9)],
    [{ CreatedAt: at(3, 1), Stats: { BuildTimeInMilliseconds: 4 } } as Build],
    at(1, 5),
    at(3, 12),
  )
  expect(days.map((day) => [dayText(day.at), day.tasks, day.instructions, day.executionMs, day.builds, day.buildMs])).toEqual([
    ['2026-01-01', 1, 5, 10, 0, 0],
    ['2026-01-02', 0, 0, 0, 0, 0],
    ['2026-01-03', 2, 8, 20, 1, 4],
  ])
})
