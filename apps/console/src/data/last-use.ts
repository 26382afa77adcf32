// The last task, of those that are loaded, that used a source: how it ended says whether the source works.
import { type Task, transitionReason } from '@credence/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { listQuery } from '../api/queries.ts'

export interface LastUse {
  readonly task: Task
  /** Why it stopped; empty where it did not. */
  readonly reason: string
}
/** Of the newest tasks; a source within a drive counts where the drive is named. */
export function useLastUses(): { readonly of: (resourceIds: readonly string[]) => LastUse | undefined; readonly loaded: number } {
  const { data } = useInfiniteQuery(listQuery('listTasks', { query: {} }))
  const tasks = data?.pages.flatMap((page) => page.Tasks as readonly Task[]) ?? []
  return {
    loaded: tasks.length,
    of(resourceIds) {
      const task = tasks.find(({ DataSources }) =>
        DataSources.some(({ ResourceID }) => resourceIds.some((id) => ResourceID === id || ResourceID.startsWith(`${id}/`))),
      )
      return task && { task, reason: task.Status === 'Stopped' ? transitionReason(task.StatusTransitions.at(-1)?.Message ?? '') : '' }
    },
  }
}
