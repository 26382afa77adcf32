// All tasks and builds of a range, page after page, until they are all there or somebody has seen enough; their figures from a worker.
import { type Build, LIMITS, type Task } from '@credence/contract'
import { useEffect, useRef, useState } from 'react'
import { client } from '../api/client.ts'
import { FRESH, operationQuery, queryClient } from '../api/queries.ts'
import { announce } from '../state/live-region.ts'
import type { Tally } from './tally.ts'
import type { TallyQuestion } from './tally-worker.ts'

const DAY_MS = 86_400_000
/** Builds older than the range are fetched one by one, so many at most. */
const MOST_OTHERS = 100

export interface Listed {
  readonly tasks: number
  readonly builds: number
  readonly tally: Tally | undefined
  readonly isLoading: boolean
  readonly error: unknown
  readonly cancel: () => void
  readonly again: () => void
}
export function useListed(days: number): Listed {
  const [counts, setCounts] = useState({ tasks: 0, builds: 0 })
  const [tally, setTally] = useState<Tally>()
  const [isLoading, setLoading] = useState(true)
  const [error, setError] = useState<unknown>()
  const [round, setRound] = useState(0)
  const stop = useRef(() => {})
  const [until] = useState(Date.now)
  const from = until - (days - 1) * DAY_MS
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    let [isOver, isLeft] = [false, false]
    const worker = new Worker(new URL('./tally-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<Tally>) => setTally(data)
    const tell = (tasks: readonly Task[], builds: readonly Build[], others: readonly Build[]) => {
      if (isLeft) return
      setCounts({ tasks: tasks.length, builds: builds.length })
      worker.postMessage({ tasks, builds, others, from, until } satisfies TallyQuestion)
    }
    const end = () => {
      isOver = true
      if (!isLeft) setLoading(false)
    }
    stop.current = end
    setLoading(true)
    setError(undefined)
    const since = String(new Date(from).setHours(0, 0, 0, 0))
    async function load() {
      const [tasks, builds, others]: [Task[], Build[], Build[]] = [[], [], []]
      const take = async <Item>(items: AsyncIterable<Item>, into: Item[]) => {
        for await (const item of items) {
          if (isOver) return
          into.push(item)
          if (into.length % (LIMITS.pageSize * 4) === 0) tell(tasks, builds, others)
        }
      }
      await take(client.builds.list({ from: since }), builds)
      await take(client.tasks.list({ from: since }), tasks)
      const known = new Set(builds.map(({ BuildID }) => BuildID))
      const missing = [...new Set(tasks.filter(({ BuildID, BuildDeleted }) => !BuildDeleted && !known.has(BuildID)).map(({ BuildID }) => BuildID))]
      for (const BuildID of missing.slice(0, MOST_OTHERS)) {
        if (isOver) break
        const build = await queryClient
          .fetchQuery({ ...operationQuery('getBuild', { path: { BuildID } }), staleTime: FRESH.lasting })
          .catch(() => undefined)
        if (build) others.push(build)
      }
      tell(tasks, builds, others)
      if (isOver) return
      end()
      announce(`From ${tasks.length} tasks and ${builds.length} builds`)
    }
    load().catch((failed: unknown) => {
      if (isOver) return
      setError(failed)
      end()
    })
    return () => {
      isOver = true
      isLeft = true
      worker.terminate()
    }
  }, [from, round])
  return { ...counts, tally, isLoading, error, cancel: () => stop.current(), again: () => setRound(round + 1) }
}
