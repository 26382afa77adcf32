// What the process of runs is asked and answers, as the values of messages. Files travel in blobs.
import type { RunRequest, RunResult } from '../../types.ts'

export type Ask =
  /** First: the runtime module is the blob, empty where there is none. A process that will wait uses the time to compile ahead. */
  | { readonly do: 'begin'; readonly willWait: boolean }
  /** Instead of runs: tells what it would have had to compile and compute. */
  | { readonly do: 'rehearse' }
  /** The blobs are the module, then the files. */
  | {
      readonly do: 'run'
      readonly request: Omit<RunRequest, 'module' | 'files' | 'owner'> & { readonly tellsProgress: boolean }
      readonly paths: readonly string[]
    }

export type Answer =
  | { readonly ready: true }
  /** The blobs are answers of laws, and what V8 has compiled of the script. */
  | { readonly rehearsed: true }
  /**
   * The blobs are the paths of changed files, each followed by a NUL (together they may be too long for a head), the traced values as JSON or
   * nothing, then the files.
   */
  | { readonly result: Omit<RunResult, 'files' | 'message' | 'traced'> }
  /** An error that is not the program's. It takes no more requests. */
  | { readonly fault: string }
