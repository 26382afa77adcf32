// What the days of a range used, and which programs, repositories and cores used it: made in a worker, as a range may have tens of thousands of tasks.
import type { Build, Task } from '@credence/contract'
import { coreNameOf, programName } from '../programs/rows.ts'
import { type Day, daysOf, type Figure } from './days.ts'

export const GROUPS = [
  { id: 'program', label: 'Programs' },
  { id: 'repository', label: 'Repositories' },
  { id: 'core', label: 'Cores' },
] as const
export type Group = (typeof GROUPS)[number]['id']
export const TOP = 10

export type Share = Record<Figure, number> & {
  /** Empty: the build was deleted, or is not of the range. */
  readonly name: string
}
export interface Tally {
  readonly days: readonly Day[]
  readonly groups: Readonly<Record<Group, readonly Share[]>>
}

/** @param builds  those of the range; tasks of older ones belong to no name @param others  older builds that tasks of the range ran */
export function tallyOf(tasks: readonly Task[], builds: readonly Build[], others: readonly Build[], from: number, until: number): Tally {
  const known = new Map([...others, ...builds].map((build) => [build.BuildID, build]))
  const isWithin = (at: number | undefined) => at !== undefined && at >= new Date(from).setHours(0, 0, 0, 0) && at <= until
  const counted = tasks.filter(({ CreatedAt }) => isWithin(CreatedAt))
  const made = builds.filter(({ CreatedAt }) => isWithin(CreatedAt))
  /** @param unknown  the name of those whose build is gone; undefined: they are left out */
  const group = (nameOfBuild: (build: Build) => string | undefined, unknown?: string): Share[] => {
    const shares = new Map<string, Record<Figure, number>>()
    const of = (build: Build | undefined) => {
      const name = build ? nameOfBuild(build) : unknown
      if (name === undefined) return undefined
      const share = shares.get(name) ?? { tasks: 0, builds: 0, instructions: 0, executionMs: 0, buildMs: 0 }
      shares.set(name, share)
      return share
    }
    for (const { BuildID, Stats } of counted) {
      const share = of(known.get(BuildID))
      if (!share) continue
      share.tasks += 1
      share.instructions += Stats?.DynamicInstructions ?? 0
      share.executionMs += Stats?.ExecutionTimeInMilliseconds ?? 0
    }
    for (const build of made) {
      const share = of(build)
      if (!share) continue
      share.builds += 1
      share.buildMs += build.Stats?.BuildTimeInMilliseconds ?? 0
    }
    return [...shares].map(([name, share]) => ({ name, ...share }))
  }
  return {
    days: daysOf(tasks, builds, from, until),
    groups: {
      program: group((build) => (build.Application.SourceCode ? programName(build) : undefined), ''),
      repository: group((build) => (build.Application.Repository ? programName(build) : undefined)),
      core: group((build) => coreNameOf(build.BuildCoreSpecs), ''),
    },
  }
}

/** The largest by a figure; those without any of it are left out. */
export const largest = (shares: readonly Share[], figure: Figure): Share[] =>
  shares
    .filter((share) => share[figure] > 0)
    .toSorted((one, other) => other[figure] - one[figure] || one.name.localeCompare(other.name))
    .slice(0, TOP)
