// Which values of several runs belong together: those of one name, the first with the first; what is left over by its position.
export interface Named {
  readonly index: number
  readonly name: string
}
export interface MatchedRow<Value> {
  /** `viscosity`, `viscosity#2` of the second of that name, `@5` of the fifth value where it has none. */
  readonly key: string
  readonly name: string
  /** One for each run, in their order; undefined where it has none. */
  readonly values: readonly (Value | undefined)[]
}

/** Rows in the order of the first run; those that it lacks behind them. */
export function matchValues<Value extends Named>(runs: readonly (readonly Value[])[]): MatchedRow<Value>[] {
  const rows: { key: string; name: string; index: number; values: (Value | undefined)[] }[] = []
  const byKey = new Map<string, (typeof rows)[number]>()
  for (const [run, values] of runs.entries()) {
    const left: { key: string; value: Value }[] = []
    for (const [key, value] of keyed(values)) {
      const row = byKey.get(key)
      if (row && row.values[run] === undefined) row.values[run] = value
      else left.push({ key, value })
    }
    for (const { key, value } of left) {
      const place = rows.find(({ index, values: known }) => index === value.index && known[run] === undefined && run > 0)
      if (place) {
        place.values[run] = value
        continue
      }
      const row = { key: byKey.has(key) ? `${key}@${run}` : key, name: value.name, index: value.index, values: [] as (Value | undefined)[] }
      row.values[run] = value
      rows.push(row)
      byKey.set(row.key, row)
    }
  }
  return rows.map(({ key, name, values }) => ({ key, name, values: runs.map((_, run) => values[run]) }))
}

function keyed<Value extends Named>(values: readonly Value[]): [string, Value][] {
  const counts = new Map<string, number>()
  return values.map((value) => {
    if (value.name === '') return [`@${value.index + 1}`, value]
    const count = (counts.get(value.name) ?? 0) + 1
    counts.set(value.name, count)
    return [count === 1 ? value.name : `${value.name}#${count}`, value]
  })
}

/** The value that an address names: a key, else the first. */
export const rowOf = <Value>(rows: readonly MatchedRow<Value>[], key: string | undefined): MatchedRow<Value> | undefined =>
  rows.find((row) => row.key === key) ?? rows[0]
