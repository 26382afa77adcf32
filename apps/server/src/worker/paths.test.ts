// How paths were followed reaches the figures of a task, as the document has it.
import { TaskStats } from '@credence/contract'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { pathsOf } from './paths.ts'

test('a run of one path adds nothing', () => {
  expect(pathsOf(undefined)).toEqual({})
})
test('counts of samples become shares of all', () => {
  const { Paths } = pathsOf({ paths: 6, runs: 11, all: 4096, samples: 3072, outvoted: 1024, endless: 512 })
  expect(Paths).toEqual({ Count: 6, Runs: 11, Followed: 0.75, ByMajority: 0.25, Endless: 0.125 })
  expect(Value.Check(TaskStats.properties.Paths, Paths)).toBe(true)
})
