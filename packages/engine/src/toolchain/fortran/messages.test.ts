import { expect, test } from 'vitest'
import { cutLine, flangMessages, mismatchedCall, procedureName } from './messages.ts'

test('a mistake on a line that goes on behind column 72 is told where fixed form ends', () => {
  const long = `      PRINT *, ${'A + '.repeat(15)}F(1)`
  const source = `      PROGRAM P\n${long}\n      X = (1\n      END\n`
  expect(cutLine("old.f:2:70: error: Unmatched '('\n", 'old.f', source)).toMatch(/^old\.f:2: note: .* column 72, /)
  expect(cutLine("old.f:3:11: error: Unmatched '('\n", 'old.f', source)).toBe('')
  expect(cutLine("other.inc:2:70: error: Unmatched '('\n", 'old.f', source)).toBe('')
})

test('a call with other arguments than a procedure of the library takes is an error; those of the program among each other are its own', () => {
  const between = (file: string) =>
    `wasm-ld: warning: function signature mismatch: idate_\n>>> defined as (i32, i32) -> void in p.f\n>>> defined as (i32) -> void in ${file}\n`
  expect(mismatchedCall(between('/p/libUxFortran.a(extensions.c.o)'))).toMatch(/^error: idate takes other arguments/)
  expect(mismatchedCall(between('/o/q.f.o'))).toBeUndefined()
})

test.each([
  ['area_', 'area'],
  ['_QMshapesParea', 'area of module shapes'],
  ['malloc', undefined],
])('%s is to the program %s', (symbol, name) => {
  expect(procedureName(symbol)).toBe(name)
})

test.each([
  'not yet implemented: Multi-image features',
  'Not yet implemented: Multi-image features',
  'x.cpp:3: not yet implemented: Multi-image features',
])('what flang does not have is told at its line: %s', (told) => {
  expect(flangMessages(`error: loc("/w/p.f90":3:3): ${told}\n`, '/w')).toBe(
    'p.f90:3:3: error: not available in this version of flang: Multi-image features\n',
  )
})

test.each([
  ['REAL(KIND=16) is not an enabled type for this target', 'real(16) is not available'],
  ['COMPLEX(KIND=10) is not an enabled type for this target', 'complex(10) is not available'],
  ['REAL(KIND=-1) is not a supported type', 'no real of this kind is available'],
])('precision that is not there is named: %s', (told, named) => {
  expect(flangMessages(`./p.f90:3:3: error: ${told}\n`, '/w')).toMatch(`p.f90:3:3: error: ${named}: the widest is real(8)`)
})
