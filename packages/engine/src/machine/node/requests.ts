// What the process of runs is asked and answers, as the values of messages. Files travel in blobs.
import type { RunRequest, RunResult } from '../../types.ts'
import { chunksOf, HOLE, type Placed } from '../wasi/disk.ts'

export type Ask =
  /** First: the runtime module is the blob, empty where there is none. A process that will wait uses the time to compile ahead. */
  | { readonly do: 'begin'; readonly willWait: boolean }
  /** Instead of runs: tells what it would have had to compile and compute. */
  | { readonly do: 'rehearse' }
  /** The blobs are the module, the places of files that are on the disk as JSON, then the files that are not. */
  | {
      readonly do: 'run'
      readonly request: Omit<RunRequest, 'module' | 'files' | 'stored' | 'owner'> & { readonly tellsProgress: boolean; readonly takesInput: boolean }
      readonly paths: readonly string[]
    }
  /** During a run that asked for it: the blob is what the program finds on standard input. */
  | { readonly do: 'read' }

export type Answer =
  | { readonly ready: true }
  /** The blobs are answers of laws, and what V8 has compiled of the script. */
  | { readonly rehearsed: true }
  /**
   * The blobs are the paths of changed files, each followed by a NUL (together they may be too long for a head), the traced values as JSON or
   * nothing, those of the files that are on the disk as JSON (`Place` by number of the path), the numbers of the traced values or nothing, then the others.
   */
  | { readonly result: Omit<RunResult, 'files' | 'message' | 'traced'> }
  /** An error that is not the program's. It takes no more requests. */
  | { readonly fault: string }

/** A file on the disk, by its path or the number of its path: bytes, then chunks that follow one another, as first and count. */
export type Place<Name extends string | number> = readonly [name: Name, size: number, ...runs: number[]]

export function placeOf<Name extends string | number>(name: Name, { size, chunks }: Placed): Place<Name> {
  const runs: number[] = []
  for (const chunk of chunks) {
    const [first = 0, count = 0] = runs.slice(-2)
    if (runs.length > 0 && chunk === (first === HOLE ? HOLE : first + count)) runs[runs.length - 1] = count + 1
    else runs.push(chunk, 1)
  }
  return [name, size, ...runs]
}

/** @param most  chunks of the disk. @throws Error  for what no honest process sends */
export function placedOf([, size, ...runs]: Place<string | number>, most: number): Placed {
  const chunks: number[] = []
  const isCount = (number: unknown): number is number => Number.isSafeInteger(number) && (number as number) >= 0
  if (!isCount(size) || chunksOf(size) > most + MOST_HOLES || runs.length % 2 !== 0) throw new Error('runner: a file of no size')
  for (let at = 0; at < runs.length; at += 2) {
    const [first, count] = [runs[at], runs[at + 1]]
    const isHole = first === HOLE
    if (!isCount(count) || !(isHole || isCount(first)) || chunks.length + count > chunksOf(size) || (!isHole && first! + count > most))
      throw new Error('runner: a file at no place')
    for (let index = 0; index < count; index++) chunks.push(isHole ? HOLE : first! + index)
  }
  if (chunks.length !== chunksOf(size)) throw new Error('runner: a file that is not whole')
  return { size, chunks }
}
/** Of a file that is mostly zeros: no limit on files is above it. */
const MOST_HOLES = chunksOf(2 ** 40)
