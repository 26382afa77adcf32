import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { columnOf, ROW_FIELDS } from './queries.ts'

test('every field of a core has its column, and every column of a core is a field', () => {
  const schema = readFileSync(new URL('../database/golden/schema.txt', import.meta.url), 'utf8')
  const columns = Array.from(schema.matchAll(/^core\.(\w+) /gm), ([, name]) => name)
  expect(ROW_FIELDS.map(columnOf).toSorted()).toEqual(columns.toSorted())
})
