// What a task's figures look like on a terminal.
import { expect, test } from 'vitest'
import { pathsShown } from './tasks.ts'

test('paths are told with their runs, and with the shares that were not followed as they should be', () => {
  const all = { Count: 2, Runs: 3, Followed: 1, ByMajority: 0, Endless: 0 }
  expect(pathsShown(all)).toBe('2 in 3 runs')
  expect(pathsShown({ ...all, Followed: 0.7, Endless: 0.3 })).toBe('2 in 3 runs; 30 % of the samples did not end')
  expect(pathsShown({ ...all, Followed: 0.5, ByMajority: 0.1251, Endless: 0.25 })).toBe(
    '2 in 3 runs; 25 % of the samples not followed; 13 % of the samples decided by the majority; 25 % of the samples did not end',
  )
})
