// acceptance/docs.tsv: what the site shall do, sentence by sentence, and the test that shows it. A test of a table is written
// `title › first cell of the row`.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')
const [, ...rows] = readFileSync(resolve(ROOT, 'acceptance/docs.tsv'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'))
const SECTIONS = ['intro', '1', '2', '3', '4', '5', '6', '7', '8', '9']

/** Whether the file has a test of this title: the title is the first argument of a call, not just a text somewhere. */
function declares(file: string, name: string): boolean {
  if (!/\.test\.ts$/.test(file) || !existsSync(resolve(ROOT, file))) return false
  const text = readFileSync(resolve(ROOT, file), 'utf8')
  const [title = '', row] = name.split(' › ')
  const quoted = new RegExp(`\\(\\s*['"\`]${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}['"\`],`)
  return quoted.test(text) && (row === undefined || text.includes(`'${row}'`))
}

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
