// Which columns of a table a person has hidden, by the name of the table.
import type { OwnPreference } from '../api/own-preference.ts'

export type Views = Readonly<Record<string, { readonly hidden: readonly string[] }>>

export const VIEWS: OwnPreference<Views> = {
  name: 'Console_Views',
  read(given) {
    if (typeof given !== 'object' || given === null) return {}
    return Object.fromEntries(
      Object.entries(given).flatMap(([name, view]) => {
        const { hidden } = (view ?? {}) as { hidden?: unknown }
        return Array.isArray(hidden) ? [[name, { hidden: hidden.filter((each) => typeof each === 'string') }]] : []
      }),
    )
  },
}
export const withColumn = (views: Views, table: string, column: string, isShown: boolean): Views => {
  const hidden = (views[table]?.hidden ?? []).filter((each) => each !== column)
  return { ...views, [table]: { hidden: isShown ? hidden : [...hidden, column] } }
}
