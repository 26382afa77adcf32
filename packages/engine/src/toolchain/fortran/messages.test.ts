import { expect, test } from 'vitest'
import { cutLine, mismatchedCall, procedureName } from './messages.ts'

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
