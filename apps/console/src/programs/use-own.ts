// The names, pins and columns of the account, and how they change.
import { useOwnPreference } from '../api/own-preference.ts'
import { PINS } from './pins.ts'
import { RUN_NAMES, type RunNames, renamed } from './run-names.ts'
import { VIEWS, withColumn } from './views.ts'

/** Of values. */
export function useRunNames(): { readonly names: RunNames; readonly rename: (key: string, name: string) => void } {
  const [names, change] = useOwnPreference(RUN_NAMES)
  return { names, rename: (key, name) => change((all) => renamed(all, key, name)) }
}
export const usePins = () => useOwnPreference(PINS)

export interface HiddenColumns {
  readonly isShown: (column: string) => boolean
  readonly show: (column: string, isShown: boolean) => void
}
export function useHiddenColumns(table: string): HiddenColumns {
  const [views, change] = useOwnPreference(VIEWS)
  return {
    isShown: (column) => !views[table]?.hidden.includes(column),
    show: (column, isShown) => change((all) => withColumn(all, table, column, isShown)),
  }
}
