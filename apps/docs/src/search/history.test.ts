import { RECORDS } from '@credence/search/testing'
import { expect, test } from 'vitest'
import { favour, forget, LIMITS, load, type Remembered, remember, type SavedSearches, save, shownRecents } from './history.ts'

const item = (name: string): Remembered => ({ ...RECORDS[0], objectID: name, url: `/${name}/` })
const NOTHING: SavedSearches = { recents: [], favourites: [] }
const many = (count: number, act: typeof remember) => Array.from({ length: count }, (_, n) => item(`p${n}`)).reduce(act, NOTHING)
const ids = (list: readonly Remembered[]) => list.map(({ objectID }) => objectID)

test('seven recent searches are kept, the newest first', () => {
  expect(ids(many(9, remember).recents)).toEqual(['p8', 'p7', 'p6', 'p5', 'p4', 'p3', 'p2'])
})
test('four recent searches are shown beside favourites, seven without', () => {
  const saved = many(9, remember)
  expect(shownRecents(saved)).toHaveLength(7)
  expect(ids(shownRecents(favour(saved, item('star'))))).toEqual(['p8', 'p7', 'p6', 'p5'])
})
test('ten favourites are kept', () => {
  const saved = many(12, favour)
  expect(saved.favourites).toHaveLength(LIMITS.favourites)
  expect(saved.favourites[0]?.objectID).toBe('p11')
})
test('a search done again moves to the front', () => {
  expect(ids(remember(remember(remember(NOTHING, item('a')), item('b')), item('a')).recents)).toEqual(['a', 'b'])
})
test('a favourite leaves the recents and does not come back there', () => {
  const saved = favour(remember(NOTHING, item('a')), item('a'))
  expect([ids(saved.recents), ids(saved.favourites)]).toEqual([[], ['a']])
  expect(remember(saved, item('a'))).toBe(saved)
})
test('what is forgotten is in neither list', () => {
  expect(forget(favour(remember(NOTHING, item('a')), item('b')), 'b')).toEqual({
    recents: [expect.objectContaining({ objectID: 'a' })],
    favourites: [],
  })
})
test('saved searches are read back, under the keys of DocSearch', () => {
  const storage = fakeStorage()
  const saved = favour(many(3, remember), item('star'))
  save(storage, saved)
  expect(load(storage)).toEqual(saved)
  expect([...storage.keys]).toEqual(['__DOCSEARCH_RECENT_SEARCHES__credence', '__DOCSEARCH_FAVORITE_SEARCHES__credence'])
})
test('a record keeps only what is shown of it', () => {
  expect(Object.keys(remember(NOTHING, RECORDS[0]).recents[0] ?? {}).sort()).toEqual(['hierarchy', 'objectID', 'type', 'url'])
})
test('without storage, or with a broken one, nothing is remembered and nothing fails', () => {
  const broken = { getItem: () => '{not json', setItem: () => throwQuota() }
  expect(load(undefined)).toEqual(NOTHING)
  expect(load(broken)).toEqual(NOTHING)
  expect(() => save(broken, many(1, remember))).not.toThrow()
  expect(load({ getItem: () => '[{"objectID":1},null,{"url":"/"}]' })).toEqual(NOTHING)
})

function throwQuota(): never {
  throw new Error('QuotaExceededError')
}
function fakeStorage(): Pick<Storage, 'getItem' | 'setItem'> & { keys: Set<string> } {
  const values = new Map<string, string>()
  const keys = new Set<string>()
  return {
    keys,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => {
      keys.add(key)
      values.set(key, value)
    },
  }
}
