// A run on a Reference core: the program once on the means of its inputs, which gives the transcript, then as often as the core's Precision says, each time
// on one draw of every input. Behind each number of the transcript stands the distribution of what all executions print there.
import { LIMITS } from '@credence/contract/limits'
import { ATHENS } from '@credence/distribution'
import { type Counted, withExecutions } from '../../notices.ts'
import type { Outcomes, Progress, RunRequest, RunResult, Stream, TracedValue } from '../../types.ts'
import { messageOf } from '../ending.ts'
import { OF_LAWS } from '../follow-paths.ts'
import { OTHERS, withinRoom } from '../host/trace.ts'
import { asksFor, type Parts, type Program } from '../once.ts'
import { resolvedFiles } from '../resolved-files.ts'
import { type Columns, createColumns, createRunning, distributionOf, momentsOf, type Running, rowsThatFit, tailOf, valuesOf } from './columns.ts'
import { CONTROL, createBoard, createExecutor, type Report, ROW, type Work } from './executions.ts'
import { type OnMeans, runTranscript } from './means.ts'
import { gathered } from './strays.ts'

/** Threads beside this one that execute rows, too. */
export interface Helpers {
  /** What each told once it was through; undefined while one is not, after so long. */
  readonly reports: (milliseconds: number) => readonly Report[] | undefined
}
export interface ReferenceParts extends Parts {
  /** Starts them; absent: there are none. */
  readonly help?: (work: Work) => Helpers
}
export interface ReferenceEvents {
  readonly output: (stream: Stream, bytes: Uint8Array) => void
  readonly progress?: (progress: Progress) => void
}
type Told = Pick<RunResult, 'ending' | 'dynamicInstructions' | 'notices' | 'traced' | 'executions'> & {
  readonly files: ReturnType<OnMeans['files']>
}

export function runReference(program: Program, request: RunRequest, parts: ReferenceParts, { output, progress }: ReferenceEvents): Told {
  let taken: Uint8Array | undefined
  const asking = parts.input && { input: () => (taken ??= parts.input!()) }
  const means = runTranscript(program, request, { ...parts, ...asking })
  const wanted = request.samples ?? request.core.Precision
  const made = means.ending.kind === 'exit' ? executeAll(program, request, parts, { ...means, taken }, wanted, progress) : undefined
  const texts = made ? means.marked.map((column) => made.tails[column]!) : means.marked.map(() => '')
  for (const [stream, pieces] of means.written) output(stream, means.transcript.resolved(concatenated(pieces), texts))
  const values = tracedOf(means, made)
  const notices = made && withExecutions({ ...made.counted, isDrawn: means.drawn, asksLaws: asksLaws(program) })
  return {
    ending: made?.cancelled ? { kind: 'cancelled' } : means.ending,
    dynamicInstructions: means.dynamicInstructions + (made?.dynamicInstructions ?? 0),
    files: resolvedFiles(means, means.transcript, texts),
    ...(notices && { notices }),
    ...(values.length + means.more > 0 && { traced: withinRoom(values, means.more) }),
    executions: { done: made?.counted.all ?? 0, wanted, numbers: made?.numbers ?? [] },
  }
}

/** First what the execution on the means recorded, with what all of them recorded there; behind it what only others did. */
function tracedOf({ traced }: OnMeans, made: Made | undefined): TracedValue[] {
  if (!made) return traced.map(({ column: _, ...record }) => record)
  const { all } = made.counted
  const most = outcomesOfEach(traced.length + made.strays.length)
  const own = traced.map(({ column, ...record }) => {
    if (column < 0) return record
    const values = made.valuesOf(column)
    return { ...record, value: `${record.value}${made.tails[column]}`, ...outcomesOf(values, most) }
  })
  const others = made.strays.map(({ variable, element, pass, values }) => {
    const value = `${momentsOf(values).mean}${distributionOf(values, all, ATHENS)}`
    return { variable, element, pass: pass - 1, path: OTHERS, value, ...outcomesOf(values, most) }
  })
  return [...own, ...others]
}
/** Numbers of each of so many values that there is room for; 0 where these are too few to say more than its text. */
function outcomesOfEach(values: number): number {
  const { each, all } = LIMITS.trace.outcomes
  const room = Math.min(each, Math.floor(all / Math.max(1, values)))
  return room < LEAST_OUTCOMES ? 0 : room
}
const LEAST_OUTCOMES = 64
function outcomesOf(values: Float64Array, most: number): { outcomes?: Outcomes } {
  if (most === 0 || values.length === 0) return {}
  return { outcomes: { count: values.length, ...momentsOf(values), first: values.slice(0, most) } }
}

