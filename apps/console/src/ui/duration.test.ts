import { expect, test } from 'vitest'
import { duration } from './duration.ts'

test('durations are told in the units that people use for them', () => {
  expect([43, 957, 9_940, 59_999, 185_000, 7_440_000].map(duration)).toEqual(['0.04 s', '0.96 s', '9.9 s', '59 s', '3 min 5 s', '2 h 4 min'])
})
