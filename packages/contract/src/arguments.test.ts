import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatArguments, parseArguments } from './arguments.ts'

fc.configureGlobal({ seed: 1 })

describe('arguments', () => {
  const cases: [string, string[]][] = [
    ['', []],
    ['  \t\n ', []],
    ['-i -o -p 1e-4 -a 0.5', ['-i', '-o', '-p', '1e-4', '-a', '0.5']],
    ["'a b' c", ['a b', 'c']],
    [`'$x \\n "'`, ['$x \\n "']],
    ['"a \\" \\\\ \\$ \\` \\n"', ['a " \\ $ ` \\n']],
    ['a\\ b', ['a b']],
    [`'' ""`, ['', '']],
    [`pre'mid'"post"`, ['premidpost']],
    ['$HOME *.c | > < ; &', ['$HOME', '*.c', '|', '>', '<', ';', '&']],
    ['0.05Ux0400 -S\t0\r\n1', ['0.05Ux0400', '-S', '0', '1']],
  ]
  test.each(cases)('%j splits as a shell would', (text, words) => {
    expect(parseArguments(text)).toEqual(words)
  })

  test('an open quote is an error that says where', () => {
    expect(() => parseArguments(`a 'b`)).toThrow('the quote at character 3 of the arguments is never closed')
    expect(() => parseArguments('"\\"')).toThrow(RangeError)
    expect(() => parseArguments('a\\')).toThrow('arguments end in a backslash')
  })

  test('formatted words parse to themselves', () => {
    const words = fc.array(fc.string())
    fc.assert(
      fc.property(words, (given) => {
        expect(parseArguments(formatArguments(given))).toEqual(given)
      }),
    )
  })
})
