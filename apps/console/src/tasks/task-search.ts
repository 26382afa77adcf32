// What the address of a task holds: which of its parts is shown.
export const TASK_TABS = ['values', 'stdout', 'stderr', 'build', 'internals', 'stats', 'files'] as const
export interface TaskSearch {
  readonly tab?: (typeof TASK_TABS)[number]
}
export function taskSearch(given: Record<string, unknown>): TaskSearch {
  const tab = TASK_TABS.find((each) => each === given['tab'])
  return tab ? { tab } : {}
}