/** Its library functions for that are linked only where they are called. */
const asksLaws = (program: Program): boolean => asksFor(program, OF_LAWS)

interface Made {
  /** By column: the text behind the number. */
  readonly tails: readonly string[]
  readonly valuesOf: (column: number) => Float64Array
  readonly numbers: Progress['numbers']
  /** What was traced where the execution on the means traced nothing, as often as there were such executions. */
  readonly strays: ReturnType<typeof gathered>
  readonly counted: Omit<Counted, 'isDrawn' | 'asksLaws'>
  readonly dynamicInstructions: number
  readonly cancelled: boolean
}
/** Executions after which it is asked whether they are enough. */
const CHUNK = 256
const SLICE = 50
/** Of one execution, beside what the one on the means took. */
const LONGEST = 1000
/** Starting a thread takes about as long. */
const WORTH_HELP = 100
/** Rows from which tables of quantiles pay. */
const MANY = 4096
/** For threads in the middle of an execution that nobody needs any more. */
const LAST = 200

function executeAll(
  program: Program,
  request: RunRequest,
  parts: ReferenceParts,
  means: OnMeans & { readonly taken: Uint8Array | undefined },
  wanted: number,
  progress: ReferenceEvents['progress'],
): Made {
  const count = means.places.count()
  const rows = rowsThatFit(count, wanted)
  const shared = parts.help !== undefined
  const columns = createColumns(count, rows, shared)
  const board = createBoard(rows, shared)
  const milliseconds = Math.max(LONGEST, 10 * means.milliseconds)
  const { module: _, ...rest } = request
  const taken = means.space?.end ?? 0
  const work: Work = {
    program,
    request: rest,
    places: means.places.list(),
    passes: means.passes,
    readings: means.readings,
    laws: rows >= MANY ? means.laws : [],
    columns,
    board,
    message: messageOf(means.ending),
    milliseconds,
    ...(parts.storage && { stored: { files: parts.storage.files, taken } }),
    ...(means.taken && { input: means.taken }),
  }
  const executor = createExecutor(work, { ...parts, ...(parts.storage && { storage: { ...parts.storage, end: taken } }) })
  const course = createCourse(work, request.standardError, progress)
  const within = (call: () => void, most: number): 'itself' | 'time' | 'user' => {
    const begin = performance.now()
    if (!(parts.interruptible ?? uninterrupted)(call, most)) return 'itself'
    return performance.now() - begin < most - 1 ? 'user' : 'time'
  }
  const begin = performance.now()
  let helpers: Helpers | undefined
  let some = true
  let cancelled = false
  while (some && !cancelled) {
    const ended = within(() => {
      some = executor.some(SLICE)
    }, SLICE + milliseconds)
    if (ended === 'time') executor.interrupted()
    cancelled = ended === 'user'
    course.look()
    const spent = performance.now() - begin
    if (
      parts.help &&
      !helpers &&
      some &&
      !cancelled &&
      spent > WORTH_HELP &&
      (spent * (rows - course.known())) / Math.max(1, course.known()) > WORTH_HELP
    )
      helpers = parts.help(work)
  }
  if (cancelled) Atomics.store(board.control, CONTROL.stop, 1)
  let others: readonly Report[] | undefined = helpers ? undefined : []
  for (let last = Number.POSITIVE_INFINITY; helpers && !others && performance.now() < last; ) {
    const ended = within(() => {
      others = helpers.reports(SLICE)
    }, 10 * SLICE)
    course.look()
    if (ended === 'user') cancelled = true
    if (cancelled) Atomics.store(board.control, CONTROL.stop, 1)
    if (Atomics.load(board.control, CONTROL.stop) !== 0) last = Math.min(last, performance.now() + LAST)
  }
  course.look()
  course.last()
  const reports = [executor.report(), ...(others ?? [])]
  const all = course.enough() ?? course.known()
  const tails = Array.from({ length: count }, (_, column) => tailOf(valuesOf(columns, column, all), all, ATHENS, means.numbers[column]!))
  return {
    tails,
    valuesOf: (column) => valuesOf(columns, column, all),
    numbers: spreadOf(columns, all),
    strays: gathered(
      reports.flatMap((one) => one.strays),
      all,
    ),
    counted: countedOf(reports, board.rows.subarray(0, all), wanted, rows, course.enough() !== undefined),
    dynamicInstructions: sum(reports, (one) => one.dynamicInstructions),
    cancelled,
  }
}

