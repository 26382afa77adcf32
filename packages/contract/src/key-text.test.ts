import { crc32 as zlibCrc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crc32, KEY_PATTERN, keyIdOf, keyText, maskKey, newKey, readKey } from './key-text.ts'

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
test('an id is named by itself, or by its key without the prefix, and by nothing else', () => {
  const { text, keyId, secret } = newKey()
  for (const name of [keyId, text.slice(5)]) expect(keyIdOf(name)).toBe(keyId)
  for (const other of [
    text,
    text.slice(5).replaceAll('_', ''),
    text.slice(5).replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
    keyId + secret,
    `scce_${keyId}`,
    keyId.slice(1),
    keyId.toUpperCase().replace(/^./, 'A'),
  ])
    expect(keyIdOf(other)).toBe(undefined)
})
test('a masked key shows four digits', () => expect(maskKey('0123456789')).toBe('scce_0123…'))
test('parts of the wrong length are refused', () => expect(() => keyText('0', '1')).toThrow(RangeError))
