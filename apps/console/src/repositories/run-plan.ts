// Whether a run of a repository needs a build: not where one was made of the same files for the same core. Files are the same where the commit is named by its
// whole id, or where the branch still stands at the commit that was built, which only a code host that can be asked tells.
import { type Build, type BuildCoreSpecs, type CoreSpec, SPEC_FIELD_NAMES, type TraceVariable } from '@credence/contract'
import { isFixed, isSameAddress } from './address.ts'
import { isEqual } from './run-values.ts'

export interface WantedRun {
  readonly remoteUrl: string
  readonly branch: string
  readonly commit: string
  readonly buildDirectory: string
  readonly core: CoreSpec
  /** Undefined: those of a configuration file that could not be read. */
  readonly traces: readonly TraceVariable[] | undefined
}
export type RunPlan =
  | { readonly kind: 'task'; readonly build: Build }
  | { readonly kind: 'build'; readonly because: string }
  /** It depends on which commit was built, and where the branch stands now. */
  | { readonly kind: 'ask'; readonly build: Build }

/** @param builds  of the repository, newest first */
export function planRun(wanted: WantedRun, builds: readonly Build[]): RunPlan {
  const made = builds.filter(({ Status, BuildArtifactAvailable }) => Status === 'Completed' && BuildArtifactAvailable !== false)
  const [last] = made
  if (!last) return { kind: 'build', because: 'nothing was built yet' }
  const same = made.find((build) => differenceOf(wanted, build) === undefined)
  if (!same) return { kind: 'build', because: differenceOf(wanted, last) ?? '' }
  return isFixed(wanted.commit) ? { kind: 'task', build: same } : { kind: 'ask', build: same }
}

/** @param built  the commit of that build  @param now  where the branch stands; undefined: nobody can say */
export function planWithCommit(plan: RunPlan, built: string | undefined, now: string | undefined): RunPlan {
  if (plan.kind !== 'ask') return plan
  if (now === undefined || built === undefined) return { kind: 'build', because: 'the branch may have moved; only a whole commit id stays the same' }
  return built === now ? { kind: 'task', build: plan.build } : { kind: 'build', because: `the branch moved to ${now.slice(0, 7)}` }
}

function differenceOf({ remoteUrl, branch, commit, buildDirectory, core, traces }: WantedRun, build: Build): string | undefined {
  const { Repository } = build.Application
  if (!Repository || !isSameAddress(Repository.RemoteURL, remoteUrl)) return 'the address changed'
  if (Repository.BuildDirectory !== buildDirectory) return 'the build directory changed'
  if (Repository.Commit !== commit) return 'the commit changed'
  if (!isFixed(commit) && Repository.Branch !== branch) return 'the branch changed'
  if (!isSameCore(build.BuildCoreSpecs, core)) return 'the core changed'
  const before = (build.TraceVariables ?? []).map(plainTrace)
  if (traces === undefined ? before.length > 0 : !isEqual(before, traces.map(plainTrace))) return 'the variables to trace changed'
  return undefined
}
const plainTrace = ({ File, LineNumber, Expression }: TraceVariable) => [File, LineNumber, Expression]
const isSameCore = (made: BuildCoreSpecs | undefined, core: CoreSpec): boolean =>
  made !== undefined && SPEC_FIELD_NAMES.every((field) => String(made[field]).toLowerCase() === String(core[field]).toLowerCase())

/** The commit that a build was made of, as its output says. */
export const commitIn = (output: string): string | undefined => /^note: commit ([0-9a-f]{40,64}) of /m.exec(output)?.[1]
