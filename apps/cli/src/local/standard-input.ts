// What is piped to `credence run` for the program.
import type { Readable } from 'node:stream'
import { LIMITS } from '@credence/contract/limits'
import { UsageError } from '../command.ts'

/** As for the files of a program. */
const MOST_BYTES = LIMITS.run.fileBytes

/**
 * Read when a program first asks, and once: a program that reads nothing ends although a pipe stays open, and one that runs again finds the same.
 * @returns undefined where it is a terminal: nobody knows that the program waits for what they type
 */
export function standardInput(stream: Readable & { readonly isTTY?: boolean }, signal: AbortSignal): (() => Promise<Uint8Array>) | undefined {
  let whole: Promise<Uint8Array> | undefined
  return stream.isTTY ? undefined : () => (whole ??= read(stream, signal))
}

/** @throws UsageError  it is too long */
async function read(stream: Readable, signal: AbortSignal): Promise<Uint8Array> {
  const leave = () => stream.destroy(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > MOST_BYTES) throw new UsageError(`standard input is longer than ${MOST_BYTES} bytes; --inputs DIR gives the program files`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
