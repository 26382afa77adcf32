// How paths were followed, as the process of a run sends it: checked field by field, for it may have been taken over.
import type { Ways } from '../../types.ts'

/** @throws Error  for what no honest process sends */
export function readWays(json: unknown): Ways {
  const { paths, runs, all, samples, outvoted, endless } = Object(json) as Record<string, unknown>
  const isShare = (value: unknown): value is number => isCount(value) && value <= Number(all)
  if (!isCount(paths) || !isCount(runs) || !isCount(all) || all === 0 || !isShare(samples) || !isShare(outvoted) || !isShare(endless))
    throw new Error('runner: paths that cannot be read')
  return { paths, runs, all, samples, outvoted, endless }
}
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
