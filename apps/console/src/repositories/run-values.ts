// What a run of a repository uses, and where each value comes from. What is given for this run wins over the repository, the repository over the account or its
// configuration file, and the platform fills what is left; the platform decides so as well.
import {
  type Core,
  type DataSource,
  RECOMMENDED_CORE,
  type Repository,
  type RepositoryBuildRequest,
  type RepositoryUpdate,
  type TraceVariable,
} from '@credence/contract'

/** As given for one run; what is absent comes from elsewhere. */
export interface Overrides {
  readonly Branch?: string | undefined
  readonly Commit?: string | undefined
  readonly BuildDirectory?: string | undefined
  readonly CoreID?: string | undefined
  readonly Arguments?: string | undefined
  readonly DataSources?: readonly DataSource[] | undefined
  readonly TraceVariables?: readonly TraceVariable[] | undefined
  /** Of the task; it is of this run alone and has no default. */
  readonly Name?: string | undefined
}
export type RunField = Exclude<keyof Overrides, 'Name'>
export const RUN_FIELDS = [
  'Branch',
  'Commit',
  'BuildDirectory',
  'CoreID',
  'Arguments',
  'DataSources',
  'TraceVariables',
] as const satisfies readonly RunField[]

/** Where a value comes from, in words that a form shows. */
export const ORIGINS = {
  run: 'this run',
  repository: 'the repository',
  branch: 'the branch of this run',
  account: 'your account',
  file: 'the configuration file',
  platform: 'the platform',
} as const
export type Origin = keyof typeof ORIGINS
export interface Resolved<Value> {
  readonly value: Value
  readonly from: Origin
  /** Without what is given for this run. */
  readonly byDefault: { readonly value: Value; readonly from: Origin }
}
export interface RunValues {
  readonly Branch: Resolved<string>
  readonly Commit: Resolved<string>
  readonly BuildDirectory: Resolved<string>
  readonly CoreID: Resolved<string>
  readonly Arguments: Resolved<string>
  readonly DataSources: Resolved<readonly DataSource[]>
  readonly TraceVariables: Resolved<readonly TraceVariable[]>
}
export interface Surroundings {
  /** Of the account; empty: it has none. */
  readonly defaultCore: string
  /** Of the configuration file; undefined: it could not be read. */
  readonly fileTraces: readonly TraceVariable[] | undefined
}

export function valuesOf(overrides: Overrides, repository: Repository, { defaultCore, fileTraces }: Surroundings): RunValues {
  const pick = <Value>(given: Value | undefined, byDefault: { value: Value; from: Origin }): Resolved<Value> =>
    given === undefined ? { ...byDefault, byDefault } : { value: given, from: 'run', byDefault }
  const own = <Value>(value: Value) => ({ value, from: 'repository' as const })
  const isOtherBranch = overrides.Branch !== undefined && overrides.Branch !== repository.Branch
  const none = { value: '', from: 'platform' as const }
  return {
    Branch: pick(overrides.Branch, own(repository.Branch)),
    Commit: pick(overrides.Commit, isOtherBranch ? { value: 'HEAD', from: 'branch' } : own(repository.Commit)),
    BuildDirectory: pick(overrides.BuildDirectory, own(repository.BuildDirectory)),
    CoreID: pick(
      overrides.CoreID,
      repository.Core
        ? own(repository.Core)
        : defaultCore !== ''
          ? { value: defaultCore, from: 'account' }
          : { value: RECOMMENDED_CORE.CoreID, from: 'platform' },
    ),
    Arguments: pick(overrides.Arguments, repository.Arguments ? own(repository.Arguments) : none),
    DataSources: pick(overrides.DataSources, repository.DataSources?.length ? own(repository.DataSources) : { value: [], from: 'platform' }),
    // An empty list leaves it to the configuration file.
    TraceVariables: pick(
      overrides.TraceVariables?.length ? overrides.TraceVariables : undefined,
      repository.TraceVariables?.length
        ? own(repository.TraceVariables)
        : fileTraces?.length
          ? { value: fileTraces, from: 'file' }
          : { value: [], from: 'platform' },
    ),
  }
}

/** Only what differs from its default stays: typing a default back is a reset. */
export function overridden(overrides: Overrides, change: Overrides, repository: Repository, around: Surroundings): Overrides {
  const next = { ...overrides, ...change }
  const values = valuesOf(next, repository, around)
  const differs = RUN_FIELDS.filter((field) => next[field] !== undefined && !isEqual(next[field], values[field].byDefault.value))
  return { ...Object.fromEntries(differs.map((field) => [field, next[field]])), ...(next.Name && { Name: next.Name }) }
}

/** What a build is asked for; what is left out comes from the repository. */
export function buildRequestOf({
  Branch,
  Commit,
  BuildDirectory,
  CoreID,
  Arguments,
  DataSources,
  TraceVariables,
}: Overrides): RepositoryBuildRequest {
  return {
    ...(Branch !== undefined && { Branch }),
    ...(Commit !== undefined && { Commit }),
    ...(BuildDirectory !== undefined && { BuildDirectory }),
    ...(CoreID !== undefined && { CoreID }),
    ...(Arguments !== undefined && { Arguments }),
    ...(DataSources !== undefined && { DataSources: [...DataSources] }),
    ...(TraceVariables?.length && { TraceVariables: [...TraceVariables] }),
  }
}

/** What makes these values the defaults of the repository. */
export function updateOf(overrides: Overrides, repository: Repository): RepositoryUpdate {
  const { CoreID, ...rest } = buildRequestOf(overrides)
  const isOtherBranch = rest.Branch !== undefined && rest.Commit === undefined && repository.Commit !== 'HEAD'
  return { ...rest, ...(CoreID !== undefined && { Core: CoreID }), ...(isOtherBranch && { Commit: 'HEAD' }) }
}

export const isEqual = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)

/** Undefined: it was deleted, or the list is not there yet. */
export const coreWith = (cores: readonly Core[], id: string): Core | undefined => cores.find(({ CoreID }) => CoreID === id)
