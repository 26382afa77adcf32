// One path of a program: the samples that take it, and what its beginning must give again so that they do. `src/ensemble/follow.h` says more.

import type { HANDED_KINDS, WAYS } from '../../abi.ts'

/** A birth whose result is fixed: a plain number, or samples; or only the particle of it. */
export interface Birth {
  readonly number: number
  readonly kind: Exclude<(typeof HANDED_KINDS)[number], 'absent'>
  /** The number, or the particle. */
  readonly plain: number
  readonly negated: boolean
}
/** What was decided from the start, in order. */
export interface Decided {
  /** 0 and 1: comparisons; 2: the next of `conversions`. */
  readonly answers: Uint8Array
  readonly conversions: Float64Array
}
export interface Path {
  /** Which of all samples take it. */
  readonly which: Float64Array
  /** By ascending number; those that are missing are made anew. */
  readonly births: readonly Birth[]
  /** Of the births that are held, one after the other, as many for each as the path has samples. */
  readonly samples: Float64Array
  readonly decided: Decided
  readonly answers: Answers
  /** What it does where its samples disagree. Default: it ends there. */
  readonly way?: (typeof WAYS)[number]
  /** Of a path that leads: decisions before the first that goes against samples. */
  readonly settled?: number
}
/** A sample of a path, to go alone. */
export interface Single {
  readonly of: Path
  readonly index: number
}
/** What host functions answered from the start, where that does not follow from samples one by one. Shared with the paths that begin alike. */
export interface Answers {
  readonly before: Answers | undefined
  readonly own: Answer[]
}
export interface Answer {
  readonly result: number
  /** What was written into the program's memory. */
  readonly written?: Uint8Array
  /** The text of a distribution. */
  readonly isText?: true
}

/** Of a program that has not decided anything. */
export function wholePath(samples: number): Path {
  const which = new Float64Array(samples)
  for (let i = 0; i < samples; i++) which[i] = i
  return {
    which,
    births: [],
    samples: new Float64Array(),
    decided: { answers: new Uint8Array(), conversions: new Float64Array() },
    answers: { before: undefined, own: [] },
  }
}

/** Some samples of a path. */
export function partOf({ which, births, samples, decided, answers }: Path, indices: readonly number[]): Path {
  const [all, count] = [which.length, indices.length]
  const held = samples.length / all
  const own = new Float64Array(held * count)
  for (let b = 0; b < held; b++) copyOf(samples, b * all, indices, own, b * count)
  const whose = new Float64Array(count)
  copyOf(which, 0, indices, whose, 0)
  return { which: whose, births, samples: own, decided, answers: { before: answers, own: [] } }
}
/** In a loop that is compiled soon: a function for each number would be called more often than all else. */
function copyOf(from: Float64Array, start: number, indices: readonly number[] | Uint32Array, to: Float64Array, at: number): void {
  for (let i = 0; i < indices.length; i++) to[at + i] = from[start + indices[i]!]!
}

/** A path that ended because its samples disagree. */
export interface Split {
  /** Of each sample: index in `answers`. */
  readonly classes: Uint32Array
  readonly answers: Float64Array
  readonly converts: boolean
  readonly which: Float64Array
  readonly births: readonly Birth[]
  /** As in a path. */
  readonly samples: Float64Array
  readonly decided: Decided
  /** Index of the answer of the particle; undefined: it has another. */
  readonly leads?: number
}

/** One for each answer. */
export function branches(split: Split, log: Answers): Path[] {
  const { classes, answers, converts, which, births, samples, decided } = split
  const all = classes.length
  const held = samples.length / all
  return membersOf(classes, answers.length).map((own, number) => {
    const kept = new Float64Array(held * own.length)
    for (let b = 0; b < held; b++) copyOf(samples, b * all, own, kept, b * own.length)
    const whose = new Float64Array(own.length)
    copyOf(which, 0, own, whose, 0)
    return {
      which: whose,
      births,
      samples: kept,
      decided: withAnswer(decided, answers[number]!, converts),
      answers: { before: log, own: [] },
    }
  })
}

/** The samples of each class, ascending. */
function membersOf(classes: Uint32Array, count: number): Uint32Array[] {
  const ends = new Uint32Array(count + 1)
  for (let i = 0; i < classes.length; i++) ends[classes[i]! + 1]!++
  for (let number = 0; number < count; number++) ends[number + 1]! += ends[number]!
  const starts = ends.slice(0, count)
  const next = starts.slice()
  const members = new Uint32Array(classes.length)
  for (let i = 0; i < classes.length; i++) members[next[classes[i]!]!++] = i
  return Array.from(starts, (start, number) => members.subarray(start, next[number]!))
}

function withAnswer({ answers, conversions }: Decided, answer: number, converts: boolean): Decided {
  const longer = new Uint8Array(answers.length + 1)
  longer.set(answers)
  longer[answers.length] = converts ? CONVERSION : answer
  if (!converts) return { answers: longer, conversions }
  const numbers = new Float64Array(conversions.length + 1)
  numbers.set(conversions)
  numbers[conversions.length] = answer
  return { answers: longer, conversions: numbers }
}
const CONVERSION = 2
