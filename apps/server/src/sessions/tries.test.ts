import { LIMITS } from '@credence/contract'
import { expect, test } from 'vitest'
import { openTries } from './tries.ts'

const { free, firstSeconds, mostSeconds, forgetSeconds } = LIMITS.session.failures

test('pauses double with each failure, up to the longest, and end with a success or with time', () => {
  let clock = 0
  const tries = openTries(() => clock)
  for (let i = 1; i < free; i++) tries.failed('Ada', 'n')
  expect(tries.wait('ada', 'n')).toBe(0)
  tries.failed('ada', 'n')
  expect(tries.wait('ADA', 'n')).toBe(firstSeconds)
  expect([tries.wait('ada', 'other'), tries.wait('bob', 'n')]).toEqual([0, 0])
  tries.failed('ada', 'n')
  expect(tries.wait('ada', 'n')).toBe(firstSeconds * 2)
  for (let i = 0; i < 20; i++) tries.failed('ada', 'n')
  expect(tries.wait('ada', 'n')).toBe(mostSeconds)
  clock += (forgetSeconds + 1) * 1000
  tries.failed('ada', 'n')
  expect(tries.wait('ada', 'n')).toBe(0)
  for (let i = 0; i < free; i++) tries.failed('ada', 'n')
  tries.succeeded('ada', 'n')
  expect(tries.wait('ada', 'n')).toBe(0)
})
