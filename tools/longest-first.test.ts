import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inOrder, LONG } from './longest-first.ts'
import { ROOT } from './repository-files.ts'

test('the files that take longest are there', () => {
  expect(LONG.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})
test('they come first, the longest at the front, and the others keep their order', () => {
  const [longest = '', second = ''] = LONG
  const files = ['/here/b.test.ts', `/here/${second}`, '/here/a.test.ts', `/here/${longest}`]
  expect(inOrder(files, (file) => file)).toEqual([`/here/${longest}`, `/here/${second}`, '/here/b.test.ts', '/here/a.test.ts'])
})
