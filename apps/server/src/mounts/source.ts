// What a data source is to a task: files that can be read, and a place for what the program writes.

export interface SourceFile {
  /** Below the Location. */
  readonly path: string
  readonly size: number
  read(): Promise<Uint8Array>
}
export interface Source {
  readonly files: readonly SourceFile[]
  /** Absent: what the program writes there is dropped. */
  readonly write?: (path: string, bytes: Uint8Array) => Promise<void>
}

/** A data source that a task cannot have. The message is for its owner. */
export class MountFault extends Error {
  override name = 'MountFault'
}
