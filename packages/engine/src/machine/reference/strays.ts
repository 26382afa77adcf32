// Values of trace variables where the execution on the means records none: its path does not pass the line so often. Few programs have any, so they are
// kept one by one with the number of their execution, and not as columns.
import { LIMITS } from '@credence/contract/limits'

/** Of one thread. */
const MOST_STRAYS = 1 << 20

/** One variable at one pass. */
export interface Stray {
  readonly variable: number
  readonly element: number
  /** Counted from 1. */
  readonly pass: number
  /** Numbers of executions, ascending, with what each recorded. */
  readonly rows: readonly number[]
  readonly values: readonly number[]
}
export interface Strays {
  /** False: there is no room. */
  readonly add: (variable: number, element: number, pass: number, row: number, value: number) => boolean
  /** Whatever the execution that recorded last has recorded. */
  readonly forget: (row: number) => void
  readonly list: () => readonly Stray[]
}

export function createStrays(): Strays {
  const known = new Map<string, { variable: number; element: number; pass: number; rows: number[]; values: number[] }>()
  let count = 0
  return {
    add(variable, element, pass, row, value) {
      const key = `${variable} ${element} ${pass}`
      let one = known.get(key)
      if (count >= MOST_STRAYS || (!one && known.size >= LIMITS.trace.records)) return false
      if (!one) {
        one = { variable, element, pass, rows: [], values: [] }
        known.set(key, one)
      }
      one.rows.push(row)
      one.values.push(value)
      count++
      return true
    },
    forget(row) {
      for (const { rows, values } of known.values()) {
        if (rows.at(-1) !== row) continue
        rows.pop()
        values.pop()
        count--
      }
    },
    list: () => [...known.values()].filter(({ rows }) => rows.length > 0),
  }
}

/** Of all threads: one for each variable and pass, in this order, with the values of the executions below `all`, in the order of their numbers. */
export function gathered(strays: readonly Stray[], all: number): { variable: number; element: number; pass: number; values: Float64Array }[] {
  const together = new Map<string, { variable: number; element: number; pass: number; pairs: [row: number, value: number][] }>()
  for (const { variable, element, pass, rows, values } of strays) {
    const key = `${variable} ${element} ${pass}`
    const known = together.get(key)
    const one = known ?? { variable, element, pass, pairs: [] }
    if (!known) together.set(key, one)
    for (const [index, row] of rows.entries()) if (row < all) one.pairs.push([row, values[index]!])
  }
  return [...together.values()]
    .filter(({ pairs }) => pairs.length > 0)
    .sort((one, other) => one.variable - other.variable || one.pass - other.pass || one.element - other.element)
    .map(({ pairs, ...one }) => ({
      ...one,
      values: Float64Array.from(
        pairs.sort(([a], [b]) => a - b),
        ([, value]) => value,
      ),
    }))
}
