import { expect, test } from 'vitest'
import { asKeptRun, isWanted } from './run-kept.ts'

const kept = { buildId: 'bld_1', coreId: 'cor_1', askedAt: 1000 }

test('what a tab kept is a run or none, and what is missing has its plain meaning', () => {
  expect([null, 'x', {}, { buildId: 'bld_1' }, { ...kept, askedAt: 'x' }].map(asKeptRun)).toEqual(Array(5).fill(undefined))
  expect(asKeptRun(kept)).toMatchObject({ ...kept, arguments: '', dataSources: [], traces: [], discovered: false })
  expect(asKeptRun({ ...kept, taskId: 7 })).not.toHaveProperty('taskId')
})
test('a task that was made is shown whenever the tab comes back; one that was not is made a minute long', () => {
  const run = asKeptRun(kept)!
  expect([isWanted(run, 30_000), isWanted(run, 100_000), isWanted({ ...run, taskId: 'tsk_1' }, 1e12)]).toEqual([true, false, true])
})
