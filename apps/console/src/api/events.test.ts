import { expect, test } from 'vitest'
import { replacedIn, statusOf, withFreshTop, withStatus } from './events.ts'

test('statuses of feeds are shown as REST spells them', () => {
  expect((['Accepted', 'Initializing', 'In Progress', 'Failed', 'Stopped'] as const).map(statusOf)).toEqual([
    'Accepted',
    'Initialising',
    'In Progress',
    'Stopped',
    'Stopped',
  ])
})
test('an event that is older than what was fetched changes nothing', () => {
  const task = { TaskID: 'a', Status: 'Completed', UpdatedAt: 20 } as const
  expect(withStatus<{ Status: 'Completed' | 'In Progress'; UpdatedAt: number }>(task, 'In Progress', 10)).toBe(task)
  expect(withStatus<{ Status: 'Completed' | 'Cancelled'; UpdatedAt: number }>(task, 'Cancelled', 30)).toMatchObject({
    Status: 'Cancelled',
    UpdatedAt: 30,
  })
})
test('an object is replaced on its page, and other lists stay the same object', () => {
  const list = { pages: [{ Tasks: [{ TaskID: 'a', Status: 'Accepted' }, { TaskID: 'b' }] }, { Tasks: [] }], pageParams: [] }
  const changed = replacedIn(
    list,
    'Tasks',
    ({ TaskID }) => TaskID === 'a',
    (task: object) => ({ ...task, Status: 'Completed' }),
  )
  expect(changed.pages[0]?.Tasks[0]).toEqual({ TaskID: 'a', Status: 'Completed' })
  expect(changed.pages[1]).toBe(list.pages[1])
  expect(
    replacedIn(
      list,
      'Tasks',
      ({ TaskID }) => TaskID === 'c',
      () => ({}),
    ),
  ).toBe(list)
})

test('the first page fetched anew brings what is new, takes what is gone, and leaves what lies further down', () => {
  const task = (TaskID: string, Status = 'Completed') => ({ TaskID, Status })
  const page = (...Tasks: object[]) => ({ Tasks })
  const list = { pages: [page(task('c', 'In Progress'), task('b')), page(task('a'), task('9'))], pageParams: [undefined, 'b'] }
  const next = withFreshTop(list, page(task('d'), task('c')), 'Tasks', 'TaskID')
  expect(next.pages).toEqual([page(task('d'), task('c'), task('b')), page(task('a'), task('9'))])
  expect(next.pages[1]).toBe(list.pages[1])
  expect(withFreshTop(list, page(task('c'), task('a')), 'Tasks', 'TaskID').pages).toEqual([page(task('c'), task('a')), page(task('9'))])
  expect(withFreshTop(list, page(task('z')), 'Tasks', 'TaskID')).toEqual({ pages: [page(task('z'))], pageParams: [undefined] })
})
