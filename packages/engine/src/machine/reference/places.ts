// What the execution on the means prints and traces: each number has a place, by what prints it and how often, and each place a column.
import { LIMITS } from '@credence/contract/limits'

/** More are not collected. */
const MOST_PLACES = 100_000

export interface Places {
  /** The column of a number; -1 where the execution on the means gives none there. */
  readonly column: (by: number, times: number, index: number) => number
  /** A column for a number that is new; -1 where there are too many. */
  readonly add: (by: number, times: number, index: number) => number
  readonly count: () => number
  /** By, times and index of each, in the order of the columns: for other threads. */
  readonly list: () => Int32Array
}

export function createPlaces(list: Int32Array = new Int32Array()): Places {
  const columns = new Map<number, number[][]>()
  const all: number[] = []
  const add = (by: number, times: number, index: number): number => {
    const number = all.length / 3
    if (number >= MOST_PLACES) return -1
    const known = columns.get(by)
    const timesOf = known ?? []
    if (!known) columns.set(by, timesOf)
    timesOf[times] ??= []
    timesOf[times][index] = number
    all.push(by, times, index)
    return number
  }
  for (let at = 0; at < list.length; at += 3) add(list[at]!, list[at + 1]!, list[at + 2]!)
  return {
    column: (by, times, index) => columns.get(by)?.[times]?.[index] ?? -1,
    add,
    count: () => all.length / 3,
    list: () => Int32Array.from(all),
  }
}

/** What a trace variable is listed under: addresses of formats are positive. */
export const tracedBy = (variable: number): number => -1 - variable
/** Names an element of a trace variable. */
export const traceOf = (variable: number, element: number): number => variable * LIMITS.trace.elements + element

/** How often something was reached in this execution, by any number that names it; the first time is 1. */
export interface Tally {
  readonly next: (what: number) => number
  readonly counts: () => ReadonlyMap<number, number>
  readonly clear: () => void
}
export function createTally(): Tally {
  const times = new Map<number, number>()
  return {
    next(what) {
      const now = (times.get(what) ?? 0) + 1
      times.set(what, now)
      return now
    },
    counts: () => times,
    clear: () => times.clear(),
  }
}
