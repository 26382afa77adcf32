// Frames survive any cutting of the stream.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameReader, header } from './frames.ts'

fc.configureGlobal({ seed: 1 })

test('whatever the chunks, the same frames come out', () => {
  const frame = fc.record({ kind: fc.integer({ min: 0, max: 255 }), payload: fc.uint8Array({ maxLength: 40 }) })
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 8 }), fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (frames, cuts) => {
      const stream = frames.flatMap(({ kind, payload }) => [...header(kind, payload.length), ...payload])
      const seen: { kind: number; payload: Uint8Array }[] = []
      const reader = new FrameReader(40, (kind, payload) => seen.push({ kind, payload: payload.slice() }))
      for (let at = 0, i = 0; at < stream.length; at += cuts[i % cuts.length]!, i++) {
        reader.push(Uint8Array.from(stream.slice(at, at + cuts[i % cuts.length]!)))
      }
      expect(seen).toEqual(frames)
    }),
  )
})

test('a frame that claims to be longer than allowed is refused before it is read', () => {
  const reader = new FrameReader(100, () => {})
  expect(() => reader.push(header(1, 101))).toThrow('a frame of 101 bytes: at most 100 are accepted')
})
