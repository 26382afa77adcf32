// The executions of a program, one row of the columns each. Any number of threads take rows in blocks until none is left; what a row holds follows from its
// number alone, so it does not matter who executes it.
import type { Ending, RunRequest } from '../../types.ts'
import { messageOf } from '../ending.ts'
import type { Parts, Program } from '../once.ts'
import { createReadings, type Taken } from '../paths/readings.ts'
import { createRepeated } from '../repeated.ts'
import type { Placed } from '../wasi/disk.ts'
import { type Columns, erase } from './columns.ts'
import { createDraws, type Standard } from './draws.ts'
import { numberOf } from './means.ts'
import { createPlaces, createTally, tracedBy, traceOf } from './places.ts'
import { createStrays, type Stray } from './strays.ts'

/** What all threads of a run share, besides the columns. */
export interface Board {
  readonly control: Int32Array
  /** Of each row, what became of it: a sum of ROW. */
  readonly rows: Uint8Array
}
export const CONTROL = { next: 0, stop: 1, busy: 2, words: 3 } as const
export const ROW = { done: 1, elsewhere: 2, endless: 4, untraced: 8 } as const
const BLOCK = 16

/** @param shared  between threads */
export function createBoard(rows: number, shared: boolean): Board {
  const make = (bytes: number) => (shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes))
  return { control: new Int32Array(make(4 * CONTROL.words)), rows: new Uint8Array(make(rows)) }
}

export interface Work {
  readonly program: Program
  readonly request: Omit<RunRequest, 'module'>
  /** Of what the execution on the means printed and traced; see places.ts. */
  readonly places: Int32Array
  /** How often the execution on the means passed each element of a trace variable, by `traceOf`. */
  readonly passes: ReadonlyMap<number, number>
  readonly readings: Taken
  /** That are drawn from so often that a table pays. */
  readonly laws: readonly Standard[]
  readonly columns: Columns
  readonly board: Board
  /** How the execution on the means ended. */
  readonly message: string
  /** For one execution. */
  readonly milliseconds: number
  /** Files on the disk of the run, and the chunks there that are taken. */
  readonly stored?: { readonly files: ReadonlyMap<string, Placed>; readonly taken: number }
  /** Standard input, if the execution on the means read of it; to the others it is empty where that did not. */
  readonly input?: Uint8Array
}
/** What a thread tells of its rows when it is through. */
export interface Report {
  readonly dynamicInstructions: number
  /** Endings other than that of the execution on the means, with the rows that ended so. */
  readonly otherwise: readonly { readonly ending: Ending; readonly rows: readonly number[] }[]
  /** What they traced where the execution on the means did not. */
  readonly strays: readonly Stray[]
}
export interface Executor {
  /** Executes rows for about so long; false where none was left. What interrupts it is told by `interrupted`. */
  readonly some: (milliseconds: number) => boolean
  /** The row that was being executed did not end in time. */
  readonly interrupted: () => void
  readonly report: () => Report
}

/** Different messages that are told apart. */
const MOST_ENDINGS = 100

export function createExecutor(work: Work, parts: Parts): Executor {
  const { columns, board, message } = work
  const { numbers, rows: stride } = columns
  const places = createPlaces(work.places)
  const [printed, traced] = [createTally(), createTally()]
  const readings = createReadings(work.readings)
  let row = 0
  let end = 0
  let strayed = false
  let untraced = false
  const strays = createStrays()
  let dynamicInstructions = 0
  const otherwise = new Map<string, { readonly ending: Ending; readonly rows: number[] }>()

  let draws: ReturnType<typeof createDraws>
  const { execute } = createRepeated(
    work.program,
    work.request,
    { ...parts, input: work.input && (() => work.input!) },
    {
      again: true,
      sleep: () => {},
      clock: readings.replayed,
      functions: (memory) => {
        draws = createDraws(memory, work.laws)
        return {
          ...draws.functions,
          printing: (by: number) => printed.next(by),
          tell: (bits: bigint, by: number, times: number, index: number) => {
            const column = places.column(by, times, index)
            if (column < 0) strayed = true
            else numbers[column * stride + row] = numberOf(bits)
            return 0
          },
          trace: (variable: number, element: number, bits: bigint) => {
            const pass = traced.next(traceOf(variable, element))
            const column = places.column(tracedBy(variable), pass, element)
            if (column >= 0) numbers[column * stride + row] = numberOf(bits)
            else if (pass > (work.passes.get(traceOf(variable, element)) ?? 0))
              untraced = !strays.add(variable, element, pass, row, numberOf(bits)) || untraced
          },
        }
      },
    },
  )
  const one = () => {
    printed.clear()
    traced.clear()
    strayed = false
    untraced = false
    const went = execute((start) => {
      draws?.begin(row)
      return start(0, 0, 0, 0)
    })
    dynamicInstructions += went.dynamicInstructions
    const { ending } = went
    const own = messageOf(ending)
    if (own !== message) note(own, ending)
    board.rows[row] = ROW.done | (strayed ? ROW.elsewhere : 0) | (untraced ? ROW.untraced : 0)
  }
  const note = (own: string, ending: Ending) => {
    const known = otherwise.get(own)
    if (known) known.rows.push(row)
    else if (otherwise.size < MOST_ENDINGS) otherwise.set(own, { ending, rows: [row] })
  }
  const { control } = board
  return {
    some(milliseconds) {
      const until = performance.now() + milliseconds
      while (performance.now() < until) {
        if (Atomics.load(control, CONTROL.stop) !== 0) return false
        if (row >= end) {
          row = Atomics.add(control, CONTROL.next, BLOCK)
          end = Math.min(row + BLOCK, board.rows.length)
          if (row >= end) return false
        }
        one()
        row++
      }
      return true
    },
    interrupted() {
      if (row >= end || board.rows[row] !== 0) return
      for (let column = 0; column < columns.count; column++) erase(columns, column, row)
      strays.forget(row)
      board.rows[row++] = ROW.done | ROW.endless
    },
    report: () => ({ dynamicInstructions, otherwise: [...otherwise.values()], strays: strays.list() }),
  }
}
