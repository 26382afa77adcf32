// The core of a local run, from its name.
import { DEFAULT_CORES, type DefaultCore, findCore, isHardwareClass, isSuggested, RECOMMENDED_CORE } from '@credence/contract'
import { nearestOf, UsageError } from '../command.ts'

/** Of cores that are offered, those that run programs here. */
export const CORES_HERE: readonly string[] = DEFAULT_CORES.filter((each) => isSuggested(each) && !isHardwareClass(each.Class)).map(({ Name }) => Name)

/** @throws UsageError if there is no such core, or if it runs nothing here */
export function chooseCore(name: string | undefined): DefaultCore {
  if (name === undefined) return RECOMMENDED_CORE
  const core = findCore(name)
  if (!core) {
    const nearest = nearestOf(name, CORES_HERE)
    throw new UsageError(`there is no core '${name}'; ${nearest ? `did you mean ${nearest}?` : `here are ${CORES_HERE.join(', ')}`}`)
  }
  if (isHardwareClass(core.Class)) throw new UsageError(`${core.Name} is for separate hardware; programs cannot run on it here`)
  return core
}
