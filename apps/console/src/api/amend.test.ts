import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { amend } from './amend.ts'

const LIST = ['listTasks', 'pages', {}]
const made = () => {
  const queries = new QueryClient()
  queries.setQueryData(LIST, { pages: ['a'] }, { updatedAt: 1000 })
  return { queries, state: () => queries.getQueryState(LIST) }
}

test('a list that is to be asked for again still is when an event that it does not know goes by', async () => {
  const { queries, state } = made()
  await queries.invalidateQueries({ queryKey: ['listTasks'], refetchType: 'active' })
  amend(queries, ['listTasks', 'pages'], (list) => list)
  expect(state()).toMatchObject({ isInvalidated: true, dataUpdatedAt: 1000 })
  amend(queries, ['listTasks', 'pages'], () => ({ pages: ['b'] }))
  expect(state()).toMatchObject({ data: { pages: ['b'] }, isInvalidated: true, dataUpdatedAt: 1000 })
})
test('what is written makes no answer younger, and none where there is none', () => {
  const { queries, state } = made()
  amend(queries, LIST, () => ({ pages: ['b'] }))
  expect(state()).toMatchObject({ data: { pages: ['b'] }, isInvalidated: false, dataUpdatedAt: 1000 })
  amend(queries, ['listBuilds'], () => 'something')
  expect(queries.getQueryCache().getAll()).toHaveLength(1)
})
