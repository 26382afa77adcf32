// Doing what the table of actions names.
import { type Build, findCore } from '@credence/contract'
import { client } from '../api/client.ts'
import { operationQuery, queryClient } from '../api/queries.ts'
import { newDraft } from '../programs/draft.ts'
import { keepDraft } from '../programs/draft-store.ts'
import { coreNameOf } from '../programs/rows.ts'
import type { JobKind } from './actions.ts'

export const buildQuery = (BuildID: string) => operationQuery('getBuild', { path: { BuildID } })
export const taskQuery = (TaskID: string) => operationQuery('getTask', { path: { TaskID } })

export const cancelJob = (kind: JobKind, id: string) => (kind === 'task' ? client.tasks.cancel(id) : client.builds.cancel(id))
export const deleteJob = (kind: JobKind, id: string) => (kind === 'task' ? client.tasks.delete(id) : client.builds.delete(id))

/** The program of a build as the draft of this tab. @throws Error  the build is of a repository, which is not one file */
export async function openInEditor(buildId: string, words?: string): Promise<void> {
  const build: Build = await queryClient.fetchQuery(buildQuery(buildId))
  const { SourceCode } = build.Application
  if (!SourceCode) throw new Error('This program is a repository. Change it there and run it again.')
  const coreId = findCore(coreNameOf(build.BuildCoreSpecs))?.CoreID
  keepDraft(newDraft({ source: SourceCode.Code, language: SourceCode.Language, arguments: words ?? SourceCode.Arguments, ...(coreId && { coreId }) }))
}

/** Lists are asked for anew. */
export function forget(kind: JobKind): void {
  void queryClient.invalidateQueries({ queryKey: [kind === 'task' ? 'listTasks' : 'listBuilds'] })
}
