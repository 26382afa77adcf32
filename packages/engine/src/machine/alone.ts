// Samples that go alone: the program as a scalar program runs, once for each, in one instance whose memory is put back. What they print, as numbers, is all
// that is kept of them.
import type { Ending, RunRequest } from '../types.ts'
import { type Runtime, startRuntime } from './host/runtime.ts'
import { createMatching, type Matching, type Others, type Recorded } from './host/trace.ts'
import { configurationOf, type Once, type Parts, type Program, type Stage } from './once.ts'
import type { Answer, Path, Single } from './paths/path.ts'
import type { Prints, Singles } from './paths/prints.ts'
import { createTold } from './paths/told.ts'
import { createRepeated, type Start } from './repeated.ts'
import type { Clock } from './wasi/context.ts'

export interface Alone {
  /** Of the particle's path: what it has of a disk, and calls at its beginning that print what all paths print. */
  readonly first: Pick<Once, 'shared' | 'space'>
  readonly clock: (own: Clock) => Clock
  readonly singles: Singles
  readonly recorded: Pick<Recorded, 'keys' | 'isPassed'>
  readonly others: Others
  /** As of a stage. */
  readonly memory: Stage['memory']
}
export interface Went {
  readonly ending: Ending
  readonly dynamicInstructions: number
  /** It traced what there was no room for. */
  readonly isAstray: boolean
}

export function createAlone(
  program: Program,
  request: RunRequest,
  parts: Parts,
  { first, clock, singles, recorded, others, memory }: Alone,
): (single: Single) => Went {
  let runtime: Runtime | undefined
  let isSound = true
  let answers: readonly Answer[] | undefined
  let next = 0
  let traces: Matching | undefined
  const tell: Prints['tell'] = (key, value) => {
    singles.tell(key, value().particle)
    return 0
  }
  const told = createTold(singles.print)
  const matching = () => createMatching(recorded, { tell }, others)
  const storage = parts.storage && first.space ? { ...parts.storage, end: first.space.end } : parts.storage
  const run = createRepeated(
    program,
    request,
    { ...parts, ...(storage && { storage }) },
    {
      again: true,
      memory,
      sleep: () => {},
      clock,
      runtime: (end) => {
        runtime = startRuntime(parts.runtime!, { ...configurationOf(request), isAlone: true, told: first.shared }, { end, place: () => 0 })
        return runtime
      },
      quick: { tell: told.tell },
      first: () => runtime?.exports['alone'],
      functions: (memory) => ({
        trace: (variable: number, element: number, bits: bigint) => {
          const particle = numberOf(bits)
          traces ??= matching()
          traces.record(variable, element, () => ({ particle }), noText, true)
        },
        // The text of a distribution in which the sample took part before its path was chosen; behind that it has none.
        tail: (_: bigint, address: number, capacity: number) => {
          answers ??= answersOf(single.of)
          const known = answers[next++]
          if (known?.written) memory().write(address, Math.min(capacity >>> 0, known.result), known.written)
          return known?.result ?? 0
        },
        collect: () => runtime!.sweep(), // no number is a handle
      }),
    },
  )
  let single: Single
  const enter = (start: Start): number => {
    const { address, numbers } = runtime!.birthsOf(single.of, isSound)
    isSound = false
    const instructions = start(address, numbers, single.index, single.of.which[single.index]!)
    isSound = true
    return instructions
  }
  return (given) => {
    single = given
    answers = undefined
    next = 0
    traces = undefined
    singles.begin()
    told.clear()
    const { ending, dynamicInstructions } = run(enter)
    told.take()
    isSound ||= ending.kind === 'exit'
    return { ending, dynamicInstructions, isAstray: isAstray(traces) }
  }
}

function answersOf({ answers }: Path): Answer[] {
  const segments: Answer[][] = []
  for (let at: Path['answers'] | undefined = answers; at; at = at.before) segments.push(at.own)
  return segments.reverse().flat()
}

/** That it traced anything is what its host functions say. */
const isAstray = (traces: Matching | undefined): boolean => traces?.isAstray() ?? false
const noText = () => ''
const view = new DataView(new ArrayBuffer(8))
function numberOf(bits: bigint): number {
  view.setBigInt64(0, bits)
  return view.getFloat64(0)
}
