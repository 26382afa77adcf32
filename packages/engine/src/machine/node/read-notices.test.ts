// What the process of a run says of its decisions is taken only as an honest one sends it.
import { expect, test } from 'vitest'
import { MOST_NOTICES } from '../../notices.ts'
import { readNotices } from './read-notices.ts'

const place = { kind: 'comparison', file: 'main.c', line: 3, function: 'f', count: 2, evaluations: 4, share: 0.5, estimated: true, text: 'words' }
const notices = { places: [place], more: 1, meaning: 'so', page: 'executions' }

test('what was sent is read, with what may be absent and without', () => {
  expect(readNotices(JSON.parse(JSON.stringify(notices)))).toEqual(notices)
  const { file, line, function: name, evaluations, ...least } = place
  expect(readNotices({ ...notices, places: [least] })).toEqual({ ...notices, places: [least] })
})
test('fields that nobody knows are dropped', () => {
  expect(readNotices({ ...notices, extra: 1, places: [{ ...place, html: '<b>' }] })).toEqual(notices)
})
test.each([
  ['nothing', undefined],
  ['no places', { more: 0, meaning: '' }],
  ['too many places', { ...notices, places: Array.from({ length: MOST_NOTICES + 1 }, () => place) }],
  ['a negative number of others', { ...notices, more: -1 }],
  ['no meaning', { places: [], more: 0, page: 'branches' }],
  ['another page', { places: [], more: 0, meaning: 'so', page: 'toString' }],
  ['a kind that does not exist', { ...notices, places: [{ ...place, kind: 'other' }] }],
  ['a share above 1', { ...notices, places: [{ ...place, share: 1.5 }] }],
  ['a count that is none', { ...notices, places: [{ ...place, count: '2' }] }],
  ['a text without end', { ...notices, places: [{ ...place, text: 'x'.repeat(100_000) }] }],
  ['a place that is null', { ...notices, places: [null] }],
])('%s is refused', (_, sent) => {
  expect(() => readNotices(sent)).toThrow(/^runner: /)
})
