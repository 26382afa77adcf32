import { expect, test } from 'vitest'
import { seemsTo } from './language-hint.ts'

const missing = (header: string) => [{ message: "unused variable 'x'" }, { message: `'${header}' file not found` }]

test('a header without an ending is one of C++, which C does not find', () => {
  expect(seemsTo('C', missing('iostream'))).toEqual({ language: 'C++', header: 'iostream' })
  expect(seemsTo('C', missing('unordered_map'))?.language).toBe('C++')
})
test('what is missing otherwise says nothing of the language', () => {
  expect(seemsTo('C', missing('gsl/gsl_math.h'))).toBeUndefined()
  expect(seemsTo('C', missing('mine.h'))).toBeUndefined()
  expect(seemsTo('C++', missing('optoinal'))).toBeUndefined()
  expect(seemsTo('C', [])).toBeUndefined()
})
