// acceptance/docs.tsv: what the site shall do, sentence by sentence, and the test that shows it.
import { expect, test } from 'vitest'
import { declares, linesOf } from '../../../acceptance/table.ts'

const rows = linesOf('docs.tsv')
const SECTIONS = ['intro', '1', '2', '3', '4', '5', '6', '7', '8', '9']

test('every sentence has its section, file and test', () => {
  expect(rows.length).toBeGreaterThan(100)
  expect(rows.filter((cells) => cells.length !== 4 || cells.some((cell) => !cell.trim()))).toEqual([])
  expect([...new Set(rows.map(([section]) => section))]).toEqual(SECTIONS)
})
test('no line stands twice', () => {
  const lines = rows.map((cells) => cells.join('\t'))
  expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([])
})
test('every named test exists', () => {
  const missing = rows.filter(([, , file = '', name = '']) => !declares(file, name))
  expect(missing.map(([, sentence, file, name]) => `${sentence}: ${file}: ${name}`)).toEqual([])
})
test('a title that is only mentioned is no test', () => {
  expect(declares('apps/docs/tests/acceptance-table.test.ts', 'a title that is only mentioned is no test')).toBe(true)
  expect(declares('apps/docs/tests/acceptance-table.test.ts', 'the test that shows it')).toBe(false)
  expect(declares('apps/docs/tests/acceptance-table.test.ts', 'every named test exists › no such row')).toBe(false)
})
