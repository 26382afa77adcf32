// Marks that nobody would read: `<Asked for>` is seen by no reader, so a mistake in one shows nowhere else.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DOCS, wordingsBeside } from '../plugins/facts/wordings.ts'

const MARK = /<Asked for="([^"]*)" \/>/g
const pages = globSync('**/*.mdx', { cwd: DOCS }).map((path) => ({ path, lines: readFileSync(join(DOCS, path), 'utf8').split('\n') }))
const marks = pages.flatMap(({ path, lines }) => lines.flatMap((line) => [...line.matchAll(MARK)].map(([, words = '']) => ({ path, words }))))

test('a row of a table has one mark: of two, the second is not read', () => {
  expect(
    pages.flatMap(({ path, lines }) => lines.filter((line) => line.startsWith('|') && line.split('<Asked').length > 2).map((line) => [path, line])),
  ).toEqual([])
})
test('no mark stands in code, where it is shown, or before another one, which takes its place', () => {
  const misplaced = pages.flatMap(({ path, lines }) => {
    let isCode = false
    return lines
      .filter((line) => {
        if (line.startsWith('```')) isCode = !isCode
        return (isCode && line.includes('<Asked')) || /<Asked for="[^"]*" \/>\s*<Asked/.test(line)
      })
      .map((line) => [path, line])
  })
  expect(misplaced).toEqual([])
})
test('each mark has its other wordings beside the page, and nothing there is of a mark that is gone', () => {
  expect(marks.length).toBeGreaterThan(1000)
  for (const page of globSync('**/*.mdx', { cwd: DOCS })) {
    const names = marks.filter(({ path }) => path === page).map(({ words }) => words)
    expect({ page, names: [...wordingsBeside(join(DOCS, page)).keys()].sort() }).toEqual({ page, names: names.sort() })
  }
})
