// Messages over Node's streams: both ends of the service of the command line, and the owner's end of a process in a box.
import type { Readable, Writable } from 'node:stream'
import { header } from '../frames.ts'
import { TRUSTED } from '../limits.ts'
import { framesOf, type Message, MessageReader } from '../messages.ts'

export type { Message } from '../messages.ts'

/** Resolves when the stream took the bytes. */
export function send(stream: Writable, message: Message): Promise<void> {
  const chunks = framesOf(message).flatMap(([kind, payload]) => [header(kind, payload.length), payload])
  stream.cork()
  for (const chunk of chunks.slice(0, -1)) stream.write(chunk)
  const sent = new Promise<void>((resolve, reject) => stream.write(chunks.at(-1)!, (error) => (error ? reject(error) : resolve())))
  stream.uncork()
  return sent
}

/** The messages of a stream until it ends. @throws BrokenStream */
export async function* receive(stream: Readable, volume = TRUSTED): AsyncGenerator<Message> {
  const come: Message[] = []
  const reader = new MessageReader(volume, { message: (message) => come.push(message) })
  for await (const chunk of stream) {
    reader.push(chunk as Uint8Array)
    yield* come.splice(0)
  }
  reader.end()
}
