// What a file holds: bytes in memory, or chunks of a disk once they are many. Either grows and shrinks with zeros, and what was given stays as it was.
import { CHUNK_BYTES, HOLE, type Placed, type Space } from './disk.ts'
import { WasiError } from './errno.ts'

export interface Contents {
  readonly size: number
  /** Bytes of memory that are its own. */
  readonly held: number
  /** Bytes read, up to its end. */
  read(offset: number, into: Uint8Array): number
  /** Within its size. */
  write(offset: number, bytes: Uint8Array): void
  /** Cuts, or extends with zeros. */
  resize(size: number): void
  /** Gives back what it takes of a disk. */
  drop(): void
  /** As a whole, for whoever takes it over. */
  whole(): Uint8Array | Placed
}

export class InMemory implements Contents {
  #buffer: Uint8Array
  #size: number
  /** False: the buffer is the caller's, and is not written to. */
  #isOwn = false

  constructor(bytes: Uint8Array) {
    this.#buffer = bytes
    this.#size = bytes.length
  }
  get size(): number {
    return this.#size
  }
  get held(): number {
    return this.#isOwn ? this.#buffer.length : 0
  }
  read(offset: number, into: Uint8Array): number {
    const part = this.#buffer.subarray(Math.min(offset, this.#size), Math.min(offset + into.length, this.#size))
    into.set(part)
    return part.length
  }
  write(offset: number, bytes: Uint8Array): void {
    this.#buffer.set(bytes, offset)
  }
  resize(size: number): void {
    if (size > this.#buffer.length || !this.#isOwn) {
      const larger = zeros(Math.max(size, Math.min(2 * this.#buffer.length, this.#buffer.length + 16_777_216), 256))
      larger.set(this.#buffer.subarray(0, Math.min(size, this.#size)))
      this.#buffer = larger
      this.#isOwn = true
    }
    if (size < this.#size) this.#buffer.fill(0, size, this.#size)
    this.#size = size
  }
  drop(): void {}
  whole(): Uint8Array {
    return this.#buffer.subarray(0, this.#size)
  }
}

export class OnDisk implements Contents {
  readonly held = 0
  readonly #space: Space
  readonly #chunks: number[]
  #size: number

  constructor(space: Space, { size, chunks }: Placed = { size: 0, chunks: [] }) {
    this.#space = space
    this.#chunks = [...chunks]
    this.#size = size
  }
  get size(): number {
    return this.#size
  }
  read(offset: number, into: Uint8Array): number {
    const length = Math.max(0, Math.min(into.length, this.#size - offset))
    for (let at = 0; at < length; ) {
      const [first, within] = place(offset + at)
      const chunk = this.#chunks[first]!
      let bytes = Math.min(CHUNK_BYTES - within, length - at)
      // Chunks that follow one another are one read.
      for (let next = first + 1; chunk !== HOLE && at + bytes < length && this.#chunks[next] === chunk + next - first; next++)
        bytes = Math.min(bytes + CHUNK_BYTES, length - at)
      const part = into.subarray(at, at + bytes)
      if (chunk === HOLE) part.fill(0)
      else this.#space.read(chunk, within, part)
      at += bytes
    }
    return length
  }
  write(offset: number, bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const [index, within] = place(offset + at)
      const part = bytes.subarray(at, at + CHUNK_BYTES - within)
      this.#space.write(this.#own(index, within, within + part.length), within, part)
      at += part.length
    }
  }
  resize(size: number): void {
    const count = Math.ceil(size / CHUNK_BYTES)
    if (size < this.#size) {
      for (const chunk of this.#chunks.splice(count)) if (chunk !== HOLE) this.#space.drop(chunk)
      const [last, within] = place(size)
      if (within > 0 && this.#chunks[last] !== HOLE) this.#space.clear(this.#own(last, within, CHUNK_BYTES), within)
    } else while (this.#chunks.length < count) this.#chunks.push(HOLE)
    this.#size = size
  }
  drop(): void {
    for (const chunk of this.#chunks) if (chunk !== HOLE) this.#space.drop(chunk)
  }
  whole(): Placed {
    return { size: this.#size, chunks: this.#chunks }
  }

  /** The chunk at `index`, which this file may write: what is not written from `from` to `to` is as before. */
  #own(index: number, from: number, to: number): number {
    const chunk = this.#chunks[index]!
    if (chunk !== HOLE && this.#space.isOwn(chunk)) return chunk
    const own = this.#space.take()
    if (chunk === HOLE) {
      this.#space.clear(own, 0, from)
      this.#space.clear(own, to)
    } else if (from > 0 || to < CHUNK_BYTES) {
      const before = new Uint8Array(CHUNK_BYTES)
      this.#space.read(chunk, 0, before)
      this.#space.write(own, 0, before)
    }
    this.#chunks[index] = own
    return own
  }
}

const place = (offset: number): [index: number, within: number] => [Math.floor(offset / CHUNK_BYTES), offset % CHUNK_BYTES]

/** @throws WasiError noSpace */
function zeros(bytes: number): Uint8Array {
  try {
    return new Uint8Array(bytes)
  } catch {
    throw new WasiError('noSpace') // the machine has no more
  }
}

/** Windows on the contents, in order; each is valid until the next. */
export function* windows(contents: Uint8Array | Placed, space: Space | undefined, bytes = 1 << 20): Generator<Uint8Array> {
  if (contents instanceof Uint8Array) {
    for (let at = 0; at < contents.length; at += bytes) yield contents.subarray(at, at + bytes)
    return
  }
  if (!space) throw new Error('a file on a disk that is not there')
  const file = new OnDisk(space, contents)
  const window = new Uint8Array(Math.min(bytes, contents.size))
  for (let at = 0; at < contents.size; at += window.length) yield window.subarray(0, file.read(at, window))
}
