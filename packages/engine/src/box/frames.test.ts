// Frames survive any cutting of the stream, and what nobody here sends is refused before it is taken.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BrokenStream, FrameReader, header, owned } from './frames.ts'

fc.configureGlobal({ seed: 1 })

interface Frame {
  readonly kind: number
  readonly payload: Uint8Array
}
const MOST = 100
/** Kinds below 4 are expected. */
function reading(): { reader: FrameReader; seen: Frame[] } {
  const seen: Frame[] = []
  const most = (kind: number) => (kind < 4 ? MOST : undefined)
  return { seen, reader: new FrameReader({ most, take: (kind, payload) => seen.push({ kind, payload: payload.slice() }) }) }
}
const bytesOf = (frames: readonly Frame[]) => Uint8Array.from(frames.flatMap(({ kind, payload }) => [...header(kind, payload.length), ...payload]))
/** In pieces of these lengths, over and over. */
function* cut(bytes: Uint8Array, lengths: readonly number[]): Generator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; at += lengths[i % lengths.length]!, i++) yield bytes.slice(at, at + lengths[i % lengths.length]!)
}

const frame = fc.record({ kind: fc.integer({ min: 0, max: 3 }), payload: fc.uint8Array({ maxLength: MOST }) })
const frames = fc.array(frame, { maxLength: 8 })
const cuts = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 })

test('whatever the chunks, the same frames come out', () => {
  fc.assert(
    fc.property(frames, cuts, (sent, lengths) => {
      const { reader, seen } = reading()
      for (const chunk of cut(bytesOf(sent), lengths)) reader.push(chunk)
      reader.end()
      expect(seen).toEqual(sent)
    }),
  )
})
test('a long frame grows as its bytes come', () => {
  const payload = Buffer.alloc(1_000_003, 'some bytes, over and over')
  const seen: Uint8Array[] = []
  const reader = new FrameReader({ most: () => 2 ** 20, take: (_, bytes) => seen.push(owned(bytes)) })
  for (const chunk of cut(Buffer.concat([header(1, payload.length), payload]), [65_536, 1, 4000])) reader.push(chunk)
  expect(seen.map((bytes) => payload.equals(bytes))).toEqual([true])
})
test('what a frame claims costs nothing before it comes', () => {
  const reader = new FrameReader({ most: () => 2 ** 32, take: () => {} })
  const before = process.memoryUsage().arrayBuffers
  reader.push(header(1, 2 ** 31))
  reader.push(new Uint8Array(1000))
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 20)
})

describe('refused', () => {
  test.each([
    ['a frame one byte longer than is accepted', header(1, MOST + 1), 'a frame of 101 bytes: at most 100 are accepted'],
    ['a frame that claims all there is', header(1, 2 ** 32 - 1), 'a frame of 4294967295 bytes: at most 100 are accepted'],
    ['a kind that nobody sends', header(4, 0), 'a frame of kind 4, which is not expected'],
  ])('%s', (_, bytes, message) => {
    const { reader, seen } = reading()
    expect(() => reader.push(bytes)).toThrow(new BrokenStream(message))
    expect(seen).toEqual([])
  })
  test('everything after what was refused', () => {
    const { reader, seen } = reading()
    expect(() => reader.push(header(9, 0))).toThrow(BrokenStream)
    expect(() => reader.push(bytesOf([{ kind: 1, payload: Uint8Array.of(1) }]))).toThrow(BrokenStream)
    expect(seen).toEqual([])
  })
  test('a stream that ends inside a frame, wherever it does', () => {
    fc.assert(
      fc.property(frame, fc.nat(), (sent, at) => {
        const bytes = bytesOf([sent])
        const { reader, seen } = reading()
        reader.push(bytes.subarray(0, 1 + (at % (bytes.length - 1)))) // not the whole
        expect(() => reader.end()).toThrow(BrokenStream)
        expect(seen).toEqual([])
      }),
    )
  })
  test('any bytes are frames that were accepted, up to a refusal: nothing else happens', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), cuts, (bytes, lengths) => {
        const { reader, seen } = reading()
        try {
          for (const chunk of cut(bytes, lengths)) reader.push(chunk)
          reader.end()
        } catch (error) {
          expect(error).toBeInstanceOf(BrokenStream)
        }
        expect(bytesOf(seen)).toEqual(bytes.subarray(0, bytesOf(seen).length))
        for (const { kind, payload } of seen) expect([kind < 4, payload.length <= MOST]).toEqual([true, true])
      }),
    )
  })
})

test.each([
  ['bytes', Uint8Array.of(1, 2, 3, 4)],
  ['bytes of Node', Buffer.from([1, 2, 3, 4])],
])('an owned payload neither changes with its chunk nor keeps it: %s', (_, chunk) => {
  const kept = owned(chunk.subarray(1, 3))
  chunk.fill(9)
  expect([...kept]).toEqual([2, 3])
  expect(kept.buffer.byteLength).toBe(2)
})
