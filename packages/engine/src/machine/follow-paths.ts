// All paths of a program: what they print and trace where the particle's path prints or traces something, and how they end.
import type { Ending, RunRequest } from '../types.ts'
import { createAlone } from './alone.ts'
import { messageOf } from './ending.ts'
import { createMatching, createOthers, type Others, type Recorded } from './host/trace.ts'
import { asksFor, type Once, type Parts, type Program, type Stage } from './once.ts'
import { type Budget, type Followed, follow, type Went } from './paths/follow.ts'
import type { Path, Split } from './paths/path.ts'
import { createMerged, type Key, type Merged } from './paths/prints.ts'
import type { Clock } from './wasi/context.ts'

export interface Paths extends Followed {
  readonly tail: Merged['tail']
  readonly whole: Merged['whole']
  readonly byMajority: Merged['byMajority']
  /** What the particle's path does not trace. */
  readonly others: Others
  /** Samples whose path printed numbers that the particle's path does not. */
  readonly elsewhere: number
  /** Samples whose path traced values that the particle's path does not, and for which there was no room. */
  readonly untraced: number
  /** Samples whose path printed more than there was room for. */
  readonly crowded: number
  /** How paths ended, with the samples that took them; the largest first. */
  readonly endings: readonly { readonly ending: Ending; readonly samples: number }[]
  readonly dynamicInstructions: number
}

/** Functions that ask for a law, or make one of a law: a single sample has none. */
export const OF_LAWS: readonly string[] = ['query', 'limit', 'copy', 'jointcopy', 'posterior', 'nodes', 'atoms', 'tobytes']

/** Whether the particle's path is the same without any law: the particle of a mixture is made of means. */
export const goesOnParticle = (program: Program): boolean => !asksFor(program, [...OF_LAWS, 'mixture'])

export interface Following {
  /** Of all paths together. */
  readonly samples: number
  /** Of what the particle's path prints. */
  readonly keys: readonly Key[]
  readonly recorded: Pick<Recorded, 'keys' | 'isPassed'>
  /** The particle's path: what it cost, what it has of a disk, and calls at its beginning that print what all paths print. */
  readonly first: Pick<Once, 'dynamicInstructions' | 'values' | 'shared' | 'space'>
  /** Where that ran. */
  readonly stage: Stage
  /** What a path reads of its clocks. */
  readonly clock: (own: Clock) => Clock
  readonly budget: Budget
  /** All paths, as far as they are known. */
  readonly begun?: readonly Path[] | undefined
}

export function followPaths(
  program: Program,
  request: RunRequest,
  parts: Parts,
  { samples, keys, recorded, first, stage, clock, budget, begun }: Following,
): Paths {
  const merged = createMerged(samples, [...keys, ...recorded.keys])
  const others = createOthers(merged)
  const endings = new Map<string, { readonly ending: Ending; samples: number }>()
  let [dynamicInstructions, untraced] = [0, 0]
  let last: { readonly ending: Ending; samples: number } | undefined
  const end = (samples: number, ending: Ending, isAstray: boolean) => {
    if (isAstray) untraced += samples
    if (last?.ending !== ending) {
      const message = messageOf(ending)
      last = endings.get(message) ?? { ending, samples: 0 }
      endings.set(message, last)
    }
    last.samples += samples
  }
  const walk = (path: Path): Went => {
    let split: Split | undefined
    const own = merged.path(path.which.length)
    const traces = createMatching(recorded, own.prints, others)
    const course = {
      path,
      clock,
      shared: first.shared,
      ...(first.space && { taken: first.space.end }),
      prints: own.prints,
      record: traces.record,
      split: (found: Split, end: (ending: Ending) => never) => {
        split = found
        Error.stackTraceLimit = 0 // the run puts it back
        return end({ kind: 'cancelled' })
      },
    }
    const { ending, outvoted, ...costs } = stage.run(course, () => undefined)
    dynamicInstructions += costs.dynamicInstructions
    const run = { instructions: costs.dynamicInstructions, values: costs.values }
    if (split) return { split, ...run }
    own.add(outvoted)
    end(path.which.length, ending, traces.isAstray())
    return { finished: true, outvoted, ...run }
  }
  const alone = asksFor(program, OF_LAWS)
    ? undefined
    : createAlone(program, request, parts, { first, clock, singles: merged.singles, recorded, others, memory: stage.memory })
  const walkAlone = alone && {
    go: alone.go,
    gone: (each: (instructions: number) => void) =>
      alone.gone((ending, instructions, isAstray) => {
        dynamicInstructions += instructions
        merged.singles.add()
        end(1, ending, isAstray)
        each(instructions)
      }),
  }
  const now = () => performance.now()
  const within = (call: () => void, milliseconds: number) => {
    const begin = now()
    if (!(parts.interruptible ?? uninterrupted)(call, milliseconds)) return 'itself'
    return now() - begin < milliseconds - 1 ? 'user' : 'time'
  }
  const followed = follow(samples, { instructions: first.dynamicInstructions, values: first.values }, { walk, walkAlone, within, now }, budget, begun)
  return {
    ...followed,
    elsewhere: merged.elsewhere(),
    untraced,
    crowded: merged.crowded(),
    tail: merged.tail,
    whole: merged.whole,
    byMajority: merged.byMajority,
    others,
    endings: [...endings.values()].sort((one, other) => other.samples - one.samples),
    dynamicInstructions,
  }
}

function uninterrupted(call: () => void): false {
  call()
  return false
}
