import { expect, test } from 'vitest'
import { messagesOf, problemsOf } from './problems.ts'

const OUTPUT = `main.c:5:3: warning: unused variable 'x' [-Wunused-variable]
    5 |   double x = 1;
      |          ^
main.c:7:12: error: use of undeclared identifier 'y'
    7 |   return y;
      |            ^
1 warning and 1 error generated.
`

test('messages carry severity, place and text', () => {
  expect(messagesOf(OUTPUT, 'main.c')).toEqual([
    { severity: 'warning', line: 5, column: 3, message: "unused variable 'x'" },
    { severity: 'error', line: 7, column: 12, message: "use of undeclared identifier 'y'" },
  ])
})

test('a fatal error is an error', () => {
  expect(messagesOf("main.cpp:1:10: fatal error: 'nothing.h' file not found\n", 'main.cpp')).toEqual([
    { severity: 'error', line: 1, column: 10, message: "'nothing.h' file not found" },
  ])
})

test('messages of the linker and about headers have no place in the source', () => {
  const messages = messagesOf(
    'main.c: error: undefined symbol: f\nuxhw.h:12:1: error: unknown type\nerror: compile time limit of 60 s reached\n',
    'main.c',
  )
  expect(messages).toEqual([
    { severity: 'error', message: 'undefined symbol: f' },
    { severity: 'error', message: 'uxhw.h, line 12: unknown type' },
    { severity: 'error', message: 'compile time limit of 60 s reached' },
  ])
  expect(problemsOf(messages)).toEqual([])
})

test('problems of the editor are the messages with a place', () => {
  expect(problemsOf(messagesOf(OUTPUT, 'main.c')).map(({ line }) => line)).toEqual([5, 7])
})
