// Names that people give to values of runs. The platform keeps them as a preference of the console; the third value of a run is `tsk_…#3`.
import type { OwnPreference } from '../api/own-preference.ts'

export type RunNames = Readonly<Record<string, string>>
/** The oldest go first. */
const KEPT = 1000
export const MOST_CHARACTERS = 80

export const RUN_NAMES: OwnPreference<RunNames> = {
  name: 'Console_RunNames',
  read: (given) =>
    typeof given === 'object' && given !== null
      ? Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
      : {},
}
export const valueKey = (taskId: string, index: number): string => `${taskId}#${index + 1}`

/** Without a name, it has the one it had. */
export function renamed(names: RunNames, key: string, name: string): RunNames {
  const { [key]: _old, ...rest } = names
  const kept = Object.entries(rest).slice(-(KEPT - 1))
  const text = name.trim().slice(0, MOST_CHARACTERS)
  return Object.fromEntries(text === '' ? kept : [...kept, [key, text]])
}
