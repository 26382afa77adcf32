// Messages between processes over streams: a JSON head and byte arrays. The compile process is spoken to in them, and the service of the command line.
//   u32 length of the head | head: { value, blobs: lengths } | blobs     (little-endian)
import type { Readable, Writable } from 'node:stream'

export interface Message {
  readonly value: unknown
  readonly blobs: readonly Uint8Array[]
}

/** Bytes of one message; a longer one is an error of the sender. */
const LARGEST_MESSAGE = 1 << 30
const LARGEST_HEAD = 16 << 20

/** Resolves when the stream took the bytes. */
export function send(stream: Writable, { value, blobs }: Message): Promise<void> {
  const head = Buffer.from(JSON.stringify({ value, blobs: blobs.map(({ length }) => length) }))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  for (const chunk of [length, head, ...blobs.slice(0, -1)]) stream.write(chunk)
  return new Promise((resolve, reject) => stream.write(blobs.at(-1) ?? new Uint8Array(), (error) => (error ? reject(error) : resolve())))
}

/** The messages of a stream until it ends. */
export async function* receive(stream: Readable): AsyncGenerator<Message> {
  const reader = new Reader(stream)
  for (;;) {
    const start = await reader.take(4, true)
    if (start === undefined) return
    const headLength = start.readUInt32LE(0)
    if (headLength > LARGEST_HEAD) throw new RangeError(`a message head of ${headLength} bytes`)
    const { value, blobs } = parseHead((await reader.take(headLength))!)
    const taken: Uint8Array[] = []
    for (const length of blobs) taken.push((await reader.take(length))!)
    yield { value, blobs: taken }
  }
}

function parseHead(bytes: Buffer): { value: unknown; blobs: number[] } {
  const head: unknown = JSON.parse(bytes.toString())
  if (typeof head !== 'object' || head === null || !('value' in head) || !('blobs' in head) || !Array.isArray(head.blobs))
    throw new TypeError('not a message head')
  const blobs = head.blobs.map(Number)
  const total = blobs.reduce((sum, length) => sum + length, 0)
  if (!blobs.every((length) => Number.isSafeInteger(length) && length >= 0) || total > LARGEST_MESSAGE)
    throw new RangeError(`a message of ${total} bytes`)
  return { value: head.value, blobs }
}

/** Takes exact lengths out of a stream of chunks. */
class Reader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)
  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }
  /** Undefined where the stream ends before the first byte, if that may be. */
  async take(length: number, mayEnd = false): Promise<Buffer | undefined> {
    const parts: Buffer[] = []
    let missing = length
    while (missing > 0) {
      if (this.#rest.length === 0) {
        const next = await this.#chunks.next()
        if (next.done === true) {
          if (mayEnd && missing === length) return undefined
          throw new Error('the stream ended inside a message')
        }
        this.#rest = next.value
      }
      const part = this.#rest.subarray(0, missing)
      this.#rest = this.#rest.subarray(part.length)
      parts.push(part)
      missing -= part.length
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
  }
}
