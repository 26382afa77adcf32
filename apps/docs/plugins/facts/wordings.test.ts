import { expect, test } from 'vitest'
import { allWordings, readWordings } from './wordings.ts'

test('a line names a place, and the lines below it that are indented say the same in other words', () => {
  expect([...readWordings('how big\n  size in bytes\n  how large\nhow fast\n')]).toEqual([
    ['how big', ['how big', 'size in bytes', 'how large']],
    ['how fast', ['how fast']],
  ])
})
test.each([
  ['how big\n\nhow fast\n', 'line 2 is empty'],
  ['  size\n', 'line 1: the first line names a place'],
  ['how big\n  size\n  size\n', 'line 3: size stands twice'],
  ['how big\nhow big\n', 'line 2: how big names two places'],
])('a mistake is told with its line: %j', (text, message) => {
  expect(() => readWordings(text)).toThrow(message)
})
test('every name is that of one place only', () => {
  expect(allWordings().size).toBeGreaterThan(1500)
})
