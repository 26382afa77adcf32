import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { BrokenStream, header } from '../frames.ts'
import { KIND } from '../messages.ts'
import { type Message, receive, send } from './streams.ts'

async function sent(messages: readonly Message[]): Promise<Buffer> {
  const stream = new PassThrough()
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  for (const message of messages) await send(stream, message)
  return Buffer.concat(chunks)
}
async function received(chunks: readonly Uint8Array[]): Promise<Message[]> {
  const messages: Message[] = []
  for await (const message of receive(Readable.from(chunks))) messages.push(message)
  return messages
}
const pieces = (bytes: Buffer, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size))

const MESSAGES: readonly Message[] = [
  { value: { do: 'build', text: 'ä' }, blobs: [Uint8Array.of(1, 2, 3), new Uint8Array(), Uint8Array.of(4)] },
  { value: null, blobs: [] },
  { value: 7, blobs: [new Uint8Array(10_000).fill(9)] },
]

test.each([1, 3, 4096, 1_000_000])('messages arrive as they were sent, in chunks of %i bytes', async (size) => {
  const messages = await received(pieces(await sent(MESSAGES), size))
  expect(messages.map(({ value }) => value)).toEqual(MESSAGES.map(({ value }) => value))
  expect(messages.map(({ blobs }) => blobs.map((blob) => [...blob]))).toEqual(MESSAGES.map(({ blobs }) => blobs.map((blob) => [...blob])))
})
test('a stream that ends inside a message is an error', async () => {
  const bytes = await sent(MESSAGES)
  await expect(received([bytes.subarray(0, bytes.length - 1)])).rejects.toThrow(BrokenStream)
})
test('what claims too much is refused before anything is read', async () => {
  await expect(received([header(KIND.head, 2 ** 32 - 1)])).rejects.toThrow(BrokenStream)
  const head = Buffer.from(JSON.stringify({ value: 1, blobs: [2 ** 40] }))
  await expect(received([header(KIND.head, head.length), head])).rejects.toThrow(BrokenStream)
})
test('a message that cannot be delivered is told', async () => {
  const stream = new PassThrough()
  stream.on('error', () => {})
  stream.destroy()
  await expect(send(stream, MESSAGES[0]!)).rejects.toThrow()
})
