// Runs as comparisons need them: the task, its build and the values that it printed.
import { type Build, isTerminal, type Task } from '@credence/contract'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { whileActive } from '../api/live.ts'
import { FRESH, operationQuery } from '../api/queries.ts'
import { fill, openOutput } from '../output/output-document.ts'
import type { ValueRow } from '../output/value-row.ts'

/** Of each run so many values are compared. */
export const MOST_VALUES = 2000

export interface RunValues {
  readonly rows: readonly ValueRow[]
  /** Of the output, which may have more than are compared. */
  readonly total: number
}
export interface ComparedRun {
  readonly taskId: string
  readonly task: Task | undefined
  readonly build: Build | undefined
  readonly values: RunValues | undefined
  readonly error: unknown
}

/** The values that a task printed, without the output. Outputs are kept for a limited time, so it is not asked for again and again. */
export const runValuesQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['runValues', taskId],
    staleTime: FRESH.lasting,
    retry: false,
    queryFn: async ({ signal }): Promise<RunValues> => {
      const leave = await enter()
      const output = openOutput()
      try {
        const { Stdout } = await client.tasks.outputs(taskId)
        await fill(output, await client.stream(Stdout, signal))
        const { values: total } = output.extent.get()
        const wanted = Array.from({ length: Math.min(total, MOST_VALUES) }, (_, index) => index)
        return { total, rows: await output.ask({ ask: 'rows', values: wanted }) }
      } finally {
        output.close()
        leave()
      }
    },
  })

/** Outputs that are read at the same time: each has a worker. */
const READERS = 4
let readers = 0
const queue: (() => void)[] = []
async function enter(): Promise<() => void> {
  if (readers >= READERS) await new Promise<void>((resolve) => queue.push(resolve))
  else readers++
  return () => {
    const next = queue.shift()
    if (next) next()
    else readers--
  }
}

export function useRuns(ids: readonly string[]): ComparedRun[] {
  const tasks = useQueries({
    queries: ids.map((TaskID) => ({
      ...operationQuery('getTask', { path: { TaskID } }),
      refetchInterval: ({ state }: { state: { data: unknown } }) => whileActive((state.data as Task | undefined)?.Status),
    })),
  })
  const buildIds = tasks.map(({ data }) => (data as Task | undefined)?.BuildID)
  const builds = useQueries({
    queries: buildIds.map((BuildID, index) => ({
      ...operationQuery('getBuild', { path: { BuildID: BuildID ?? `none-${index}` } }),
      enabled: BuildID !== undefined && !(tasks[index]?.data as Task | undefined)?.BuildDeleted,
      staleTime: FRESH.lasting,
    })),
  })
  const values = useQueries({
    queries: ids.map((id, index) => {
      const task = tasks[index]?.data as Task | undefined
      return { ...runValuesQuery(id), enabled: task !== undefined && isTerminal(task.Status) }
    }),
  })
  return ids.map((taskId, index) => ({
    taskId,
    task: tasks[index]?.data as Task | undefined,
    build: builds[index]?.data as Build | undefined,
    values: values[index]?.data,
    error: tasks[index]?.error ?? values[index]?.error ?? undefined,
  }))
}

/** Executions that every value of the run comes from; undefined on a core that tracks. */
export function executionsOf({ task, build }: Pick<ComparedRun, 'task' | 'build'>): number | undefined {
  const { Microarchitecture, Precision } = build?.BuildCoreSpecs ?? {}
  if (Microarchitecture !== 'Reference') return undefined
  const { Executions } = (task?.Stats ?? {}) as { Executions?: { readonly Done: number } }
  return Executions?.Done ?? Precision
}
