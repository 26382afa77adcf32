import { LIMITS, RECOMMENDED_CORE } from '@credence/contract'
import { expect, test } from 'vitest'
import { asDraft, firstLineOf, languageOfFile, newDraft, roomFor, traceVariablesOf } from './draft.ts'

test('a title is the first line that says something', () => {
  expect(firstLineOf('#include <stdio.h>\n\n/*\n * Area of a field.\n */\nint main')).toBe('Area of a field.')
  expect(firstLineOf('// Viscosity of oil\nint x;')).toBe('Viscosity of oil')
  expect(firstLineOf('! heat\nprogram p')).toBe('heat')
  expect(firstLineOf('int main(void) {\n  double x = 1;')).toBe('double x = 1;')
  expect(firstLineOf('#include <iostream>\nint main() { std::cout << 1; }')).toBe('std::cout << 1;')
  expect(firstLineOf('int main(void) {}')).toBe('')
  expect(firstLineOf('\n#define X\n')).toBe('')
})
test('what a store of the browser holds is a draft or none', () => {
  expect(asDraft(null)).toBeUndefined()
  expect(asDraft({ id: 'a' })).toBeUndefined()
  expect(asDraft({ id: 'a', source: 's' })).toMatchObject({ id: 'a', source: 's', language: 'C', coreId: RECOMMENDED_CORE.CoreID })
})
test('file names tell the language', () => {
  expect(['a.c', 'a.cpp', 'a.f90', 'a.F'].map(languageOfFile)).toEqual(['C', 'C++', 'Fortran', 'Fortran'])
})
test('a source near the limit of a request is told, and one beyond it', () => {
  const of = (share: number) => roomFor('x'.repeat(Math.floor(share * LIMITS.request.bodyBytes))).kind
  expect([0.5, 0.95, 1.01].map(of)).toEqual(['room', 'near', 'over'])
})
test('marks whose line is gone, and empty ones, are never sent', () => {
  const traces = [
    { line: 3, expression: ' x ' },
    { line: 4, expression: 'y', isLost: true },
    { line: 5, expression: ' ' },
  ]
  expect(traceVariablesOf(newDraft({ traces, language: 'C++' }))).toEqual([{ File: 'main.cpp', LineNumber: 3, Expression: 'x' }])
})
