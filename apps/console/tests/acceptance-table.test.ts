// acceptance/console.tsv: what the console shall do, and the test in a browser, or the measurement, that shows it.
import { expect, test } from 'vitest'
import { declares, linesOf, measures } from '../../../acceptance/table.ts'

const rows = linesOf('console.tsv')

test('every line has its row, file and test', () => {
  expect(rows.filter((cells) => cells.length !== 4 || cells.some((cell) => !cell.trim()))).toEqual([])
  expect([...new Set(rows.map(([row]) => Number(row)))]).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
})
test('every named test or measurement exists', () => {
  const missing = rows.filter(([, , file = '', name = '']) => !declares(file, name) && !measures(file, name))
  expect(missing.map(([, what, file, name]) => `${what}: ${file}: ${name}`)).toEqual([])
})
