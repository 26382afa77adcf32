// The outputs of one attempt as objects below its own prefix: gzip chunks while it runs, and each stream whole when it ends. Nobody reads a
// prefix that no completing write has published, so an attempt that lost its lease writes where it does no harm.
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { STREAMS, type Stream } from '@credence/contract'
import { type ObjectStore, readAll } from '../objects/store.ts'

const CHUNK_BYTES = 1024 * 1024
const FLUSH_MS = 1000
const compress = promisify(gzip)
const expand = promisify(gunzip)
const TEXT = { contentType: 'text/plain; charset=utf-8' } as const
const CHUNK = { contentType: 'application/gzip' } as const

export const attemptPrefix = (taskId: string, attempt: number): string => `tasks/${taskId}/attempts/${attempt}`
export const streamKey = (prefix: string, stream: Stream): string => `${prefix}/${stream}`
const chunkPrefix = (prefix: string, stream: Stream): string => `${prefix}/${stream}.chunks/`

/** Keys of the chunks that are there, in order. */
export async function chunkKeys(objects: ObjectStore, prefix: string, stream: Stream): Promise<string[]> {
  return (await objects.list(chunkPrefix(prefix, stream))).map((info) => info.key)
}

/** What the stream of an attempt under way has stored so far, a second behind the program at most. */
export async function* outputSoFar(objects: ObjectStore, prefix: string, stream: Stream): AsyncIterable<Uint8Array> {
  for (const key of await chunkKeys(objects, prefix, stream)) {
    const chunk = await objects.get(key)
    if (!chunk) return // the attempt failed and its chunks are being removed
    yield await expand(await readAll(chunk))
  }
}

export interface OutputCapture {
  write(stream: Stream, bytes: Uint8Array): void
  /** Stores what is left and the streams as wholes. @throws what a failed store threw */
  finish(): Promise<void>
  /** Stops the timer of an attempt that ends otherwise. */
  abandon(): void
}

export function captureOutput(objects: ObjectStore, prefix: string): OutputCapture {
  const streams = { Stdout: new ChunkedStream(objects, prefix, 'Stdout'), Stderr: new ChunkedStream(objects, prefix, 'Stderr') }
  const timer = setInterval(() => {
    for (const stream of STREAMS) streams[stream].flush()
  }, FLUSH_MS)
  timer.unref()
  return {
    write: (stream, bytes) => streams[stream].write(bytes),
    async finish() {
      clearInterval(timer)
      await Promise.all(STREAMS.map((stream) => streams[stream].finish()))
    },
    abandon: () => clearInterval(timer),
  }
}

class ChunkedStream {
  readonly #objects: ObjectStore
  readonly #prefix: string
  readonly #stream: Stream
  #pending: Uint8Array[] = []
  #pendingBytes = 0
  #chunks = 0
  /** Puts, one after the other: chunks are published in order. */
  #stored: Promise<unknown> = Promise.resolve()

  constructor(objects: ObjectStore, prefix: string, stream: Stream) {
    this.#objects = objects
    this.#prefix = prefix
    this.#stream = stream
  }

  write(bytes: Uint8Array): void {
    this.#pending.push(bytes)
    this.#pendingBytes += bytes.length
    if (this.#pendingBytes >= CHUNK_BYTES) this.flush()
  }

  flush(): void {
    if (this.#pendingBytes > 0) this.#store(this.#takePending())
  }

  async finish(): Promise<void> {
    const rest = this.#takePending()
    if (rest.length > 0) this.#store(rest)
    const whole = streamKey(this.#prefix, this.#stream)
    // One chunk at most: its bytes are at hand, and both objects are stored at once.
    if (this.#chunks === (rest.length > 0 ? 1 : 0)) await Promise.all([this.#stored, this.#objects.put(whole, rest, TEXT)])
    else {
      await this.#stored
      await this.#objects.put(whole, this.#readBack(), TEXT) // so that no more than a chunk is ever in memory
    }
  }

  #takePending(): Buffer {
    const bytes = Buffer.concat(this.#pending)
    this.#pending = []
    this.#pendingBytes = 0
    return bytes
  }

  #store(bytes: Buffer): void {
    const key = `${chunkPrefix(this.#prefix, this.#stream)}${String(this.#chunks++).padStart(6, '0')}.gz`
    this.#stored = this.#stored.then(async () => this.#objects.put(key, await compress(bytes), CHUNK))
    this.#stored.catch(() => {}) // finish() reports it
  }

  async *#readBack(): AsyncIterable<Uint8Array> {
    for (const key of await chunkKeys(this.#objects, this.#prefix, this.#stream)) {
      const chunk = await this.#objects.get(key)
      if (!chunk) throw new Error('a chunk of an output disappeared while it was put together')
      yield await expand(await readAll(chunk))
    }
  }
}
