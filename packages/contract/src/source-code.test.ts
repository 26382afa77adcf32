import { expect, test } from 'vitest'
import { decodeSourceCode } from './source-code.ts'

const program = 'int main(void) { return 0; }\n'
const base64 = (text: string) => Buffer.from(text).toString('base64')

test('a program is plain', () => expect(decodeSourceCode(program)).toBe(program))
test('Base64 is decoded', () => expect(decodeSourceCode(base64(program))).toBe(program))
test('Base64 in lines is decoded', () => expect(decodeSourceCode(base64(program).replace(/(.{16})/g, '$1\r\n'))).toBe(program))
test('Base64 of UTF-8 keeps its characters', () => expect(decodeSourceCode(base64('// µ ± σ\n'))).toBe('// µ ± σ\n'))
test('wrong padding is plain', () => {
  expect(decodeSourceCode('abcde')).toBe('abcde')
  expect(decodeSourceCode('ab=c')).toBe('ab=c')
})
test('what decodes to control characters or broken UTF-8 is plain', () => {
  expect(decodeSourceCode('AAAA')).toBe('AAAA')
  expect(decodeSourceCode('/////w==')).toBe('/////w==')
})
test('the empty text is plain', () => expect(decodeSourceCode('')).toBe(''))
