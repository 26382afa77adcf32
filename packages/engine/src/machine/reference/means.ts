// The execution that gives the transcript, on the means of the inputs: in what it prints a mark stands behind each number until all executions are known, and
// what it traces are the records. A program that draws until it likes what it got may not end on means; then the first execution on draws takes its place.
import { LIMITS } from '@credence/contract/limits'
import type { Ending, RunRequest, Stream, TracedValue } from '../../types.ts'
import type { Once, Parts, Program } from '../once.ts'
import { createTranscript, type Transcript } from '../paths/prints.ts'
import { createReadings, type Taken } from '../paths/readings.ts'
import { createRepeated, pause } from '../repeated.ts'
import { createDraws, lawOf, type Standard } from './draws.ts'
import { createPlaces, createTally, type Places, tracedBy, traceOf } from './places.ts'

export interface OnMeans {
  readonly ending: Ending
  readonly dynamicInstructions: number
  readonly files: Once['files']
  readonly space: Once['space']
  readonly milliseconds: number
  readonly places: Places
  readonly readings: Taken
  /** The streams, with marks in them; by number of the mark, from 1, the column of its place. */
  readonly written: ReadonlyMap<Stream, readonly Uint8Array[]>
  readonly transcript: Transcript
  readonly marked: readonly number[]
  /** By column, what stands there. */
  readonly numbers: readonly number[]
  /** How often each element of a trace variable was passed; see `traceOf`. */
  readonly passes: ReadonlyMap<number, number>
  readonly traced: readonly (TracedValue & { readonly column: number })[]
  /** Records beyond the limits. */
  readonly more: number
  /** On the draws of the first execution. */
  readonly drawn: boolean
  /** Those that it drew from whose quantiles have to be solved for. */
  readonly laws: readonly Standard[]
}

/** For an execution on means, before it is tried on draws. */
const PATIENCE = 5000

export function runTranscript(program: Program, request: RunRequest, parts: Parts): OnMeans {
  const means = inFiles((marks) => transcribe(program, request, parts, { drawn: false, marks, milliseconds: PATIENCE }))
  if (!means.isLate) return means
  const drawn = inFiles((marks) => transcribe(program, request, parts, { drawn: true, marks, milliseconds: PATIENCE }))
  return drawn.isLate ? transcribe(program, request, parts, { drawn: false, marks: 'streams' }) : drawn
}

type Marks = 'streams' | 'files'
/** A program that looks at its own files must not find marks in them. */
function inFiles(transcribed: (marks: Marks) => Transcribed): Transcribed {
  const found = transcribed('files')
  return found.hasLooked ? transcribed('streams') : found
}
type Transcribed = OnMeans & { readonly isLate: boolean; readonly hasLooked: boolean }
interface How {
  readonly drawn: boolean
  /** Where marks may stand: in the standard streams, or in files, too. */
  readonly marks: Marks
  /** After which it is late; absent: it may take what the limits allow. */
  readonly milliseconds?: number
}

function transcribe(program: Program, request: RunRequest, parts: Parts, { drawn, marks, milliseconds }: How): Transcribed {
  const places = createPlaces()
  const readings = createReadings()
  const transcript = createTranscript()
  const [printed, passed] = [createTally(), createTally()]
  const written = new Map<Stream, Uint8Array[]>()
  const marked: number[] = []
  const numbers: number[] = []
  const laws: Standard[] = []
  const traced: (TracedValue & { readonly column: number })[] = []
  let [more, characters] = [0, 0]
  const note = (standard: Standard) => {
    const isKnown = laws.some((one) => one.family === standard.family && one.shape1 === standard.shape1 && one.shape2 === standard.shape2)
    if (!isKnown && laws.length < MOST_LAWS && isSolved(standard)) laws.push(standard)
  }
  const { execute } = createRepeated(program, request, parts, {
    again: false,
    sleep: parts.sleep ?? pause,
    clock: readings.recorded,
    output: (stream, bytes) => {
      const pieces = written.get(stream)
      if (pieces) pieces.push(bytes.slice())
      else written.set(stream, [bytes.slice()])
    },
    functions: (memory) => {
      const draws = createDraws(memory, [])
      draws.begin(0)
      return {
        ...(drawn && draws.functions),
        source: (family: number, shape1: number, shape2: number, location: number, scale: number, mean: number) => {
          note({ family, shape1, shape2 })
          return drawn ? draws.functions['source']!(...([family, shape1, shape2, location, scale, mean] as never[])) : mean
        },
        printing: (by: number) => printed.next(by),
        tell: (bits: bigint, by: number, times: number, index: number) => {
          const column = places.add(by, times, index)
          if (column < 0) return 0
          marked.push(column)
          numbers[column] = numberOf(bits)
          const mark = transcript.tell('', () => ({ particle: 0 }), noText)
          return marks === 'files' ? -mark : mark
        },
        trace: (variable: number, element: number, bits: bigint) => {
          const pass = passed.next(traceOf(variable, element))
          const number = numberOf(bits)
          const value = String(number)
          if (traced.length >= LIMITS.trace.records || characters + value.length > LIMITS.trace.characters) more++
          else {
            characters += value.length
            const column = places.add(tracedBy(variable), pass, element)
            if (column >= 0) numbers[column] = number
            traced.push({ variable, element, pass: pass - 1, path: 0, value, column })
          }
        },
      }
    },
  })
  const begin = performance.now()
  const { ending, dynamicInstructions, files, space, hasLooked } = execute((start) => {
    let instructions: number | undefined
    const run = () => {
      instructions = start(0, 0, 0, 0)
    }
    return (parts.interruptible ?? uninterrupted)(run, milliseconds) ? undefined : instructions
  })
  const spent = performance.now() - begin
  const isLate = ending.kind === 'cancelled' && milliseconds !== undefined && spent > milliseconds - 1
  const made = { laws, places, readings: readings.taken, written, transcript, marked, numbers, passes: passed.counts(), traced, more }
  return { ending, dynamicInstructions, files, space, milliseconds: spent, drawn, isLate, hasLooked, ...made }
}

/** What stands there follows from all executions. */
const noText = () => ''
/** Each costs every thread some milliseconds. */
const MOST_LAWS = 16
function isSolved(standard: Standard): boolean {
  return lawOf(standard).solvedQuantile === true
}

function uninterrupted(start: () => void): false {
  start()
  return false
}

const view = new DataView(new ArrayBuffer(8))
/** A plain number from its bits. */
export function numberOf(bits: bigint): number {
  view.setBigUint64(0, BigInt.asUintN(64, bits))
  return view.getFloat64(0)
}
