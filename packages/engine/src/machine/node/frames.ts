// Messages between the platform's process and a process of runs: a kind (1 byte), a length (4 bytes, little-endian), that many bytes.
// The side of the run is not trusted: its frames are capped in length and its JSON is checked field by field where it is read.

export const FRAME = {
  /** To the runner, once: the runtime module. It answers `ready`. */
  runtime: 1,
  /** To the runner: JSON of core, arguments, limits, samples; then the files, then the module, which starts the run. After its result, another. */
  request: 2,
  /** Both ways: a path; `data` frames that follow are its bytes. */
  file: 3,
  data: 4,
  module: 5,
  /** From the runner. */
  ready: 16,
  stdout: 17,
  stderr: 18,
  /** JSON of the result but its files; the last frame of a run. */
  result: 19,
  /** Text of an error that is not the program's. The last frame. */
  fault: 20,
  /** Of a rehearsal: what V8 compiled of the script, and the answers of laws. */
  code: 21,
  laws: 22,
} as const

/** Argument of a runner that will wait for its request: it uses the time to compile ahead. */
export const WARM = 'warm'
/** Argument of a runner that runs nothing, and tells what it would have had to compile and compute. */
export const REHEARSE = 'rehearse'

export const HEADER_BYTES = 5
/** Longer payloads are split by their writer. */
export const FRAME_MAX = 1 << 20

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

/** Cuts a stream of chunks into frames. */
export class FrameReader {
  #rest = new Uint8Array(0)
  readonly #max: number
  readonly #take: (kind: number, payload: Uint8Array) => void

  /** @param max  bytes of payload that are accepted */
  constructor(max: number, take: (kind: number, payload: Uint8Array) => void) {
    this.#max = max
    this.#take = take
  }
  /** Payloads are parts of `chunk`. @throws RangeError  for a frame longer than `max` */
  push(chunk: Uint8Array): void {
    const bytes = this.#rest.length > 0 ? joined(this.#rest, chunk) : chunk
    let at = 0
    while (bytes.length - at >= HEADER_BYTES) {
      const length = (bytes[at + 1]! | (bytes[at + 2]! << 8) | (bytes[at + 3]! << 16) | (bytes[at + 4]! << 24)) >>> 0
      if (length > this.#max) throw new RangeError(`a frame of ${length} bytes: at most ${this.#max} are accepted`)
      const end = at + HEADER_BYTES + length
      if (bytes.length < end) break
      this.#take(bytes[at]!, bytes.subarray(at + HEADER_BYTES, end))
      at = end
    }
    this.#rest = bytes.slice(at)
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
