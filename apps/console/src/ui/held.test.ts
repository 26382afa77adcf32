import { expect, test } from 'vitest'
import { leadingNew } from './held.ts'

const items = (...ids: string[]) => ids.map((id) => ({ id }))
test('only what stands before the first known one is new; an older page is not, nor is a list of others', () => {
  const known = new Set(['b', 'c'])
  expect([items('a', 'x', 'b', 'c'), items('b', 'c', 'd'), items('x', 'y'), []].map((list) => leadingNew(list, known))).toEqual([2, 0, 0, 0])
})
