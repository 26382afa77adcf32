import { expect, test } from 'vitest'
import { bytesOf, charactersOf } from './latin1.ts'

test('every byte is the character of its number, and comes back, however many there are', () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => i)
  const text = charactersOf(bytes)
  expect([text.length, text.charCodeAt(0x80), text.charCodeAt(0x9f), text.charCodeAt(0xff)]).toEqual([100_000, 0x80, 0x9f, 0xff])
  expect(bytesOf(text)).toEqual(bytes)
})
