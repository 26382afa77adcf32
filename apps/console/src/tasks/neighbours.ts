import type { Build, Task } from '@credence/contract'
import { queryClient } from '../api/queries.ts'
import type { JobKind } from './actions.ts'

type Page = { readonly Tasks?: readonly Task[]; readonly Builds?: readonly Build[] }
/** What stands before and behind an object in the list that was loaded last; undefined where there is none. */
export function neighboursOf(kind: JobKind, id: string): { readonly previous: string | undefined; readonly next: string | undefined } {
  const lists = queryClient
    .getQueryCache()
    .findAll({ queryKey: [kind === 'task' ? 'listTasks' : 'listBuilds', 'pages'] })
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
  for (const { state } of lists) {
    const pages = (state.data as { readonly pages: readonly Page[] } | undefined)?.pages ?? []
    const ids = pages.flatMap(({ Tasks, Builds }) => Tasks?.map(({ TaskID }) => TaskID) ?? Builds?.map(({ BuildID }) => BuildID) ?? [])
    const at = ids.indexOf(id)
    if (at >= 0) return { previous: ids[at - 1], next: ids[at + 1] }
  }
  return { previous: undefined, next: undefined }
}
