// What a run noticed reaches the figures of its task whole, within what the document says.
import { LIMITS, TaskNotice } from '@credence/contract'
import { MOST_NOTICES } from '@credence/engine'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { noticesOf } from './notices.ts'

const place = {
  kind: 'conversion',
  file: 'src/main.c',
  line: 7,
  function: 'step',
  count: 2,
  evaluations: 9,
  share: 0.25,
  estimated: false,
  text: 'words',
} as const

test('a run without notices adds nothing', () => {
  expect(noticesOf(undefined)).toEqual({})
})
test('each field has its place', () => {
  const { Notices, MoreNotices } = noticesOf({
    places: [place, { kind: 'tail', count: 1, share: 0, estimated: true, text: 'few' }],
    more: 3,
    meaning: 'so',
    page: 'branches',
  })
  expect(Notices).toEqual([
    { Kind: 'Conversion', File: 'src/main.c', Line: 7, Function: 'step', Count: 2, Evaluations: 9, Share: 0.25, Estimated: false, Text: 'words' },
    { Kind: 'Tail', Count: 1, Share: 0, Estimated: true, Text: 'few' },
  ])
  expect(MoreNotices).toBe(3)
  for (const notice of Notices!) expect(Value.Check(TaskNotice, notice)).toBe(true)
})
test('a run lists as many as the document allows', () => {
  expect(MOST_NOTICES).toBe(LIMITS.notices)
})
