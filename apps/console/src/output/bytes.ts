// Bytes that arrive in pieces, in chunks of one size: nothing is copied again when more comes, and any part can be read.
export const CHUNK = 1 << 20

export class Bytes {
  readonly #chunks: Uint8Array[] = []
  length = 0

  append(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const at = this.length % CHUNK
      if (at === 0) this.#chunks.push(new Uint8Array(CHUNK))
      const count = Math.min(CHUNK - at, bytes.length - from)
      this.#chunks.at(-1)!.set(bytes.subarray(from, from + count), at)
      this.length += count
      from += count
    }
  }
  at(index: number): number {
    return this.#chunks[Math.floor(index / CHUNK)]![index % CHUNK]!
  }
  /** A copy where the part crosses chunks. */
  slice(from: number, to: number): Uint8Array {
    const end = Math.min(to, this.length)
    if (from >= end) return new Uint8Array(0)
    const first = Math.floor(from / CHUNK)
    if (first === Math.floor((end - 1) / CHUNK)) return this.#chunks[first]!.subarray(from % CHUNK, ((end - 1) % CHUNK) + 1)
    const part = new Uint8Array(end - from)
    for (let at = from; at < end; ) {
      const inChunk = at % CHUNK
      const count = Math.min(CHUNK - inChunk, end - at)
      part.set(this.#chunks[Math.floor(at / CHUNK)]!.subarray(inChunk, inChunk + count), at - from)
      at += count
    }
    return part
  }
  /** Index of the next such byte; -1 if none. */
  indexOf(byte: number, from: number): number {
    for (let index = Math.floor(from / CHUNK); index < this.#chunks.length; index++) {
      const start = index * CHUNK
      const found = this.#chunks[index]!.indexOf(byte, Math.max(0, from - start))
      if (found >= 0) return start + found < this.length ? start + found : -1
    }
    return -1
  }
}