/** How far the executions have come, in the order of their numbers. */
interface Course {
  readonly look: () => void
  /** How far they came is told once more, however little time has passed. */
  readonly last: () => void
  /** So many from the first on are over. */
  readonly known: () => number
  /** So many are enough for the standard error that was asked for. */
  readonly enough: () => number | undefined
}
function createCourse({ columns, board }: Work, standardError: number | undefined, progress: ReferenceEvents['progress']): Course {
  const runnings = Array.from({ length: standardError !== undefined || progress ? columns.count : 0 }, (_, column) => createRunning(columns, column))
  let known = 0
  let enough: number | undefined
  let told = performance.now()
  const spread = (): Running[] => runnings.map((one) => one.now()).filter(({ deviation }) => deviation > 0)
  const take = (to: number) => {
    for (const one of runnings) one.take(to)
  }
  const tell = () => {
    if (!progress) return
    told = performance.now()
    if (enough === undefined) take(standardError === undefined ? known : CHUNK * Math.floor(known / CHUNK))
    progress({ done: enough ?? known, wanted: board.rows.length, numbers: spread().slice(0, MOST_TOLD) })
  }
  return {
    known: () => known,
    enough: () => enough,
    last: tell,
    look() {
      const before = known
      while (known < board.rows.length && board.rows[known] !== 0) known++
      if (standardError !== undefined && enough === undefined) {
        for (let at = CHUNK * (Math.floor(before / CHUNK) + 1); at <= known && at < board.rows.length; at += CHUNK) {
          take(at)
          const numbers = spread()
          if (numbers.length === 0 || numbers.some((one) => !(one.standardError <= standardError))) continue
          enough = at
          Atomics.store(board.control, CONTROL.stop, 1)
          break
        }
      }
      if (progress && performance.now() - told >= PROGRESS) tell()
    },
  }
}
const PROGRESS = 200
const MOST_TOLD = LIMITS.executions.numbers
/** Of the first columns whose numbers differ. */
function spreadOf(columns: Columns, rows: number): Running[] {
  const found: Running[] = []
  for (let column = 0; column < columns.count && found.length < MOST_TOLD; column++) {
    const running = createRunning(columns, column)
    running.take(rows)
    const now = running.now()
    if (now.deviation > 0) found.push(now)
  }
  return found
}

function countedOf(
  reports: readonly Report[],
  became: Uint8Array,
  wanted: number,
  fit: number,
  isEnough: boolean,
): Omit<Counted, 'isDrawn' | 'asksLaws'> {
  const otherwise = new Map<string, number>()
  for (const { ending, rows } of reports.flatMap((one) => one.otherwise)) {
    const message = messageOf(ending)
    const some = rows.reduce((count, row) => count + Number(row < became.length), 0)
    otherwise.set(message, (otherwise.get(message) ?? 0) + some)
  }
  const withMark = (mark: number) => became.reduce((count, row) => count + Number((row & mark) !== 0), 0)
  return {
    all: became.length,
    wanted,
    fit,
    isEnough,
    elsewhere: withMark(ROW.elsewhere),
    endless: withMark(ROW.endless),
    untraced: withMark(ROW.untraced),
    otherwise: [...otherwise].map(([message, executions]) => ({ message, executions })).sort((one, other) => other.executions - one.executions),
  }
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}
function uninterrupted(call: () => void): false {
  call()
  return false
}
function concatenated(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(sum(pieces, ({ length }) => length))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
