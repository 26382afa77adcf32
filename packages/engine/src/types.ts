// The words the parts of the engine share: cores, builds, runs, limits.
import type { CoreSpec } from '@credence/contract/core-fields'
import { LIMITS } from '@credence/contract/limits'
import type { NOTICE_PAGES } from './notice-pages.ts'

export type { CoreSpec }

/** Files by path, relative, with `/`; of a build directory or a working directory. */
export type Files = ReadonlyMap<string, Uint8Array>

/** A file that is not in memory. */
export interface StoredFile {
  /** Bytes. */
  readonly size: number
  /** All of them, from the first. */
  readonly read: () => AsyncIterable<Uint8Array>
}

export interface BuildRequest {
  /** The files of the build directory; a single source is `main.c` or `main.cpp`. */
  readonly files: Files
  readonly core: CoreSpec
  /** LLVM IR of the Fortran sources, by their paths, as `fortran/node/translate.ts` makes it. */
  readonly translated?: Files
  /** The same with all variables described, for a build that lists them. */
  readonly described?: Files
  /** Also link the module without the pass, for comparisons. Default false. */
  readonly keepPlain?: boolean
  /** Also list the variables of the program. Default false. */
  readonly discoverVariables?: boolean
  /** Read the sources for the compiler's messages alone: the result has no module. Default false. */
  readonly messagesOnly?: boolean
  /** Values that a run records; their numbers in its records are their places here. Default: none. */
  readonly traceVariables?: readonly TraceVariable[]
}
/** A value that is recorded each time a line is passed. */
export interface TraceVariable {
  /** As in the build directory. */
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  /** Valid at that line and without side effects; a range `a[0:3]` records each element, both ends included. */
  readonly expression: string
}
/** A variable of the user's sources. */
export interface Variable {
  readonly name: string
  readonly type: 'Variable' | 'FormalParameter'
  /** As in the build directory. */
  readonly file: string
  /** The line that declares it, counted from 1. */
  readonly line: number
  /** The function that it belongs to; empty: none. */
  readonly function: string
}
export interface BuildResult {
  /** The instrumented module; absent when the build failed. */
  readonly module?: Uint8Array
  readonly plain?: Uint8Array
  /** What the compiler and linker printed, with the user's file names. */
  readonly output: string
  readonly milliseconds: number
  /** Where they were asked for and the build succeeded; by file and line. */
  readonly variables?: readonly Variable[]
  /** The limit that ended the build; the output says its value and what to do. */
  readonly limit?: BuildLimit
  /** It was killed from outside, twice: another attempt, later or elsewhere, may succeed. */
  readonly interrupted?: true
}
export type BuildLimit = 'processorMilliseconds' | 'wallMilliseconds' | 'memory'

export interface Limits {
  readonly wallMilliseconds: number
  readonly processorMilliseconds: number
  /** Per stream. */
  readonly outputBytes: number
  /** All files a run writes, together. */
  readonly fileBytes: number
}
export const DEFAULT_LIMITS: Limits = LIMITS.run

export type Stream = 'Stdout' | 'Stderr'
export interface RunRequest {
  readonly module: Uint8Array
  readonly core: CoreSpec
  /** argv[1…]. */
  readonly arguments: readonly string[]
  /** The working directory at the start. */
  readonly files?: Files
  /** Further files of it, which are never in memory as wholes; runs in processes take them. */
  readonly stored?: ReadonlyMap<string, StoredFile>
  /** Directories of it that are there whatever they hold. */
  readonly folders?: readonly string[]
  readonly limits?: Partial<Limits>
  /** Overrides the number of samples, on a Reference core of executions, that follows from Precision. */
  readonly samples?: number
  /** On a Reference core: executions end once no printed number has a mean with a larger standard error. */
  readonly standardError?: number
  /**
   * For whom it runs. Short runs of one owner may follow one another in a process; no process ever has runs of two.
   * Absent: a process that is used once.
   */
  readonly owner?: string
}
/**
 * How a run ended. The program's faults are here; ours are thrown.
 * `missing`, where the program failed: the file that it asked for last without finding it; often the reason.
 * `advice`: why the program had to end there, in numbers, and what to do.
 */
export type Ending =
  // Stack: "function (file:line)", innermost first; of an exit only where the program called abort itself.
  | { readonly kind: 'exit'; readonly code: number; readonly stack?: readonly string[]; readonly missing?: string }
  | { readonly kind: 'trap'; readonly message: string; readonly stack: readonly string[]; readonly missing?: string; readonly advice?: string }
  | { readonly kind: 'limit'; readonly limit: keyof Limits | 'memory' | 'distributions'; readonly message: string }
  | { readonly kind: 'cancelled' }
