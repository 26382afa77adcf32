// Messages arrive as they were sent, and a side that does not keep to the order, the announced lengths or its volume is not listened to.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BrokenStream, header } from './frames.ts'
import type { Volume } from './limits.ts'
import { framesOf, KIND, type Message, MessageReader, PIECE_BYTES } from './messages.ts'

fc.configureGlobal({ seed: 1 })

const VOLUME: Volume = { headBytes: 1000, blobBytes: 1000, pieces: [KIND.stdout] }
type Seen = Message | { readonly piece: readonly [number, readonly number[]] }
function reading(volume = VOLUME) {
  const seen: Seen[] = []
  const heads: unknown[] = []
  const reader = new MessageReader(volume, {
    message: (message) => seen.push(message),
    piece: (kind, bytes) => seen.push({ piece: [kind, [...bytes]] }),
    head: (value, lengths) => heads.push([value, lengths]),
  })
  return { reader, seen, heads }
}
const framed = (kind: number, payload: Uint8Array | string) => Buffer.concat([header(kind, Buffer.from(payload).length), Buffer.from(payload)])
const sent = (message: Message) => Buffer.concat(framesOf(message).map(([kind, payload]) => framed(kind, payload)))
const head = (value: unknown, ...blobs: unknown[]) => framed(KIND.head, JSON.stringify({ value, blobs }))
const blob = (...bytes: number[]) => framed(KIND.blob, Uint8Array.from(bytes))

const message: fc.Arbitrary<Message> = fc.record({
  value: fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown),
  blobs: fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 4 }),
})

test('whatever the chunks, the same messages come out', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 5 }), fc.integer({ min: 1, max: 300 }), (messages, size) => {
      const { reader, seen } = reading({ ...VOLUME, headBytes: 10_000 })
      const bytes = Buffer.concat(messages.map(sent))
      for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size))
      reader.end()
      expect(seen).toEqual(messages)
    }),
  )
})
test('pieces come between messages, and what a message says before its blobs', () => {
  const { reader, seen, heads } = reading()
  reader.push(framed(KIND.stdout, 'a'))
  reader.push(head('first', 2))
  expect([seen.length, heads]).toEqual([1, [['first', [2]]]])
  reader.push(Buffer.concat([blob(1, 2), framed(KIND.stdout, 'b')]))
  expect(seen).toEqual([{ piece: [KIND.stdout, [97]] }, { value: 'first', blobs: [Uint8Array.of(1, 2)] }, { piece: [KIND.stdout, [98]] }])
})

describe('refused', () => {
  test.each<[string, Buffer, string]>([
    ['a head that is too long', framed(KIND.head, ' '.repeat(1001)), 'a frame of 1001 bytes: at most 1000 are accepted'],
    ['a head that is no JSON', framed(KIND.head, '{'), 'a head that is none'],
    ['a head that is no text', framed(KIND.head, Uint8Array.of(0x22, 0xff, 0x22)), 'a head that is none'],
    ['a head that is null', framed(KIND.head, 'null'), 'a head that is none'],
    ['a head without a value', framed(KIND.head, '{"blobs":[]}'), 'a head that is none'],
    ['a head without lengths', framed(KIND.head, '{"value":1}'), 'a head that is none'],
    ['a length that is a text', head(1, '2'), 'a head that is none'],
    ['a length below 0', head(1, -1), 'a head that is none'],
    ['a length that is no whole number', head(1, 0.5), 'a head that is none'],
    ['a length beyond all bounds', head(1, 2 ** 60), 'a head that is none'],
    ['blobs of more than they may have', head(1, 999, 2), 'a message of 1001 bytes: at most 1000 are accepted'],
    ['a blob that nobody announced', blob(1), `a frame of kind ${KIND.blob}, which is not expected`],
    ['a blob longer than announced', Buffer.concat([head(1, 1), blob(1, 2)]), 'a frame of 2 bytes: at most 1 are accepted'],
    ['a blob shorter than announced', Buffer.concat([head(1, 2), blob(1)]), 'a blob of 1 bytes where 2 were announced'],
    ['a message inside a message', Buffer.concat([head(1, 1), head(2)]), `a frame of kind ${KIND.head}, which is not expected`],
    ['a piece inside a message', Buffer.concat([head(1, 1), framed(KIND.stdout, 'a')]), `a frame of kind ${KIND.stdout}, which is not expected`],
    ['a piece of a kind that it may not send', framed(KIND.stderr, 'a'), `a frame of kind ${KIND.stderr}, which is not expected`],
    [
      'a piece that is too long',
      framed(KIND.stdout, 'a'.repeat(PIECE_BYTES + 1)),
      `a frame of ${PIECE_BYTES + 1} bytes: at most ${PIECE_BYTES} are accepted`,
    ],
  ])('%s', (_, bytes, text) => {
    const { reader, seen } = reading()
    expect(() => reader.push(bytes)).toThrow(new BrokenStream(text))
    expect(seen).toEqual([])
  })
  test.each([
    ['a head', head(1).subarray(0, 7)],
    ['a message whose blobs have not come', head(1, 1)],
    ['a blob', Buffer.concat([head(1, 2), blob(1, 2).subarray(0, 6)])],
  ])('a stream that ends inside %s', (_, bytes) => {
    const { reader } = reading()
    reader.push(bytes)
    expect(() => reader.end()).toThrow(BrokenStream)
  })
  test('any bytes give messages and pieces, or a refusal: nothing else happens', () => {
    const parts = fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      message.map(sent),
      fc.tuple(fc.constantFrom(...Object.values(KIND), 9), fc.string({ maxLength: 20 })).map(([kind, text]) => framed(kind, text)),
      fc.array(fc.integer({ min: -1, max: 30 })).map((lengths) => head(1, ...lengths)),
    )
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), fc.integer({ min: 1, max: 100 }), (stream, size) => {
        const { reader, seen } = reading()
        const bytes = Buffer.concat(stream)
        try {
          for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size))
          reader.end()
        } catch (error) {
          expect(error).toBeInstanceOf(BrokenStream)
        }
        for (const one of seen) if ('blobs' in one) expect(one.blobs.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(1000)
      }),
      { numRuns: 500 },
    )
  })
})

test('a message that no frame holds is refused by its writer', () => {
  const long = { length: 2 ** 32 } as Uint8Array
  expect(() => framesOf({ value: 1, blobs: [long] })).toThrow(RangeError)
})
