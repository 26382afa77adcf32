// What a data source is to a task: files that can be read, and a place for what the program writes.
import type { StoredFile } from '@credence/engine'

export interface SourceFile extends StoredFile {
  /** Below the Location. */
  readonly path: string
}
export interface Source {
  readonly files: readonly SourceFile[]
  /** Directories that may hold nothing, below the Location. */
  readonly folders?: readonly string[]
  /** Absent: what the program writes there is dropped. */
  readonly write?: (path: string, file: StoredFile) => Promise<void>
  /** What its owner should know, in words. */
  readonly note?: string
}

/** A data source that a task cannot have. The message is for its owner. */
export class MountFault extends Error {
  override name = 'MountFault'
}
