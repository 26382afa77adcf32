// The end of a process in a box: messages from standard input, messages and pieces to standard output. It reads and writes at once and waits for
// both, since a process that is killed takes with it what it has not written.
import { readSync, writeSync, writevSync } from 'node:fs'
import { HEADER_BYTES, header, writeHeader } from '../frames.ts'
import { TRUSTED } from '../limits.ts'
import { framesOf, type Message, MessageReader, PIECE_BYTES } from '../messages.ts'

const [INPUT, OUTPUT] = [0, 1]
const come: Message[] = []
const reader = new MessageReader(TRUSTED, { message: (message) => come.push(message) })
const chunk = new Uint8Array(1 << 16)

/** The next message; undefined when the owner has closed the stream. @throws BrokenStream */
export function receive(): Message | undefined {
  for (;;) {
    const message = come.shift()
    if (message) return message
    const got = retry(() => readSync(INPUT, chunk, 0, chunk.length, null))
    if (got === 0) {
      reader.end()
      return undefined
    }
    reader.push(chunk.subarray(0, got))
  }
}

/** Not from within a program that may be interrupted. */
export function send(message: Message): void {
  for (const [kind, payload] of framesOf(message)) sendFrame(kind, payload)
  flush()
}
/** Bytes of a stream, as they come. */
export function sendPieces(kind: number, bytes: Uint8Array): void {
  if (bytes.length <= PIECE) sendFrame(kind, bytes)
  else for (let at = 0; at < bytes.length; at += PIECE) sendFrame(kind, bytes.subarray(at, at + PIECE))
  flush()
}

/**
 * Frames on their way out, the first bytes of which are already gone. V8 may leave a program that is interrupted within a write of ours, at any call
 * or turn of a loop; so what is written in pieces is always known here, and goes on where it stopped.
 */
const held = new Uint8Array(PIECE_BYTES)
let heldBytes = 0
let goneBytes = 0
/** What a program writes goes through `held`. */
const PIECE = held.length - HEADER_BYTES

function sendFrame(kind: number, payload: Uint8Array): void {
  const length = HEADER_BYTES + payload.length
  if (heldBytes + length > held.length) flush()
  if (length > held.length) {
    writeAll(header(kind, payload.length))
    writeAll(payload)
    return
  }
  writeHeader(held, heldBytes, kind, payload.length)
  held.set(payload, heldBytes + HEADER_BYTES)
  heldBytes += length
}
function flush(): void {
  // Not writeSync, which calls another function when the bytes are gone already.
  while (goneBytes < heldBytes) goneBytes += retry(() => writevSync(OUTPUT, [held.subarray(goneBytes, heldBytes)]))
  heldBytes = 0
  goneBytes = 0
}
/** Only outside of programs. */
function writeAll(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += retry(() => writeSync(OUTPUT, bytes, at))
}

const never = new Int32Array(new SharedArrayBuffer(4))
/** A pipe that is full or empty for the moment is waited for. */
function retry(operation: () => number): number {
  for (;;) {
    try {
      return operation()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(never, 0, 0, 1)
    }
  }
}
