import { expect, test } from 'vitest'
import { keyState } from './key-state.ts'
import { settingsSearch } from './sections.ts'

test('a key ends, and is marked a week before', () => {
  const now = 1_000_000_000
  expect([null, 999_999, 1_000_001, 1_000_000 + 8 * 86_400].map((until) => keyState(until, now))).toEqual(['valid', 'over', 'soon', 'valid'])
})
test('of an address of the settings only what is meant is taken', () => {
  expect(settingsSearch({ section: 'keys', days: '30', webhook: 'x' })).toEqual({ section: 'keys', days: 30 })
  expect(settingsSearch({ section: 'other', days: '-1' })).toEqual({})
})
