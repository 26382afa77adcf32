// What a process in a box may use and say, as data. Other limits do not depend on whose process it is and stand where they are enforced: no children
// and no writable file (`--permission`), no network and none of the kernel's other doors (`node/seccomp.ts`), no file that is not named.

/** For its whole life. V8 holds the process to them. */
export interface Bounds {
  /** Of JavaScript's heap; WebAssembly memories are outside it. */
  readonly heapMegabytes: number
  /** JavaScript's stack, on which the calls of WebAssembly nest. */
  readonly stackKilobytes: number
  /** Of 64 KiB, that any one WebAssembly memory may have. */
  readonly memoryPages: number
}

/** For one request. The owner watches it and ends the process, whatever that says or does. */
export interface Allowance {
  /** Of the process and all below it, whatever else the machine does. Where the kernel does not tell, the clock alone decides. */
  readonly processorMilliseconds: number
  /** On the clock. */
  readonly wallMilliseconds: number
  /** Resident in memory, of the process and all below it. */
  readonly memoryBytes: number
}
export type Spent = { readonly [Limit in keyof Allowance]: number }

/** The first limit that is reached. */
export function passedLimit(allowance: Allowance, spent: Spent): keyof Allowance | undefined {
  if (spent.wallMilliseconds >= allowance.wallMilliseconds) return 'wallMilliseconds'
  if (spent.processorMilliseconds >= allowance.processorMilliseconds) return 'processorMilliseconds'
  return spent.memoryBytes > allowance.memoryBytes ? 'memoryBytes' : undefined
}

/** For what it sends. A longer frame is refused before it is read. */
export interface Volume {
  /** Of the JSON of one message. */
  readonly headBytes: number
  /** Of the blobs of one message, together. */
  readonly blobBytes: number
  /** Kinds of piece that it may send besides messages; see `messages.ts`. */
  readonly pieces: readonly number[]
}
/** Between processes that trust each other: no limit but what memory is there for. */
export const TRUSTED: Volume = { headBytes: 16 << 20, blobBytes: 1 << 30, pieces: [] }
