import { expect, test } from 'vitest'
import {
  FEED_SPELLING,
  feedMessage,
  isActive,
  isStatus,
  isTerminal,
  mayFollow,
  mayPrecede,
  NEXT,
  STATUSES,
  transitionMessage,
  transitionReason,
} from './status.ts'

test('exactly Completed, Cancelled and Stopped are final', () => {
  expect(STATUSES.filter(isTerminal)).toEqual(['Completed', 'Cancelled', 'Stopped'])
})
test('a status waits, is active or is final, and only one of these', () => {
  for (const status of STATUSES) expect([status === 'Accepted', isActive(status), isTerminal(status)].filter(Boolean)).toHaveLength(1)
})
test('what may precede is the inverse of what may follow', () => {
  for (const to of STATUSES) for (const from of STATUSES) expect(mayPrecede(to).includes(from)).toBe(mayFollow(from, to))
  expect(mayPrecede('Completed')).toEqual(['In Progress'])
  expect(mayPrecede('Cancelled')).toEqual(['Accepted', 'Initialising', 'In Progress', 'Rescheduled'])
})
test('what has begun can be given back until it ends, and what was given back begins anew or ends without', () => {
  expect(mayPrecede('Rescheduled')).toEqual(['Initialising', 'In Progress'])
  expect(mayPrecede('Initialising')).toEqual(['Accepted', 'Rescheduled'])
  expect(mayPrecede('In Progress')).toEqual(['Initialising'])
  expect(mayPrecede('Stopped')).toEqual(['Initialising', 'In Progress', 'Rescheduled'])
})
test('every status but the first is reached, and every one leads to an end', () => {
  const reached = new Set(Object.values(NEXT).flat())
  expect(STATUSES.filter((status) => !reached.has(status as never))).toEqual(['Accepted'])
  for (const status of STATUSES) expect(isTerminal(status) || mayFollow(status, 'Cancelled')).toBe(true)
})
test('a reason is read back from its message', () => {
  expect(transitionReason(transitionMessage('Task', 'tsk_0', 'Stopped', 'exit code 3'))).toBe('exit code 3')
  expect(transitionReason(transitionMessage('Task', 'tsk_0', 'Completed'))).toBe('')
  expect(transitionReason('Task accepted.')).toBe('Task accepted.')
})
test('histories and feeds spell the second status with z', () => {
  expect(FEED_SPELLING.Initialising).toBe('Initializing')
  expect(isStatus('Initializing')).toBe(false)
  expect(transitionMessage('Task', 'tsk_0', 'Accepted')).toBe('Task accepted.')
  expect(transitionMessage('Task', 'tsk_0', 'Initialising')).toBe("StatusController: Set Task tsk_0 status as 'Initializing'")
  expect(transitionMessage('Build', 'bld_0', 'Stopped', 'exit code 3')).toBe("StatusController: Set Build bld_0 status as 'Stopped': exit code 3")
  expect(feedMessage('Task', 'In Progress')).toBe('Task running.')
})
