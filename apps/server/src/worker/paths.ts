// How the paths of a program were followed, as the figures of its task show it.
import type { TaskStats } from '@credence/contract'
import { sharesOf, type Ways } from '@credence/engine'

/** @param ways  absent: all samples took one path */
export function pathsOf(ways: Ways | undefined): Pick<TaskStats, 'Paths'> {
  if (!ways) return {}
  const { count, runs, followed, byMajority, endless } = sharesOf(ways)
  return { Paths: { Count: count, Runs: runs, Followed: followed, ByMajority: byMajority, Endless: endless } }
}
