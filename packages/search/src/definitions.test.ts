import { expect, test } from 'vitest'
import { definitionOf, definitionsOf, thingsAsked } from './definitions.ts'
import { record } from './testing/records.ts'

const glossary = record(
  '/glossary/',
  ['Platform', 'Glossary'],
  '|# Term | Meaning\n| coverage interval | holds a stated share\n| standard deviation, u | a root\n|# Name | Type\n| task | text',
)
const definitions = definitionsOf([glossary])

test.each([
  ['What is a coverage interval?', ['a coverage interval']],
  ['What does the particle mean?', ['the particle']],
  ['What is the difference between a build and the task?', ['a build', 'the task']],
  ['How long may a task run?', []],
])('%s asks for %j', (question, things) => {
  expect(thingsAsked(question)).toEqual(things)
})
test.each([
  ['the coverage intervals', 'coverage interval'],
  ['standard deviation', 'standard deviation, u'],
  ['u', 'standard deviation, u'],
  ['a standard deviation value', 'standard deviation, u'],
  ['a task', undefined],
])('%s is defined by the row %s', (thing, term) => {
  const row = definitionOf(thing, definitions)?.row
  expect(row?.kind === 'row' ? row.cells[0] : undefined).toBe(term)
})
