// Gathers during a run what its notices are made of, and makes them at its end. Places that the module lists have numbers in its code; where code of a
// library decides, or a probability is asked for, the stack tells whose line it was.
import { type DecisionKind, type DecisionPlace, decisionCount, decisionPlaces, kindOf } from '../lines/decisions.ts'
import { type Locate, linesOf } from '../lines/section.ts'
import { FEW_SAMPLES, noticesOf, type Tail, worded } from '../notices.ts'
import type { Notice, Notices } from '../types.ts'
import type { Decision } from './host/runtime.ts'
import { type Frame, framesAt, stackOf } from './traps.ts'

export interface Witness {
  /** The number of the place in the program that is running; `asked` as in the ABI. */
  readonly place: (asked: number) => number
  /** A probability was asked for; such as rest on enough samples are not of interest. */
  readonly tail: (tail: Tail) => void
  /** @param decisions  by number of the place */
  readonly notices: (decisions: readonly Decision[]) => Notices | undefined
}

interface Where {
  readonly file?: string
  readonly line?: number
  readonly function?: string
}
const FRAMES = 64 // of the stack, from the inside
/** The stack is looked at each time for so long, then less and less often while it tells the same place. */
const LOOKS = 64
const LONGEST_SKIP = 1024

/** @param module  as it was compiled */
export function createWitness(module: Uint8Array): Witness {
  const listed = lazily(() => decisionCount(module))
  const locate = lazily(() => linesOf(module))
  const called = createNumbers<Where & { kind: DecisionKind }>()
  const tails = createNumbers<Where>()
  const rarest: { tail: Tail; count: number }[] = []
  let [looks, skip, stride, last, lastKind] = [0, 0, 1, 0, -1]
  return {
    place(asked) {
      if (asked === lastKind && skip-- > 0) return last
      const number = listed() + called.number({ kind: kindOf(asked), ...whereNow(locate()) })
      stride = number === last && ++looks > LOOKS ? Math.min(2 * stride, LONGEST_SKIP) : 1
      if (number !== last) looks = 0
      ;[skip, last, lastKind] = [stride - 1, number, asked]
      return number
    },
    tail(tail) {
      if (Math.min(tail.above, tail.samples - tail.above) >= FEW_SAMPLES) return
      const number = tails.number(whereNow(locate())) - 1
      const known = rarest[number]
      const rarer = !known || extent(tail) < extent(known.tail)
      rarest[number] = { tail: rarer ? tail : known.tail, count: (known?.count ?? 0) + 1 }
    },
    notices(decisions) {
      const found = decisionNotices(decisions, module, listed(), called.at)
      for (const [index, { tail, count }] of rarest.entries()) {
        const where = tails.at(index)!
        found.push(worded({ kind: 'tail', ...where, count, share: tail.above / tail.samples, estimated: false }, tail))
      }
      return noticesOf(found)
    },
  }
}
const extent = ({ above, samples }: Tail): number => Math.min(above, samples - above)

type About = Where & { kind: DecisionKind; decision: Decision }
/** One for each line and kind, those first that go against most samples most often. */
function decisionNotices(
  decisions: readonly Decision[],
  module: Uint8Array,
  listed: number,
  called: (index: number) => (Where & { kind: DecisionKind }) | undefined,
): Notice[] {
  const places = lazily(() => decisionPlaces(module))
  const lines = new Map<string, About>()
  for (const [number, decision] of decisions.entries()) {
    if (number === 0 || decision.disagreements === 0) continue
    const isListed = number <= listed
    const about = isListed ? whereOf(places()(number)) : called(number - listed - 1)
    if (!about) continue
    const key = JSON.stringify(about.line === undefined ? { ...about } : [about.kind, about.file, about.line])
    const known = lines.get(key)
    lines.set(key, known ? { ...known, decision: sum(known.decision, decision) } : { ...about, decision })
  }
  const weight = ({ decision: { disagreements, sum, measured } }: About) => (measured === 0 ? 0.5 : sum / measured) * disagreements
  return [...lines.values()]
    .sort((one, other) => weight(other) - weight(one))
    .map(({ decision: { disagreements, evaluations, largest, estimated }, ...about }) =>
      worded({
        ...about,
        count: disagreements,
        ...(evaluations > 0 && { evaluations }),
        share: largest,
        estimated,
      }),
    )
}
/** What the lines of one place have together; only those that know of all evaluations keep their number. */
function sum(one: Decision, other: Decision): Decision {
  return {
    evaluations: one.evaluations > 0 && other.evaluations > 0 ? one.evaluations + other.evaluations : 0,
    disagreements: one.disagreements + other.disagreements,
    largest: Math.max(one.largest, other.largest),
    sum: one.sum + other.sum,
    measured: one.measured + other.measured,
    estimated: one.estimated || other.estimated,
  }
}

function whereOf(place: DecisionPlace | undefined): (Where & { kind: DecisionKind }) | undefined {
  if (!place) return undefined
  const known = place.places.find(({ line }) => line > 0) ?? place.places[0]
  const [frame] = framesAt(place.functionName ?? '', place.places)
  return {
    kind: place.kind,
    ...(known && { file: known.file, ...(known.line > 0 && { line: known.line }) }),
    ...(frame?.name && { function: frame.name }),
  }
}
/** The user's line that is running, or where no line is known, the function. */
function whereNow(locate: Locate): Where {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = FRAMES
  const stack = stackOf(new Error(), locate)
  Error.stackTraceLimit = limit
  const frame: Frame | undefined = stack.find(({ at }) => at !== undefined) ?? stack.find(({ name }) => !name.startsWith('std::')) ?? stack[0]
  if (frame?.at === undefined) return frame ? { function: frame.name } : {}
  const colon = frame.at.lastIndexOf(':')
  // Code that the compiler moved has a file only.
  if (colon < 0) return { file: frame.at, function: frame.name }
  return { file: frame.at.slice(0, colon), line: Number(frame.at.slice(colon + 1)), function: frame.name }
}

/** Numbers from 1 for things that are equal when their fields are. `at` counts from 0. */
function createNumbers<T>(): { number: (thing: T) => number; at: (index: number) => T | undefined } {
  const things: T[] = []
  const known = new Map<string, number>()
  return {
    number(thing) {
      const key = JSON.stringify(thing)
      const number = known.get(key) ?? things.push(thing)
      known.set(key, number)
      return number
    },
    at: (index) => things[index],
  }
}
function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