/** A place where what a run did does not hold for all samples. */
export interface Notice {
  /** A comparison, or a conversion to an integer, that the particle decided against some samples; a probability that rests on few. */
  readonly kind: 'comparison' | 'conversion' | 'tail' | 'path'
  /** Of the user's line; absent where nobody knows it, as the line alone is in code that the compiler moved. */
  readonly file?: string
  readonly line?: number
  readonly function?: string
  /** How often it was decided against samples; of a tail: how often it was asked for. */
  readonly count: number
  /** How often something was decided there on uncertain numbers; absent where a library did. */
  readonly evaluations?: number
  /** The largest share of samples that would have decided otherwise; of a tail: of samples above, the rarest. */
  readonly share: number
  /** Not every evaluation was examined: `count` and `share` are those of a part of them. */
  readonly estimated: boolean
  /** In words, with the place. */
  readonly text: string
}
export interface Notices {
  /** At most 20, those that matter most first. */
  readonly places: readonly Notice[]
  /** How many more there are. */
  readonly more: number
  /** What they mean for the results, in words. */
  readonly meaning: string
  readonly page: keyof typeof NOTICE_PAGES
}
/** How the paths of a program were followed; counts are of samples, but for `paths` and `runs`. */
export interface Ways {
  /** Paths that came to their end, and runs of the program for them. */
  readonly paths: number
  readonly runs: number
  readonly all: number
  /** Whose path came to its end. */
  readonly samples: number
  /** Of these, those that went with the majority of their path somewhere. */
  readonly outvoted: number
  /** Whose path did not end in time. */
  readonly endless: number
}
/** A value of a trace variable, once that its line was passed. */
export interface TracedValue {
  /** Its place in the request of the build. */
  readonly variable: number
  /** Of a range, counted from 0 at its begin. */
  readonly element: number
  /** How often the line had been passed before, in this run. */
  readonly pass: number
  /** 0: on the path that gave the text of the run; where samples take several, the value is that of all of them. 1: only others pass the line so often. */
  readonly path: number
  /** A plain number as the shortest decimal that gives it back, or `NaN`, `Infinity`, `-Infinity`; a distribution as such a decimal and a Ux string. */
  readonly value: string
  /** The share of all samples that give it on a path on which a majority decided for them; absent: none. What gives none is missing in the masses. */
  readonly byMajority?: number
  /** Of a Reference core, where there is room: see `LIMITS.trace.outcomes`. */
  readonly outcomes?: Outcomes
}
/** What the executions of a Reference core gave for a value. */
export interface Outcomes {
  /** Executions that gave a number. */
  readonly count: number
  readonly mean: number
  readonly deviation: number
  /** Of the first of them, in their order: what each gave. */
  readonly first: Float64Array
}
export interface Traced {
  /** In the order in which they were recorded; of a program whose samples take several paths, on that of the particle. */
  readonly values: readonly TracedValue[]
  /** How many there were beyond the limits. */
  readonly more: number
}
export interface RunResult {
  readonly ending: Ending
  /** For the Message of a transition: "exit code 3", "out of bounds memory access in main (main.c:12)", "wall time limit of 600 s reached". */
  readonly message: string
  readonly dynamicInstructions: number
  readonly processorSeconds: number
  readonly executionMilliseconds: number
  /** Files that the run made or changed; empty where `written` took them. */
  readonly files: Files
  /** Absent: what the run printed holds for all samples, as far as its decisions go. */
  readonly notices?: Notices
  /** Of a run whose samples went several ways. */
  readonly ways?: Ways
  /** Of a module with trace variables; absent: no line of one was passed. */
  readonly traced?: Traced
  /** Of a Reference core. */
  readonly executions?: Progress
}
/** Of the program on draws of its inputs, beside the one on their means. */
export interface Executions {
  readonly done: number
  readonly wanted: number
}
/** How far the executions of a Reference core have come. */
export interface Progress extends Executions {
  /** Of what is printed and is not the same in all of them, in its order, the first. */
  readonly numbers: readonly {
    /** Executions that print it. */
    readonly count: number
    readonly mean: number
    readonly deviation: number
    /** Of the mean, as for independent draws. */
    readonly standardError: number
  }[]
}
export interface RunEvents {
  /** Output in the order it is written; at most `outputBytes` of each stream. */
  readonly output: (stream: Stream, bytes: Uint8Array) => void
  /** On a Reference core, some times a second. */
  readonly progress?: (progress: Progress) => void
  readonly signal?: AbortSignal
  /** Standard input as a whole: called once, when the program reads of it, which waits meanwhile. Absent: it is empty. Runs in processes take it. */
  readonly input?: () => Promise<Uint8Array>
  /** Stored files are in their places, and the program is about to start. Where it rejects, it does not. */
  readonly begins?: () => Promise<void>
  /**
   * What the run made or changed, readable until this resolves. It is called at every ending but a cancelled one, also where a limit of time ended
   * the run.
   */
  readonly written?: (files: ReadonlyMap<string, StoredFile>) => Promise<void>
}

/** Samples of an ensemble: clamp(64·2^⌊log2 Precision⌋, 1024, 65536). See docs/engine/ensemble.md. */
export function samplesFor(precision: number): number {
  return Math.min(65536, Math.max(1024, 64 * 2 ** (31 - Math.clz32(precision))))
}
/** Dirac deltas of a printed value: the largest power of two ≤ Precision. */
export function atomsFor(precision: number): number {
  return 2 ** (31 - Math.clz32(precision))
}
