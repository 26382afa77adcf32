import { expect, test } from 'vitest'
import { countsOf } from './suites.ts'

test('the last line of counts is the one that holds', () => {
  expect(countsOf('3 passed, 0 failed\n5 passed, 1 failed, 2 skipped\n', 1)).toEqual({ passed: 5, failed: 1, skipped: 2 })
})

test('a run that printed no counts has failed', () => {
  expect(countsOf('Segmentation fault\n', 139)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('a run that ended badly has failed, whatever it counted', () => {
  expect(countsOf('5 passed, 0 failed\n', 1)).toEqual({ passed: 5, failed: 1, skipped: 0 })
})
