// What a run of an example gave, as the pages show it. Written by tools/examples.ts, which executes every program of examples/.
import { fileURLToPath } from 'node:url'
import type { Language } from '@credence/contract'
import type { Piece } from '@credence/distribution'
import type { Notices } from '@credence/engine/browser'

export type { Piece } from '@credence/distribution'

export interface ExampleResult {
  /** Path below examples/, without extension. */
  readonly id: string
  readonly file: string
  readonly source: string
  readonly language: Language
  readonly core: string
  readonly arguments: string
  readonly stdout: readonly Piece[]
  /** What the same program prints on C0-Bypass, where every source is its mean and numbers are plain. */
  readonly plainStdout: string
  readonly stderr: string
  /** What the run said about its decisions. */
  readonly notices?: Notices
  readonly message: string
  /** Name of the prebuilt module among the site's files. Absent: there was no compiler for it, and nothing was run. */
  readonly module?: string
  /** Other sources of the same program. */
  readonly besides: readonly string[]
  /** Files that the program finds in its working directory; empty but for repository-shaped examples. */
  readonly inputs: Readonly<Record<string, string>>
  /** Figures from elsewhere, beside what this run gave. */
  readonly published: readonly PublishedFigure[]
  /** Of the engine, the source and the inputs that gave this: a result with another key is out of date. */
  readonly key: string
}

/** What the pages get of it: without what only the build reads, and with what the browser would have to compute. */
export type ShownExample = Omit<ExampleResult, 'arguments' | 'besides' | 'message' | 'published' | 'key'> & {
  /** The source in colours. */
  readonly html: string
  /** The inside of a figure: the plot of the first printed value, when there is one. */
  readonly plot?: string
}

export interface PublishedFigure {
  readonly name: string
  /** Which printed value, counted from 1. */
  readonly value: number
  readonly statistic: string
  readonly figure: number
  readonly tolerance: number
  readonly source: string
  readonly observed: number
}

/** The folder of all results: made anew by `npm run examples`, never committed. */
export const RESULTS = fileURLToPath(new URL('../../.examples/', import.meta.url))

/** Where the result of examples/`path` stands. */
export function resultFile(path: string): string {
  return `${RESULTS}${path.replace(/\.\w+$/, '')}.json`
}
