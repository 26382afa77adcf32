import { crc32 as zlibCrc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crc32, isKeyId, KEY_PATTERN, keyText, maskKey, newKey, readKey } from './key-text.ts'

fc.configureGlobal({ seed: 1 })

test('the check sum is the CRC-32 of zlib', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(crc32(bytes)).toBe(zlibCrc32(bytes))
    }),
  )
})
test('a new key reads back and matches the pattern clients check', () => {
  const key = newKey()
  expect(readKey(key.text)).toEqual(key)
  expect(key.text).toMatch(new RegExp(KEY_PATTERN))
  expect(newKey().text).not.toBe(key.text)
})
test('a mistyped key is none', () => {
  const { text } = newKey()
  const wrong = text.slice(0, 20) + (text[20] === 'a' ? 'b' : 'a') + text.slice(21)
  expect(readKey(wrong)).toBeUndefined()
  expect(readKey('')).toBeUndefined()
  expect(readKey(` ${text}`)).toBeUndefined()
})
test('nothing that holds more of a key than its id is an id', () => {
  const { text, keyId, secret } = newKey()
  expect(isKeyId(keyId)).toBe(true)
  for (const other of [
    text,
    text.slice(5),
    text.slice(5).replaceAll('_', ''),
    keyId + secret,
    `scce_${keyId}`,
    keyId.slice(1),
    keyId.toUpperCase().replace(/^./, 'A'),
  ])
    expect(isKeyId(other)).toBe(false)
})
test('a masked key shows four digits', () => expect(maskKey('0123456789')).toBe('scce_0123…'))
test('parts of the wrong length are refused', () => expect(() => keyText('0', '1')).toThrow(RangeError))
