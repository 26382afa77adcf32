// Room outside of memory for the contents of files: one file that the process of a run may read and write at any position, in chunks. Which chunk
// belongs to what is known here alone.
import { WasiError } from './errno.ts'

/** Synchronous, as the program waits. */
export interface Disk {
  /** Bytes read into `into`; fewer at the end of what was ever written. */
  readonly read: (position: number, into: Uint8Array) => number
  readonly write: (position: number, bytes: Uint8Array) => void
}
/** Contents on a disk: chunk numbers in their order, HOLE for zeros that lie nowhere. */
export interface Placed {
  readonly size: number
  readonly chunks: readonly number[]
}

export const CHUNK_BYTES = 1 << 16
export const HOLE = -1
const ZEROS = new Uint8Array(CHUNK_BYTES)
export const chunksOf = (bytes: number): number => Math.ceil(bytes / CHUNK_BYTES)

/** What one run may write of a disk. Chunks before `begin` are others' and are only read: a run that starts again finds them as they were. */
export class Space {
  readonly #disk: Disk
  readonly #begin: number
  readonly #free: number[] = []
  #next: number

  constructor(disk: Disk, begin: number) {
    this.#disk = disk
    this.#begin = begin
    this.#next = begin
  }

  /** The first chunk that this run never used. */
  get end(): number {
    return this.#next
  }
  isOwn(chunk: number): boolean {
    return chunk >= this.#begin
  }
  /** A chunk whose contents are of no meaning. */
  take(): number {
    return this.#free.pop() ?? this.#next++
  }
  drop(chunk: number): void {
    if (this.isOwn(chunk)) this.#free.push(chunk)
  }
  /** @param at  within a chunk, or from it on into those that follow */
  read(chunk: number, at: number, into: Uint8Array): void {
    const got = guarded(() => this.#disk.read(chunk * CHUNK_BYTES + at, into))
    if (got < into.length) into.fill(0, got)
  }
  write(chunk: number, at: number, bytes: Uint8Array): void {
    guarded(() => this.#disk.write(chunk * CHUNK_BYTES + at, bytes))
  }
  clear(chunk: number, from: number, to: number = CHUNK_BYTES): void {
    if (from < to) this.write(chunk, from, ZEROS.subarray(from, to))
  }
}

/** @throws WasiError noSpace, inputOutput */
function guarded<T>(call: () => T): T {
  try {
    return call()
  } catch (error) {
    const { code } = (error ?? {}) as { code?: unknown }
    if (typeof code !== 'string') throw error
    throw new WasiError(/^(ENOSPC|EDQUOT|EFBIG)$/.test(code) ? 'noSpace' : 'inputOutput')
  }
}
