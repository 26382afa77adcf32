// Samples that go alone: the program as a scalar program runs, once for each, in one instance whose memory is put back. What they print, as numbers, is all
// that is kept of them.
import type { Ending, RunRequest } from '../types.ts'
import { type Runtime, startRuntime } from './host/runtime.ts'
import { createMatching, type Matching, type Others, type Recorded } from './host/trace.ts'
import { configurationOf, type Once, type Parts, type Program, type Stage } from './once.ts'
import type { Answer, Path, Single } from './paths/path.ts'
import type { Key, Prints, Singles } from './paths/prints.ts'
import { createTold } from './paths/told.ts'
import { createRepeated, EXIT, type Start } from './repeated.ts'
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
/** How a sample ended, with so many instructions; `isAstray`: it traced what there was no room for. */
export type Went = (ending: Ending, instructions: number, isAstray: boolean) => void
export interface Walk {
  /** Runs the program with some samples, the first ones, at most MOST_NAMED; it may be interrupted. */
  readonly go: (singles: readonly Single[]) => void
  /**
   * Tells of the samples that came to their end, in their order, and what they printed. After an interruption, too: also one of itself, behind which it is called
   * again and goes on.
   */
  readonly gone: (each: Went) => void
}

export function createAlone(program: Program, request: RunRequest, parts: Parts, { first, clock, singles, recorded, others, memory }: Alone): Walk {
  let runtime: Runtime | undefined
  let isSound = true
  let going: readonly Single[] = []
  const told = createTold()
  /** Of the sample that goes: no other one goes behind one that comes here. */
  let answers: readonly Answer[] | undefined
  let next = 0
  let traces: Matching | undefined
  const traced: (readonly [Key, number])[] = []
  const tell: Prints['tell'] = (key, value) => {
    traced.push([key, value().particle])
    return 0
  }
  const matching = () => createMatching(recorded, { tell }, others)
  const storage = parts.storage && first.space ? { ...parts.storage, end: first.space.end } : parts.storage
  const { execute, hasSpilled } = createRepeated(
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
      stretches: told,
      functions: (memory) => ({
        trace: (variable: number, element: number, bits: bigint) => {
          const particle = numberOf(bits)
          traces ??= matching()
          traces.record(variable, element, () => ({ particle }), noText, true)
        },
        // The text of a distribution in which the sample took part before its path was chosen; behind that it has none.
        tail: (_: bigint, address: number, capacity: number) => {
          answers ??= answersOf(going[told.count()]!.of)
          const known = answers[next++]
          if (known?.written) memory().write(address, Math.min(capacity >>> 0, known.result), known.written)
          return known?.result ?? 0
        },
        collect: () => runtime!.sweep(), // no number is a handle
      }),
    },
  )
  const enter = (start: Start): number => {
    const births = runtime!.birthsOf(
      going.map(({ of }) => of),
      isSound,
    )
    for (let sample = 0; sample < going.length; sample++) {
      const { of, index } = going[sample]!
      const { address, numbers } = births[sample]!
      told.name(sample, address, numbers, index, of.which[index]!)
    }
    isSound = false
    return start(0, 0, 0, 0)
  }
  /** How the one ended that did not come back. */
  let broken: { readonly ending: Ending; readonly dynamicInstructions: number } | undefined
  /** Whether they may count. */
  let isSure = true
  let handed = 0
  const run = () => {
    told.begin(going.length)
    ;[answers, next, traces, broken, isSure, handed] = [undefined, 0, undefined, undefined, false, 0]
    traced.length = 0
    const { ending, dynamicInstructions } = execute(enter)
    if (ending !== EXIT) broken = { ending, dynamicInstructions }
    isSound ||= ending.kind === 'exit'
  }
  return {
    go(samples) {
      going = samples
      run()
      if (hasSpilled()) run() // now that everything is cleared
      isSure = true
    },
    gone(each) {
      if (!isSure && hasSpilled()) told.begin(0)
      isSure = true
      const [whole, all] = [told.count(), told.count() + Number(broken !== undefined)]
      while (handed < all) {
        const sample = handed
        const isLast = sample === all - 1
        singles.begin()
        if (told.take(sample, singles.print)) singles.crowd()
        if (isLast) for (const [key, number] of traced) singles.tell(key, number)
        handed++
        if (sample < whole) each(EXIT, told.instructions(sample), isLast && isAstray(traces))
        else each(broken!.ending, broken!.dynamicInstructions, isAstray(traces))
      }
    },
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
