// Follows every path of a program whose decisions depend on uncertain values: the largest first, each from the start of the program with the
// samples that take it. A path on whose next decision the samples disagree ends there, and one for each answer takes its place.
//
//   paths      until all samples have come to an end, or most of the time is over
//   alone      samples one by one, as plain numbers, where that costs less than their paths: what scalar Monte Carlo would do, with as many of
//              them as there is time for
//   majority   for the rest of the time: a path goes on with all its samples where most of them go
//
// What is left then nobody followed. Source: `src/ensemble/follow.h`.

import { type Apart, createApart } from './apart.ts'
import { type Costs, createLedger } from './ledger.ts'
import { branches, type Path, type Single, type Split, wholePath } from './path.ts'
import { MOST_NAMED } from './told.ts'

/** How a path went. */
export type Went = Costs & ({ readonly split: Split } | { readonly finished: true; readonly outvoted: number })

export interface Budget {
  readonly milliseconds: number
  /** Runs before the majority decides, where no sample can take a path alone. */
  readonly runs: number
  /** That one path may take. */
  readonly pathMilliseconds: number
}
export interface Walking {
  /** Runs the program along a path. */
  readonly walk: (path: Path) => Went
  /** Absent where no sample can take a path alone: something on it asks for a law. */
  readonly walkAlone?: WalkAlone | undefined
  /** Calls for at most so long; what ended the call. */
  readonly within: (call: () => void, milliseconds: number) => 'itself' | 'time' | 'user'
  readonly now: () => number
}
/** Samples one by one. */
export interface WalkAlone {
  /** Runs the program with some, the first ones. */
  readonly go: (singles: readonly Single[]) => void
  /** The instructions of each of them that came to its end, the first ones: they count now. Also after an interruption. */
  readonly gone: (each: (instructions: number) => void) => void
}
export interface Followed {
  /** Paths that were walked to their end. */
  readonly paths: number
  /** Samples that took them. */
  readonly samples: number
  /** Of these, samples that went with the majority of their path somewhere. */
  readonly outvoted: number
  /** Samples whose path did not end in time. */
  readonly endless: number
  /** Runs, with those that ended at a decision. */
  readonly runs: number
  readonly cancelled: boolean
}

/** Of the time, for paths that are followed exactly. */
const EXACT = 0.7
const SLICE = 1000
/** So many samples alone go without a look at the clock, and as many as take about so long: to look, and to call the program, takes as long as a short program. */
const STRETCH = { samples: MOST_NAMED, milliseconds: 0.5 } as const

/** @param first  the particle's path @param begun  all paths as far as they are known */
export function follow(
  samples: number,
  first: Costs,
  { walk, walkAlone, within, now }: Walking,
  budget: Budget,
  begun: readonly Path[] = [wholePath(samples)],
): Followed {
  const waiting = createWaiting(samples)
  for (const path of begun) waiting.add(path)
  const ledger = createLedger(samples, first)
  const begin = now()
  const [exactEnd, end] = [begin + EXACT * budget.milliseconds, begin + budget.milliseconds]
  const found = { paths: 0, samples: 0, outvoted: 0, endless: 0, runs: 0, cancelled: false }
  let apart: Apart | undefined
  const alone = walkAlone !== undefined
  /** Samples of the run that goes on. */
  let walking = 0
  const stretch = { going: [] as readonly Single[], gone: 0, most: 1 }

  const next = (isExact: boolean): Path | Single | undefined => {
    const single = apart?.next()
    if (single) return single
    apart = undefined
    const path = waiting.take()
    if (path && alone && path.which.length === 1) return { of: path, index: 0 }
    if (!path || !isExact || !alone) return path
    if (ledger.isSpent()) apart = createApart([path, ...waiting.takeAll()])
    else if (ledger.isFew(path.which.length)) apart = createApart([path])
    return apart ? next(isExact) : path
  }
  const count = (instructions: number) => {
    ledger.enter(1, { instructions, values: 0 }, true)
    stretch.gone++
    found.runs++
    found.paths++
    found.samples++
  }
  /** Those that came to their end; what did not go is still to go. */
  const settle = () => {
    walkAlone!.gone(count)
    apart?.back(stretch.going.length - stretch.gone - walking)
    stretch.going = []
  }
  const goAlone = (first: Single) => {
    const singles = [first]
    for (let more = true; more && singles.length < stretch.most; ) {
      const one = apart?.next()
      if (one) singles.push(one)
      more = one !== undefined
    }
    ;[stretch.going, stretch.gone, walking] = [singles, 0, 1]
    const begin = now()
    walkAlone!.go(singles)
    walking = 0
    settle()
    const isSlow = now() - begin > STRETCH.milliseconds
    if (stretch.gone < singles.length) stretch.most = stretch.gone
    else stretch.most = isSlow ? Math.max(1, stretch.most >> 1) : Math.min(STRETCH.samples, 2 * stretch.most)
  }
  /** False: nothing is left. */
  const step = (isExact: boolean): boolean => {
    const path = next(isExact)
    if (!path) return false
    if ('of' in path) {
      goAlone(path)
      return true
    }
    walking = path.which.length
    const went = walk(isExact || path.which.length === 1 ? path : { ...path, way: 'majority' })
    found.runs++
    walking = 0
    ledger.enter(path.which.length, went, !('split' in went))
    if ('split' in went) for (const branch of branches(went.split, path.answers)) waiting.add(branch)
    else {
      found.paths++
      found.samples += path.which.length
      found.outvoted += went.outvoted
    }
    return true
  }

  for (let some = true; some && !found.cancelled && now() < end; ) {
    const isExact = now() < exactEnd && (alone || found.runs < budget.runs)
    const until = Math.min(now() + SLICE, isExact ? exactEnd : end)
    const slice = () => {
      while (some && now() < until && (alone || !isExact || found.runs < budget.runs)) some = step(isExact)
    }
    const ended = within(slice, Math.max(1, Math.min(until + budget.pathMilliseconds, end) - now()))
    if (stretch.going.length > 0) settle()
    if (ended === 'user') found.cancelled = true
    if (ended === 'time' && walking && now() < end) {
      found.endless += walking // no time was left for the others that were to come
      ledger.noteEndless()
      for (const path of apart?.rest() ?? []) waiting.add(path) // such as have no end are given up together, not one after the other
      apart = undefined
    }
    walking = 0
  }
  return found
}

/** By the number of samples. */
interface Waiting {
  readonly add: (path: Path) => void
  readonly take: () => Path | undefined
  readonly takeAll: () => Path[]
}
function createWaiting(most: number): Waiting {
  const bySize = Array.from<Path[] | undefined>({ length: most + 1 }) // all of it: an array with one high index is looked up as a table
  let size = most
  return {
    add(path) {
      const same = bySize[path.which.length]
      if (same) same.push(path)
      else bySize[path.which.length] = [path]
      size = Math.max(size, path.which.length)
    },
    take() {
      while (size > 0 && !bySize[size]?.length) size--
      return bySize[size]?.pop()
    },
    takeAll: () => bySize.flatMap((paths) => paths?.splice(0) ?? []),
  }
}
