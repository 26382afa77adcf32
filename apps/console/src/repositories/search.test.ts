import type { Repository } from '@credence/contract'
import { expect, test } from 'vitest'
import { chosenOf, repositoriesSearch, repositorySearch } from './search.ts'

const repository = (RepositoryID: string, RemoteURL: string, Branch: string, CreatedAt: number) =>
  ({ RepositoryID, RemoteURL, Branch, CreatedAt }) as Repository
const ALL = [
  repository('rep_c', 'https://github.com/lab/scale', 'main', 3),
  repository('rep_b', 'https://github.com/acme/sensor', 'develop', 2),
  repository('rep_a', 'https://git.example/acme/bridge', 'main', 1),
]
const ids = (search: Parameters<typeof chosenOf>[1], stars: string[] = []) =>
  chosenOf(ALL, search, new Set(stars)).map(({ RepositoryID }) => RepositoryID.slice(4))

test('of an address only what is meant is taken', () => {
  expect(repositoriesSearch({ q: 'x', order: 'name', starred: true, connect: 'https://a.example/b', other: 1 })).toEqual({
    q: 'x',
    order: 'name',
    starred: true,
    connect: 'https://a.example/b',
  })
  expect(repositoriesSearch({ q: 7, order: '<b>', starred: 'yes', connect: {} })).toEqual({ q: '7' })
  expect(repositoriesSearch({ connect: '' })).toEqual({ connect: '' })
  expect([repositorySearch({ tab: 'settings' }), repositorySearch({ tab: 'x' })]).toEqual([{ tab: 'settings' }, {}])
})
test('words find name, owner and branch; stars come first', () => {
  expect(ids({})).toEqual(['c', 'b', 'a'])
  expect(ids({ q: 'acme' })).toEqual(['b', 'a'])
  expect(ids({ q: 'ACME main' })).toEqual(['a'])
  expect(ids({ q: 'develop' })).toEqual(['b'])
  expect(ids({ order: 'name' })).toEqual(['a', 'c', 'b'])
  expect(ids({ order: 'owner' }, ['rep_c'])).toEqual(['c', 'a', 'b'])
  expect(ids({ starred: true }, ['rep_b'])).toEqual(['b'])
})
