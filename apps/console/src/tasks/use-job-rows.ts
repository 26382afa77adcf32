// What the list of tasks or builds shows: pages as they were fetched, each object as one row, the same for as long as the object is.
import { type Build, isTerminal, type Status, type Task } from '@credence/contract'
import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { whileActive } from '../api/live.ts'
import { FRESH, listQuery } from '../api/queries.ts'
import { isLong } from '../api/refresh.ts'
import { buildRow, type Row, taskRow } from '../programs/rows.ts'
import type { JobKind } from './actions.ts'
import { queryOf, type TasksSearch } from './filters.ts'
import { buildQuery } from './perform.ts'

interface Pages {
  readonly pages: readonly unknown[]
}
const tasksOf = (data: Pages | undefined): readonly Task[] => data?.pages.flatMap((page) => (page as { Tasks: readonly Task[] }).Tasks) ?? []
const buildsOf = (data: Pages | undefined): readonly Build[] => data?.pages.flatMap((page) => (page as { Builds: readonly Build[] }).Builds) ?? []
const hasActive = (items: readonly { readonly Status: Status }[]): boolean => items.some(({ Status }) => !isTerminal(Status))
const builtOf = (results: readonly { readonly data?: unknown }[]) => results.map(({ data }) => data as Build | undefined)

export function useJobRows(kind: JobKind, search: TasksSearch) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: spans are counted back from when the filter was set
  const query = useMemo(() => queryOf(search, Date.now()), [JSON.stringify([search.status, search.from, search.to])])
  const tasks = useInfiniteQuery({
    ...listQuery('listTasks', { query }),
    enabled: kind === 'task',
    refetchInterval: ({ state: { data } }) => !isLong(data) && hasActive(tasksOf(data)) && whileActive('In Progress'),
  })
  const builds = useInfiniteQuery({
    ...listQuery('listBuilds', { query }),
    enabled: kind === 'build',
    refetchInterval: ({ state: { data } }) => !isLong(data) && hasActive(buildsOf(data)) && whileActive('In Progress'),
  })
  const list = kind === 'task' ? tasks : builds
  const taskItems = useMemo(() => tasksOf(tasks.data), [tasks.data])
  // A task does not say what it runs; its build does, and many tasks share one.
  const ids = useMemo(() => [...new Set(kind === 'task' ? taskItems.map(({ BuildID }) => BuildID) : [])], [kind, taskItems])
  const known = useQueries({ queries: ids.map((id) => ({ ...buildQuery(id), staleTime: FRESH.lasting })), combine: builtOf })
  const rows = useMemo(() => {
    if (kind === 'build') return buildsOf(builds.data).map((build) => sameRow(build, build, () => buildRow(build)))
    const buildOf = new Map(ids.map((id, index) => [id, known[index]]))
    return taskItems.map((task) => sameRow(task, buildOf.get(task.BuildID), (build) => taskRow(task, build)))
  }, [kind, builds.data, taskItems, ids, known])
  const loadAll = async () => {
    for (let more = list.hasNextPage; more; ) more = (await list.fetchNextPage()).hasNextPage
  }
  return {
    rows,
    task: (id: string) => taskItems.find(({ TaskID }) => TaskID === id),
    isPending: list.isPending,
    error: list.error,
    retry: () => void list.refetch(),
    hasMore: list.hasNextPage,
    isMore: list.isFetchingNextPage,
    more: () => void list.fetchNextPage(),
    loadAll: () => void loadAll(),
  }
}

/** Rows by their object, which the cache replaces where it changed: a list of thousands is not made anew for each page that comes to it. */
const made = new WeakMap<object, { readonly build: Build | undefined; readonly row: Row }>()
function sameRow(job: object, build: Build | undefined, make: (build: Build | undefined) => Row): Row {
  const before = made.get(job)
  if (before && before.build === build) return before.row
  const row = make(build)
  made.set(job, { build, row })
  return row
}
