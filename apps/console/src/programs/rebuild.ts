// The program of a build once more, for another core or with other trace variables. A repository is built as its branch is now.
import { type Build, type DataSource, type TraceVariable, transitionReason } from '@credence/contract'
import { client } from '../api/client.ts'
import { buildEnded } from '../api/ended.ts'
import { submit } from '../api/queries.ts'

interface Changes {
  readonly CoreID: string
  readonly Arguments: string
  readonly DataSources: readonly DataSource[]
  readonly TraceVariables?: readonly TraceVariable[]
}
/** @returns the id of the new build, which has only been accepted */
export async function rebuild(
  { Application: { SourceCode, Repository } }: Build,
  { CoreID, Arguments, DataSources, TraceVariables }: Changes,
): Promise<string> {
  const body = { CoreID, Arguments, DataSources: [...DataSources], ...(TraceVariables && { TraceVariables: [...TraceVariables] }) }
  const { BuildID } = SourceCode
    ? await submit('createSourceCodeBuild', { body: { ...body, Code: SourceCode.Code, Language: SourceCode.Language } })
    : await submit('createRepositoryBuild', { path: { RepositoryID: Repository?.RepositoryID ?? '' }, body })
  return BuildID
}

/** The build once it can run. @throws Error  it stopped, with its reason and the first line that the compiler printed */
export async function completed(buildId: string, signal?: AbortSignal): Promise<Build> {
  const build = await buildEnded(buildId, { signal })
  if (build.Status === 'Completed') return build
  const printed = build.Status === 'Cancelled' ? '' : await client.builds.output(buildId).catch(() => '')
  const first = printed.split('\n').find((line) => /error/i.test(line)) ?? ''
  throw new Error(['The build stopped', transitionReason(build.StatusTransitions?.at(-1)?.Message ?? ''), first].filter(Boolean).join(': '))
}
