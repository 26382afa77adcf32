// acceptance/docs.tsv: what the specification says of the site, and the test that shows it.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')
const rows = readFileSync(resolve(ROOT, 'acceptance/docs.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))

test('every sentence has its section, file and test', () => {
  expect(rows.filter((cells) => cells.length !== 4 || cells.some((cell) => !cell.trim()))).toEqual([])
})
test('every named test exists', () => {
  const missing = rows.filter(
    ([, , file = '', name = '']) => !existsSync(resolve(ROOT, file)) || !readFileSync(resolve(ROOT, file), 'utf8').includes(name),
  )
  expect(missing.map(([, sentence, file, name]) => `${sentence}: ${file}: ${name}`)).toEqual([])
})
