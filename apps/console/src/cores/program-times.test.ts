import { type Build, type Core, findCore, specOf, type Task } from '@credence/contract'
import { expect, test } from 'vitest'
import { buildsLike, programsOf, timeOn } from './program-times.ts'

const [small, large] = [findCore('C0-S+'), findCore('C0-L+')] as unknown as [Core, Core]
const build = (id: string, Code: string, core: Core): Build => ({
  BuildID: id,
  Owner: 'usr_1',
  Status: 'Completed',
  Application: { Type: 'SourceCode', SourceCode: { Code, Language: 'C', Arguments: '' } },
  BuildCoreSpecs: specOf(core),
})
const task = (ExecutionTimeInMilliseconds: number, Status: Task['Status'] = 'Completed') =>
  ({ Status, Stats: { ExecutionTimeInMilliseconds } }) as Task
const builds = [build('d', '// Oil', large), build('c', '// Sum', small), build('b', '// Oil', small), build('a', '// Oil', small)]

test('programs are named once, by their latest build or the one that was chosen', () => {
  expect(programsOf(builds, undefined)).toEqual([
    { id: 'd', name: 'Oil' },
    { id: 'c', name: 'Sum' },
  ])
  expect(programsOf(builds, 'b').map(({ id }) => id)).toEqual(['b', 'c'])
  expect([buildsLike(builds, 'b').map(({ BuildID }) => BuildID), buildsLike(builds, 'gone')]).toEqual([['d', 'b', 'a'], []])
})
test('a core has the median of the tasks that completed on it, of all builds of the program', () => {
  const like = buildsLike(builds, 'd')
  const tasks = [[task(40)], [task(3), task(900, 'Stopped')], [task(1), task(5)]]
  expect(timeOn(small, like, tasks)).toEqual({ milliseconds: 3, runs: 3 })
  expect(timeOn(large, like, tasks)).toEqual({ milliseconds: 40, runs: 1 })
  expect(timeOn(findCore('C0-Bypass') as unknown as Core, like, tasks)).toBeUndefined()
})
