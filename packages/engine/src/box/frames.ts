// What travels between the processes: frames of a kind (1 byte), a length (4 bytes, little-endian) and that many bytes.
// The other side is not trusted: a kind that is not expected, or a length beyond what is expected, ends the reading before the bytes are taken.

export const HEADER_BYTES = 5
/** Room that is made for a frame before its bytes have come, whatever it claims. */
const FIRST_ROOM = 1 << 16
const GROWTH = 4

export function header(kind: number, length: number): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES)
  writeHeader(bytes, 0, kind, length)
  return bytes
}
/** Into `bytes` at `at`. */
export function writeHeader(bytes: Uint8Array, at: number, kind: number, length: number): void {
  bytes[at] = kind
  for (let index = 0; index < 4; index++) bytes[at + 1 + index] = length >>> (8 * index)
}

/** A frame that nobody here sends, or a stream that ends inside one. What came behind it means nothing. */
export class BrokenStream extends Error {
  override readonly name = 'BrokenStream'
}

export interface FrameTaker {
  /** Bytes that a frame of this kind may have now; undefined where none may come. */
  readonly most: (kind: number) => number | undefined
  /** The payload is part of the chunk that was pushed, or an array of its own: `owned` tells. */
  readonly take: (kind: number, payload: Uint8Array) => void
}

/** Cuts a stream of chunks into frames. */
export class FrameReader {
  readonly #taker: FrameTaker
  readonly #header = new Uint8Array(HEADER_BYTES)
  #headerBytes = 0
  /** Of the frame whose header is complete and whose payload is not. */
  #payload = EMPTY
  #payloadBytes = 0
  #isBroken = false

  constructor(taker: FrameTaker) {
    this.#taker = taker
  }

  /** @throws BrokenStream; the reader takes nothing more then */
  push(chunk: Uint8Array): void {
    if (this.#isBroken) throw new BrokenStream('the stream is broken')
    this.#isBroken = true // until this call has gone well
    for (let at = 0; at < chunk.length; ) at = this.#isInPayload() ? this.#continue(chunk, at) : this.#begin(chunk, at)
    this.#isBroken = false
  }
  /** The stream has ended. @throws BrokenStream  inside a frame */
  end(): void {
    if (this.#headerBytes > 0 && !this.#isBroken) throw new BrokenStream('the stream ended inside a frame')
  }

  #isInPayload(): boolean {
    return this.#headerBytes === HEADER_BYTES
  }
  #begin(chunk: Uint8Array, at: number): number {
    const part = chunk.subarray(at, at + HEADER_BYTES - this.#headerBytes)
    this.#header.set(part, this.#headerBytes)
    this.#headerBytes += part.length
    const begin = at + part.length
    if (!this.#isInPayload()) return begin
    const length = this.#checkedLength()
    if (chunk.length - begin < length) {
      this.#payload = new Uint8Array(Math.min(length, FIRST_ROOM))
      return begin
    }
    this.#headerBytes = 0
    this.#taker.take(this.#header[0]!, chunk.subarray(begin, begin + length))
    return begin + length
  }
  #continue(chunk: Uint8Array, at: number): number {
    const length = lengthOf(this.#header)
    const part = chunk.subarray(at, at + length - this.#payloadBytes)
    const bytes = this.#payloadBytes + part.length
    if (bytes > this.#payload.length) {
      const room = Math.min(length, Math.max(bytes, GROWTH * this.#payload.length))
      this.#payload = withRoom(this.#payload, this.#payloadBytes, room)
    }
    this.#payload.set(part, this.#payloadBytes)
    this.#payloadBytes = bytes
    if (bytes === length) {
      const payload = this.#payload
      this.#payload = EMPTY
      this.#payloadBytes = 0
      this.#headerBytes = 0
      this.#taker.take(this.#header[0]!, payload)
    }
    return at + part.length
  }
  #checkedLength(): number {
    const [kind, length] = [this.#header[0]!, lengthOf(this.#header)]
    const most = this.#taker.most(kind)
    if (most === undefined) throw new BrokenStream(`a frame of kind ${kind}, which is not expected`)
    if (length > most) throw new BrokenStream(`a frame of ${length} bytes: at most ${most} are accepted`)
    return length
  }
}

const EMPTY = new Uint8Array(0)

function lengthOf(header: Uint8Array): number {
  return (header[1]! | (header[2]! << 8) | (header[3]! << 16) | (header[4]! << 24)) >>> 0
}
function withRoom(bytes: Uint8Array, used: number, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length)
  larger.set(bytes.subarray(0, used))
  return larger
}

/** The payload for good: a part of a chunk is copied, which neither keeps the chunk nor changes with it. */
export function owned(payload: Uint8Array): Uint8Array {
  return payload.length === payload.buffer.byteLength ? payload : new Uint8Array(payload) // a slice of a Buffer is no copy
}
