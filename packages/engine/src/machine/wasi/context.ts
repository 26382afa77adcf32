// What every group of system calls works on.
import type { Ending, Stream } from '../../types.ts'
import type { Descriptors } from './descriptors.ts'
import type { FileTree } from './files.ts'
import type { GuestMemory } from './memory.ts'

export interface Context {
  readonly memory: GuestMemory
  readonly tree: FileTree
  readonly descriptors: Descriptors
  /** argv[0…] as NUL-terminated UTF-8. */
  readonly arguments: readonly Uint8Array[]
  readonly clock: Clock
  /** Passes output on; ends the run at the limit. */
  readonly output: (stream: Stream, bytes: Uint8Array) => void
  /** Of standard output that nobody hears: so many bytes are passed. */
  readonly unheard?: ((bytes: number) => void) | undefined
  readonly end: (ending: Ending) => never
  /** A path was to be opened that is not there. */
  readonly missed: (path: string) => void
}
/** Nanoseconds. */
export interface Clock {
  readonly realtime: () => bigint
  readonly monotonic: () => bigint
  readonly processor: () => bigint
  readonly sleep: (nanoseconds: bigint) => void
}

/**
 * System calls by their names in wasi_snapshot_preview1, as the program calls them but for the result: they return nothing
 * when they succeed and throw a WasiError when they do not.
 */
export type Calls = Record<string, (...parameters: never[]) => void>
