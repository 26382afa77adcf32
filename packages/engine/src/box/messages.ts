// Messages over frames: a JSON value with byte arrays, and between messages pieces of a stream, such as output.
//   head: { value, blobs: lengths } | a blob frame for each length, in order
import { BrokenStream, FrameReader, owned } from './frames.ts'
import type { Volume } from './limits.ts'

export interface Message {
  readonly value: unknown
  readonly blobs: readonly Uint8Array[]
}

export const KIND = {
  head: 1,
  blob: 2,
  /** Pieces. */
  stdout: 16,
  stderr: 17,
  /** A JSON value. */
  progress: 18,
  /** Nothing: it waits for a message with its standard input. */
  input: 19,
} as const
/** Longer ones are split by their writer. */
export const PIECE_BYTES = 1 << 16

/** The frames of a message. @throws RangeError  for more than a frame can hold */
export function framesOf({ value, blobs }: Message): [kind: number, payload: Uint8Array][] {
  const head = new TextEncoder().encode(JSON.stringify({ value, blobs: blobs.map(({ length }) => length) }))
  const frames: [number, Uint8Array][] = [[KIND.head, head], ...blobs.map((blob): [number, Uint8Array] => [KIND.blob, blob])]
  const tooLong = frames.find(([, { length }]) => length > 0xffff_ffff)
  if (tooLong) throw new RangeError(`a message with ${tooLong[1].length} bytes in one piece`)
  return frames
}

export interface MessageTaker {
  readonly message: (message: Message) => void
  /** The bytes are part of the chunk that was pushed. */
  readonly piece?: (kind: number, bytes: Uint8Array) => void
  /** What a message says, before its blobs are taken. */
  readonly head?: (value: unknown, lengths: readonly number[]) => void
}

/** Takes messages and pieces out of a stream of chunks. Each frame is one that may come now, within the volume, or the stream is broken. */
export class MessageReader {
  readonly #taker: MessageTaker
  readonly #volume: Volume
  readonly #frames: FrameReader
  #value: unknown
  /** Of the blobs that are still to come. */
  #lengths: number[] = []
  #blobs: Uint8Array[] = []

  constructor(volume: Volume, taker: MessageTaker) {
    this.#volume = volume
    this.#taker = taker
    this.#frames = new FrameReader({ most: (kind) => this.#most(kind), take: (kind, payload) => this.#take(kind, payload) })
  }

  /** @throws BrokenStream, or what the taker throws; nothing more is taken then */
  push(chunk: Uint8Array): void {
    this.#frames.push(chunk)
  }
  /** The stream has ended. @throws BrokenStream  inside a message */
  end(): void {
    this.#frames.end()
    if (this.#lengths.length > 0) throw new BrokenStream('the stream ended inside a message')
  }

  #most(kind: number): number | undefined {
    const blob = this.#lengths[this.#blobs.length]
    if (blob !== undefined) return kind === KIND.blob ? blob : undefined
    if (kind === KIND.head) return this.#volume.headBytes
    return this.#volume.pieces.includes(kind) ? PIECE_BYTES : undefined
  }
  #take(kind: number, payload: Uint8Array): void {
    if (kind === KIND.head) this.#takeHead(payload)
    else if (kind === KIND.blob) this.#takeBlob(payload)
    else this.#taker.piece?.(kind, payload)
  }
  #takeHead(payload: Uint8Array): void {
    const { value, lengths } = parsedHead(payload)
    const total = lengths.reduce((sum, length) => sum + length, 0)
    if (total > this.#volume.blobBytes) throw new BrokenStream(`a message of ${total} bytes: at most ${this.#volume.blobBytes} are accepted`)
    this.#value = value
    this.#lengths = lengths
    this.#blobs = []
    this.#taker.head?.(value, lengths)
    if (lengths.length === 0) this.#finish()
  }
  #takeBlob(payload: Uint8Array): void {
    const length = this.#lengths[this.#blobs.length]!
    if (payload.length !== length) throw new BrokenStream(`a blob of ${payload.length} bytes where ${length} were announced`)
    this.#blobs.push(owned(payload))
    if (this.#blobs.length === this.#lengths.length) this.#finish()
  }
  #finish(): void {
    const message = { value: this.#value, blobs: this.#blobs }
    this.#value = undefined
    this.#lengths = []
    this.#blobs = []
    this.#taker.message(message)
  }
}

function parsedHead(payload: Uint8Array): { value: unknown; lengths: number[] } {
  const { value, blobs } = parsedObject(payload)
  const isLength = (length: unknown): length is number => Number.isSafeInteger(length) && (length as number) >= 0
  if (value === undefined || !Array.isArray(blobs) || !blobs.every(isLength)) throw new BrokenStream('a head that is none')
  return { value, lengths: blobs }
}
function parsedObject(payload: Uint8Array): Record<string, unknown> {
  try {
    return Object(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload)))
  } catch (cause) {
    throw new BrokenStream('a head that is none', { cause })
  }
}
