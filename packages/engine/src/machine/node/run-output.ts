// The output of a run on its way from the process to whoever wants it: held to its limit, and in pieces worth passing on.
import { KIND } from '../../box/messages.ts'
import type { Ending, Limits, RunEvents, Stream } from '../../types.ts'

export class RunOutput {
  readonly #limit: number
  readonly #output: RunEvents['output']
  readonly #left: Record<Stream, number>
  readonly #collection = new Uint8Array(1 << 16)
  #collected = 0
  #stream: Stream = 'Stdout'

  constructor({ outputBytes }: Limits, { output }: RunEvents) {
    this.#limit = outputBytes
    this.#output = output
    this.#left = { Stdout: outputBytes, Stderr: outputBytes }
  }

  /** @returns the ending that this piece calls for, if any */
  take(kind: number, bytes: Uint8Array): Ending | undefined {
    const stream = kind === KIND.stdout ? 'Stdout' : 'Stderr'
    const fits = bytes.subarray(0, this.#left[stream])
    this.#left[stream] -= fits.length
    this.#collect(stream, fits)
    if (fits.length === bytes.length) return undefined
    return { kind: 'limit', limit: 'outputBytes', message: `limit of ${this.#limit} bytes for ${stream} reached` }
  }
  /** What was collected goes on. */
  pass(): void {
    if (this.#collected > 0) this.#output(this.#stream, this.#collection.slice(0, this.#collected))
    this.#collected = 0
  }
  /** Small pieces of one stream that follow each other go on as one. */
  #collect(stream: Stream, bytes: Uint8Array): void {
    if (stream !== this.#stream || this.#collected + bytes.length > this.#collection.length) this.pass()
    this.#stream = stream
    if (bytes.length > this.#collection.length) this.#output(stream, bytes.slice())
    else {
      this.#collection.set(bytes, this.#collected)
      this.#collected += bytes.length
    }
  }
}
