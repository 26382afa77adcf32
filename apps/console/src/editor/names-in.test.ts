import { Text } from '@codemirror/state'
import { expect, test } from 'vitest'
import { namesIn } from './names-in.ts'

const doc = Text.of(['double width, Weight, w2;', 'int other;', 'width = wider + x.weird;'])

test('names that begin as what is typed, in either case, the nearest first', () => {
  expect(namesIn(doc, doc.length, 'w')).toEqual(['weird', 'wider', 'width', 'Weight'])
  expect(namesIn(doc, 0, 'W')).toEqual(['width', 'Weight', 'wider', 'weird'])
  expect(namesIn(doc, 0, '')).toContain('other')
})
test('of a long source what stands around the cursor, and not more than a list can hold', () => {
  const long = Text.of(Array.from({ length: 50_000 }, (_, line) => `name${line}`))
  const names = namesIn(long, long.line(25_001).from, 'n')
  expect(names).toHaveLength(500)
  expect(names[0]).toBe('name25000')
  expect(names).not.toContain('name0')
})
