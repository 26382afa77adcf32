// Figures of each day from the tasks and builds of a range: the API tells no history, so what was deleted is missing.
import type { Build, Task } from '@credence/contract'

export interface Day {
  /** Its beginning, milliseconds since the epoch, in the reader's time zone. */
  readonly at: number
  readonly tasks: number
  readonly builds: number
  readonly instructions: number
  readonly executionMs: number
  readonly buildMs: number
}
export const FIGURES = [
  { id: 'tasks', label: 'Tasks' },
  { id: 'builds', label: 'Builds' },
  { id: 'instructions', label: 'Instructions' },
  { id: 'executionMs', label: 'Execution time (ms)' },
  { id: 'buildMs', label: 'Build time (ms)' },
] as const satisfies readonly { readonly id: Exclude<keyof Day, 'at'>; readonly label: string }[]
export type Figure = (typeof FIGURES)[number]['id']

type Counted = Record<Figure, number>

/** Every day from the first to the last, days without anything among them. */
export function daysOf(tasks: readonly Task[], builds: readonly Build[], from: number, until: number): Day[] {
  const counts = new Map<number, Counted>()
  for (const day = new Date(dayOf(from)); day.getTime() <= until; day.setDate(day.getDate() + 1))
    counts.set(day.getTime(), { tasks: 0, builds: 0, instructions: 0, executionMs: 0, buildMs: 0 })
  for (const { CreatedAt, Stats } of tasks) {
    const day = counts.get(dayOf(CreatedAt))
    if (!day) continue
    day.tasks += 1
    day.instructions += Stats?.DynamicInstructions ?? 0
    day.executionMs += Stats?.ExecutionTimeInMilliseconds ?? 0
  }
  for (const { CreatedAt = 0, Stats } of builds) {
    const day = counts.get(dayOf(CreatedAt))
    if (!day) continue
    day.builds += 1
    day.buildMs += Stats?.BuildTimeInMilliseconds ?? 0
  }
  return [...counts].map(([at, each]) => ({ at, ...each }))
}
const dayOf = (at: number): number => new Date(at).setHours(0, 0, 0, 0)
/** `2026-01-02`, in the reader's time zone. */
export const dayText = (at: number): string => {
  const day = new Date(at)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}
