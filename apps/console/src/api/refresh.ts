// Fetches anew what is in view when something happened: the first time at once, then at most some times a second. Of a list that was read far down, the
// top alone: its other pages would be a request each.
import type { OperationId } from '@credence/contract'
import { withFreshTop } from './events.ts'
import { pageOf, queryClient } from './queries.ts'

/** Changes that come together make one request. */
const GATHER_MS = 300
/** Lists of more pages are not fetched as a whole when one of their rows changes. */
export const MOST_PAGES = 4
/** Lists whose items have ids, by what they hold. */
const ITEMS: Partial<Record<OperationId, readonly [field: string, id: string]>> = {
  listTasks: ['Tasks', 'TaskID'],
  listBuildTasks: ['Tasks', 'TaskID'],
  listBuilds: ['Builds', 'BuildID'],
  listRepositoryBuilds: ['Builds', 'BuildID'],
}

const waiting = new Map<OperationId, Set<() => void>>()
let last = Number.NEGATIVE_INFINITY

/** @param then  once they have come */
export function refreshSoon(then: () => void, ...operations: readonly OperationId[]): void {
  const isFirst = waiting.size === 0
  for (const operation of operations) waiting.set(operation, (waiting.get(operation) ?? new Set()).add(then))
  if (!isFirst) return
  setTimeout(
    () => {
      last = performance.now()
      const due = [...waiting]
      waiting.clear()
      for (const [operation, ends] of due)
        void refresh(operation).then(() => {
          for (const end of ends) end()
        })
    },
    Math.max(0, last + GATHER_MS - performance.now()),
  )
}

async function refresh(operation: OperationId): Promise<void> {
  const long = queryClient.getQueryCache().findAll({ queryKey: [operation, 'pages'], type: 'active', predicate: (query) => isLong(query.state.data) })
  const keys = new Set(long.map(({ queryHash }) => queryHash))
  const [field, id] = ITEMS[operation] ?? []
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [operation], refetchType: 'active', predicate: ({ queryHash }) => !keys.has(queryHash) }),
    ...long.map(async ({ queryKey }) => {
      const top = await pageOf(operation, queryKey[2] as never, undefined).catch(() => undefined)
      if (top && field && id)
        queryClient.setQueryData<Pages>(queryKey, (list) => list && withFreshTop(list, top as Readonly<Record<string, unknown>>, field, id))
    }),
  ])
}
interface Pages {
  readonly pages: readonly Readonly<Record<string, unknown>>[]
  readonly pageParams: readonly unknown[]
}
export const isLong = (list: unknown): boolean => ((list as Partial<Pages> | undefined)?.pages?.length ?? 0) > MOST_PAGES
