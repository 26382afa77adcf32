import { expect, test } from 'vitest'
import { type Measured, PAGES, reportOf, rowsOf } from './lighthouse-table.ts'

const GOOD: Measured = { performance: 99, accessibility: 100, practices: 100, seo: 100, paint: 1000, shift: 0, blocking: 90, faults: [] }
const [home, guide] = PAGES
if (!home || !guide) throw new Error('there are pages to measure')
const missed = (runs: readonly Measured[], bare = 100) =>
  rowsOf([home], new Map([[home.path, runs]]), bare)
    .filter(({ passes }) => !passes)
    .map(({ measure, required, observed }) => [measure, required, observed])

test('a page within its budgets passes; every budget is missed by itself', () => {
  expect(missed([GOOD])).toEqual([])
  expect(missed([{ ...GOOD, performance: 94 }])).toEqual([['performance', 'at least 95', '94']])
  expect(missed([{ ...GOOD, accessibility: 99 }])).toEqual([['accessibility', 'at least 100', '99']])
  expect(missed([{ ...GOOD, practices: 96 }])).toEqual([['best practices', 'at least 100', '96']])
  expect(missed([{ ...GOOD, seo: 92 }])).toEqual([['SEO', 'at least 100', '92']])
  expect(missed([{ ...GOOD, paint: 1501 }])).toEqual([['largest contentful paint', 'at most 1500 ms', '1501 ms']])
  expect(missed([{ ...GOOD, shift: 0.02 }])).toEqual([['cumulative layout shift', 'at most 0.01', '0.0200']])
  expect(missed([{ ...GOOD, blocking: 201 }], 300)).toEqual([['total blocking time', 'at most 200 ms', '201 ms']])
  expect(missed([GOOD], 80)).toEqual([['total blocking time', 'at most 80 ms, the bare page', '90 ms']])
})
test('the median of the runs counts', () => {
  expect(missed([GOOD, { ...GOOD, performance: 50 }, GOOD])).toEqual([])
  expect(missed([{ ...GOOD, performance: 50 }, GOOD, { ...GOOD, performance: 60 }])).toEqual([['performance', 'at least 95', '60']])
})
test('a page that was not measured passes nothing', () => {
  expect(rowsOf([guide], new Map(), 100).every(({ passes }) => !passes)).toBe(true)
})
test('the report is a table with a line for each row, and says how many passed', () => {
  const rows = rowsOf(PAGES, new Map(PAGES.map(({ path }) => [path, [GOOD]])), 80)
  const report = reportOf(rows, 1, 'A machine.')
  expect(report.split('\n').filter((line) => line.startsWith('| /'))).toHaveLength(rows.length)
  expect(report).toContain(`${rows.length - PAGES.length} passed, ${PAGES.length} failed. A machine.`)
})
