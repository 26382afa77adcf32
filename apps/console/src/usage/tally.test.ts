import type { Build, Task } from '@credence/contract'
import { findCore, specOf } from '@credence/contract'
import { expect, test } from 'vitest'
import { largest, tallyOf } from './tally.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 2, 10, 12)
const build = (id: string, code: string | undefined, core: string, at: number) =>
  ({
    BuildID: id,
    Application: code ? { SourceCode: { Code: code } } : { Repository: { RemoteURL: 'https://host/ada/oil.git' } },
    BuildCoreSpecs: specOf(findCore(core)!),
    CreatedAt: at,
    Stats: { BuildTimeInMilliseconds: 10 },
  }) as unknown as Build
const task = (BuildID: string, at: number) =>
  ({ BuildID, CreatedAt: at, Stats: { DynamicInstructions: 100, ExecutionTimeInMilliseconds: 5 } }) as unknown as Task

test('each task counts for its program, its core and its day, also where its build is older than the range', () => {
  const builds = [build('b1', '// Heat', 'C0-S+', NOW), build('b2', undefined, 'C0-M+', NOW)]
  const old = build('b0', '// Heat', 'C0-M+', NOW - 40 * DAY)
  const tasks = [task('b1', NOW), task('b1', NOW), task('b2', NOW - DAY), task('b0', NOW), task('gone', NOW), task('b1', NOW - 40 * DAY)]
  const { days, groups } = tallyOf(tasks, builds, [old], NOW - 6 * DAY, NOW)
  expect(days.map((day) => day.tasks)).toEqual([0, 0, 0, 0, 0, 1, 4])
  expect(largest(groups.program, 'tasks').map(({ name, tasks: count }) => [name, count])).toEqual([
    ['Heat', 3],
    ['', 1],
  ])
  expect(largest(groups.repository, 'tasks')[0]).toMatchObject({ name: 'ada/oil', tasks: 1, builds: 1, buildMs: 10 })
  expect(largest(groups.core, 'instructions').map(({ name, instructions }) => [name, instructions])).toEqual([
    ['C0-M+', 200],
    ['C0-S+', 200],
    ['', 100],
  ])
})
test('at most ten are named, the largest first', () => {
  const builds = Array.from({ length: 12 }, (_, i) => build(`b${i}`, `// P${i}`, 'C0-S+', NOW))
  const tasks = builds.flatMap(({ BuildID }, i) => Array.from({ length: i }, () => task(BuildID, NOW)))
  const { groups } = tallyOf(tasks, builds, [], NOW - DAY, NOW)
  const top = largest(groups.program, 'tasks')
  expect([top.length, top[0]?.name, top.at(-1)?.name]).toEqual([10, 'P11', 'P2'])
})
