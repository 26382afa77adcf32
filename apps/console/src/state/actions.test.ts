import { expect, test } from 'vitest'
import { actionTable, offersOf } from './actions.ts'

const TABLE = actionTable<{ isDefault: boolean }>('Test', [
  { id: 'delete', label: 'Delete', isDestructive: true, obstacle: ({ isDefault }) => (isDefault ? 'Default cores cannot be deleted' : undefined) },
  { id: 'edit', label: 'Edit', key: 'e' },
])

test('what takes something away comes last, and says why it cannot be done', () => {
  const done: string[] = []
  const offers = offersOf(TABLE, { isDefault: true }, (id) => done.push(id))
  expect(offers.map(({ id, obstacle }) => [id, obstacle])).toEqual([
    ['edit', undefined],
    ['delete', 'Default cores cannot be deleted'],
  ])
  offers[0]?.perform()
  expect(done).toEqual(['edit'])
})
