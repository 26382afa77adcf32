// The names and pins of the account, and how they change.
import { useOwnPreference } from '../api/own-preference.ts'
import { PINS } from './pins.ts'
import { RUN_NAMES, type RunNames, renamed } from './run-names.ts'

export function useRunNames(): { readonly names: RunNames; readonly rename: (key: string, name: string) => void } {
  const [names, change] = useOwnPreference(RUN_NAMES)
  return { names, rename: (key, name) => change((all) => renamed(all, key, name)) }
}
export const usePins = () => useOwnPreference(PINS)
