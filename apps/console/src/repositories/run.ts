// Runs of repositories from their form: a build where one is needed, then a task. They go on while other screens are shown; each repository has one at a time.
import type { Build, DataSource } from '@credence/contract'
import { client } from '../api/client.ts'
import { buildEnded } from '../api/ended.ts'
import { queryClient, submit } from '../api/queries.ts'
import { startTask } from '../programs/start-task.ts'
import { KEPT as NAMES } from '../state/kept.ts'
import { forgetOnSignOut } from '../state/session.ts'
import { createStore } from '../state/store.ts'
import { buildRequestOf, type Overrides } from './run-values.ts'

export type RepositoryRun =
  | { readonly stage: 'building'; readonly since: number; readonly buildId?: string; readonly isCancelling?: true }
  | { readonly stage: 'starting'; readonly since: number }
  | { readonly stage: 'done'; readonly taskId: string }
  /** The build did not complete. */
  | { readonly stage: 'stopped'; readonly build: Build; readonly output: string }
  | { readonly stage: 'failed'; readonly error: unknown }

export const runs = createStore<Readonly<Record<string, RepositoryRun>>>({})
const put = (repositoryId: string, run: RepositoryRun): void => runs.set({ ...runs.get(), [repositoryId]: run })
export function forgetRun(repositoryId: string): void {
  const { [repositoryId]: _gone, ...rest } = runs.get()
  runs.set(rest)
}

export interface RunRequest {
  readonly repositoryId: string
  readonly overrides: Overrides
  /** A build that serves; undefined: one is made. */
  readonly buildId: string | undefined
  readonly arguments: string
  readonly dataSources: readonly DataSource[]
}
let leaving = new AbortController()

export async function startRun({ repositoryId, overrides, buildId: serving, arguments: words, dataSources }: RunRequest): Promise<void> {
  const { signal } = leaving
  const since = Date.now()
  try {
    let buildId = serving
    if (buildId === undefined) {
      put(repositoryId, { stage: 'building', since })
      const made = await submit('createRepositoryBuild', { path: { RepositoryID: repositoryId }, body: buildRequestOf(overrides) })
      buildId = made.BuildID
      put(repositoryId, { stage: 'building', since, buildId })
      void queryClient.invalidateQueries({ queryKey: ['listRepositoryBuilds'] })
      const build = await buildEnded(buildId, { signal })
      void queryClient.invalidateQueries({ queryKey: ['listRepositoryBuilds'] })
      if (build.Status !== 'Completed') {
        const output = await client.builds.output(buildId).catch(() => '')
        return put(repositoryId, { stage: 'stopped', build, output })
      }
    }
    put(repositoryId, { stage: 'starting', since })
    const taskId = await startTask({ BuildID: buildId, Arguments: words, DataSources: dataSources }, overrides.Name)
    void queryClient.invalidateQueries({ queryKey: ['listBuildTasks'] })
    put(repositoryId, { stage: 'done', taskId })
  } catch (error) {
    if (!signal.aborted) put(repositoryId, { stage: 'failed', error })
  }
}

/** Asks the platform to end the build; it says so when it has. */
export async function cancelRun(repositoryId: string): Promise<void> {
  const run = runs.get()[repositoryId]
  if (run?.stage !== 'building' || run.buildId === undefined) return
  put(repositoryId, { ...run, isCancelling: true })
  await client.builds.cancel(run.buildId).catch(() => {}) // it ended by itself meanwhile
}
export const isBusy = (run: RepositoryRun | undefined): boolean => run?.stage === 'building' || run?.stage === 'starting'

const KEPT = NAMES.repositoryRun
/** What was typed for a run, in this tab, until it is reset. */
export const typedRun = {
  read(repositoryId: string): Overrides {
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT + repositoryId) ?? '{}')
      return typeof kept === 'object' && kept !== null ? (kept as Overrides) : {}
    } catch {
      return {}
    }
  },
  write(repositoryId: string, overrides: Overrides): void {
    try {
      if (Object.keys(overrides).length === 0) sessionStorage.removeItem(KEPT + repositoryId)
      else sessionStorage.setItem(KEPT + repositoryId, JSON.stringify(overrides))
    } catch {} // no storage: it lives as long as the page
  },
}

forgetOnSignOut(() => {
  leaving.abort()
  leaving = new AbortController()
  runs.set({})
})
