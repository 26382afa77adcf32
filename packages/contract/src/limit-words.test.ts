import { expect, test } from 'vitest'
import { choiceWords, limitWords } from './limit-words.ts'

test('a limit that is broken is named', () => {
  expect([limitWords('minimum', 4), limitWords('maximum', 8000)]).toEqual(['at least 4', 'at most 8000'])
  expect([limitWords('minLength', 10), limitWords('maxLength', 200)]).toEqual(['at least 10 characters', 'at most 200 characters'])
  expect(limitWords('exclusiveMinimum', 0)).toBe('more than 0')
  expect(limitWords('maxItems', 5)).toBe('at most 5 entries')
})
test('of what is empty, or of another kind, no limit is named', () => {
  expect([limitWords('minLength', 1), limitWords('minItems', 1), limitWords('type', undefined), limitWords('toString', 1)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
test('of a word that is none of a list, the list is named', () => {
  expect(choiceWords(['active', 'disabled'])).toBe('one of active, disabled')
})
