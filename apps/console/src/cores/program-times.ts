// How long a program took on each core, by the tasks of its builds: what helps to choose one.
import { type Build, type Core, SPEC_FIELD_NAMES, type Task } from '@credence/contract'
import { middle } from '../programs/middle.ts'
import { programName } from '../programs/rows.ts'

export interface Took {
  /** The median. */
  readonly milliseconds: number
  readonly runs: number
}

/** What two builds of the same program have in common. */
const programOf = ({ Application: { SourceCode, Repository } }: Build): string =>
  SourceCode ? `${SourceCode.Language} ${SourceCode.Code}` : (Repository?.RepositoryID ?? '')

/** Of the same program as the one with this id; none where that is not among them. */
export function buildsLike(builds: readonly Build[], id: string | undefined): readonly Build[] {
  const chosen = builds.find(({ BuildID }) => BuildID === id)
  return chosen ? builds.filter((build) => programOf(build) === programOf(chosen)) : []
}

/** The latest build of each program, by whose id it is chosen; that of the same program as `chosen` is that one. */
export function programsOf(builds: readonly Build[], chosen: string | undefined): readonly { readonly id: string; readonly name: string }[] {
  const latest = new Map<string, Build>()
  for (const build of builds) if (build.BuildID === chosen || !latest.has(programOf(build))) latest.set(programOf(build), build)
  return [...latest.values()].map((build) => ({ id: build.BuildID, name: programName(build) || build.BuildID }))
}

/** @param tasks  of each build, in their order */
export function timeOn(core: Core, builds: readonly Build[], tasks: readonly (readonly Task[])[]): Took | undefined {
  const isOn = ({ BuildCoreSpecs }: Build) =>
    BuildCoreSpecs !== undefined &&
    SPEC_FIELD_NAMES.every((field) => String(BuildCoreSpecs[field]).toLowerCase() === String(core[field]).toLowerCase())
  const times = builds.flatMap((build, index) =>
    isOn(build)
      ? (tasks[index] ?? []).flatMap(({ Status, Stats }) => (Status === 'Completed' && Stats ? [Stats.ExecutionTimeInMilliseconds] : []))
      : [],
  )
  const milliseconds = middle(times)
  return milliseconds === undefined ? undefined : { milliseconds, runs: times.length }
}
