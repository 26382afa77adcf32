// What all executions print or trace where the one on the means does: a column of numbers for each such place, by number of the execution.
// A column may be shared by several threads, each of which fills rows of its own.
import { formatUxTail, ttrOfSamples } from '@credence/distribution'

/** Numbers of all columns together. */
export const MOST_NUMBERS = 1 << 25
/** log2 of the Dirac deltas of a printed distribution. */
const ORDER = 6
/** Bits that no number which a program gives can have here: JavaScript stores one NaN only. */
const ABSENT = 0xfff7_0000_c0de_0000n

export interface Columns {
  readonly count: number
  readonly rows: number
  /** Column by column. */
  readonly buffer: ArrayBuffer | SharedArrayBuffer
  readonly numbers: Float64Array
}

/** So many executions fit beside each other. */
export function rowsThatFit(columns: number, rows: number): number {
  return Math.max(1, Math.min(rows, Math.floor(MOST_NUMBERS / Math.max(1, columns))))
}

/** Empty columns. @param shared  between threads */
export function createColumns(count: number, rows: number, shared: boolean): Columns {
  const bytes = 8 * count * rows
  const buffer = shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes)
  new BigUint64Array(buffer).fill(ABSENT)
  return columnsIn(buffer, count, rows)
}
export function columnsIn(buffer: ArrayBuffer | SharedArrayBuffer, count: number, rows: number): Columns {
  return { count, rows, buffer, numbers: new Float64Array(buffer) }
}

/** Of the first `rows` executions those that gave a number there, in their order. */
export function valuesOf({ buffer, rows: all }: Columns, column: number, rows: number): Float64Array {
  const high = new Uint32Array(buffer, 8 * column * all, 2 * rows)
  const own = new Float64Array(buffer, 8 * column * all, rows)
  const values = new Float64Array(rows)
  let count = 0
  for (let i = 0; i < rows; i++) {
    if (high[2 * i + 1] !== ABSENT_HIGH) values[count++] = own[i]!
  }
  return values.subarray(0, count)
}
/** Whatever the row of a column held. */
export function erase({ buffer, rows }: Columns, column: number, row: number): void {
  new BigUint64Array(buffer)[column * rows + row] = ABSENT
}
const ABSENT_HIGH = Number(ABSENT >> 32n)

/**
 * The text behind a number that the executions gave; empty where none did, or all that did gave `text`, the number in front of it.
 * @param all  executions, with those that gave none
 */
export function tailOf(values: Float64Array, all: number, type: number, text: number): string {
  if (values.every((value) => value === text || (Number.isNaN(value) && Number.isNaN(text)))) return ''
  return distributionOf(values, all, type)
}
/** Different numbers for each of which there is a Dirac delta keep their masses. @param values  at least one */
export function distributionOf(values: Float64Array, all: number, type: number): string {
  const sorted = ascending(values)
  const different = distinct(sorted, 2 ** ORDER)
  const { positions, masses } = ttrOfSamples(sorted, different <= 2 ** ORDER ? different : ORDER)
  const mixture = { positions, masses: masses.map((mass) => (mass * values.length) / all) }
  return formatUxTail({ type, sampleCount: values.length, mean: momentsOf(values).mean, mixture })
}
/** Of samples with equal masses. */
export function momentsOf(values: Float64Array): { readonly mean: number; readonly deviation: number } {
  const count = values.length
  const mean = values.reduce((sum, x) => sum + x, 0) / count
  return { mean, deviation: Math.sqrt(values.reduce((sum, x) => sum + (x - mean) * (x - mean), 0) / count) }
}
/** Counted as far as `most`. */
function distinct(sorted: Float64Array, most: number): number {
  let count = 0
  for (let i = 0; i < sorted.length && count <= most; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) count++
  return count
}

/** Non-finite numbers last. */
function ascending(values: Float64Array): Float64Array {
  const finite = values.filter(Number.isFinite).sort()
  if (finite.length === values.length) return finite
  const sorted = new Float64Array(values.length)
  sorted.set(finite)
  let at = finite.length
  for (const value of values) if (!Number.isFinite(value)) sorted[at++] = value
  return sorted
}

/** Of the numbers of a column so far. */
export interface Running {
  readonly count: number
  readonly mean: number
  readonly deviation: number
  /** Of the mean, as for independent draws. */
  readonly standardError: number
}
export interface Runner {
  /** Takes the rows from the last one that was taken up to `to`. */
  readonly take: (to: number) => void
  readonly now: () => Running
}
/** Source: Welford 1962, "Note on a method for calculating corrected sums of squares and products". */
export function createRunning({ buffer, rows, numbers }: Columns, column: number): Runner {
  const high = new Uint32Array(buffer, 8 * column * rows, 2 * rows)
  let [taken, count, mean, squares] = [0, 0, 0, 0]
  return {
    take(to) {
      for (; taken < to; taken++) {
        if (high[2 * taken + 1] === ABSENT_HIGH) continue
        const x = numbers[column * rows + taken]!
        const before = x - mean
        mean += before / ++count
        squares += before * (x - mean)
      }
    },
    now() {
      const deviation = count > 1 ? Math.sqrt(squares / (count - 1)) : 0
      return { count, mean, deviation, standardError: deviation / Math.sqrt(count) }
    },
  }
}
