import { type Build, findCore, NEXT, type Status, specOf, type Task } from '@credence/contract'
import { expect, test } from 'vitest'
import { buildRow, coreNameOf, durationText, nameOf, rowsCsv, taskRow } from '../programs/rows.ts'
import { JOB_ACTIONS, pageActions, refusalOf, rowActions } from './actions.ts'
import { forEachRow } from './bulk.ts'
import { hasFilter, matches, queryOf, tasksSearch } from './filters.ts'
import { partsOf } from './timeline.ts'

const STATUSES = Object.keys(NEXT) as Status[]
const build = (change: Partial<Build> = {}): Build => ({
  BuildID: 'bld_1',
  Owner: 'usr_1',
  Status: 'Completed',
  Application: { Type: 'SourceCode', SourceCode: { Code: '// Viscosity\nint main() {}', Language: 'C', Arguments: '' } },
  BuildCoreSpecs: specOf(findCore('C0-M+')!),
  CreatedAt: 5,
  ...change,
})
const task = (change: Partial<Task> = {}): Task => ({
  TaskID: 'tsk_1',
  BuildID: 'bld_1',
  Owner: 'usr_1',
  Status: 'Stopped',
  StatusTransitions: [{ Status: 'Stopped', Timestamp: 9, Message: "StatusController: Set Task tsk_1 status as 'Stopped': exit code 3" }],
  DataSources: [],
  CreatedAt: 1000,
  UpdatedAt: 3000,
  StartedAt: 1500,
  FinishedAt: 2750,
  IsPublic: false,
  SmallOutput: null,
  ...change,
})

test('the address keeps statuses, times and words, and drops what is none of them', () => {
  const given = { status: ['Stopped', 'Nonsense'], from: 'day', to: '2026-01-02T00:00:00Z', text: 'a', core: '', show: 'builds', evil: 1 }
  expect(tasksSearch(given)).toEqual({ show: 'builds', status: ['Stopped'], from: 'day', to: '2026-01-02T00:00:00Z', text: 'a' })
  expect(tasksSearch({ status: 'Completed', from: 'never' })).toEqual({ status: ['Completed'] })
  expect([hasFilter({ show: 'builds' }), hasFilter({ text: 'a' })]).toEqual([false, true])
})
test('a span is counted back from the present minute', () => {
  expect(queryOf({ status: ['Stopped'], from: 'hour' }, Date.parse('2026-01-02T03:04:59Z'))).toEqual({
    status: ['Stopped'],
    from: '2026-01-02T02:04:00.000Z',
  })
})
test('a row names the program, the core as it is known, how long it took and why it stopped', () => {
  expect(taskRow(task(), build())).toMatchObject({ name: 'Viscosity', core: 'C0-M+', milliseconds: 1250, reason: 'exit code 3' })
  expect(coreNameOf({ ...specOf(findCore('C0-M+')!), Precision: 100 })).toBe('Athens 100')
  const Repository = { RemoteURL: 'https://host/ada/oil.git' } as never
  expect(nameOf(build({ Application: { Type: 'Repository', Repository } }))).toBe('ada/oil')
  expect(buildRow(build())).toMatchObject({ id: 'bld_1', createdAt: 5 })
  expect([
    taskRow(task({ Name: 'cold' }), build({ Name: 'oil' })),
    taskRow(task(), build({ Name: 'oil' })),
    buildRow(build({ Name: 'oil' })),
  ]).toMatchObject([{ name: 'cold' }, { name: 'oil' }, { name: 'oil' }])
})
test('words filter by name, arguments, id and core', () => {
  const row = taskRow(task({ Arguments: '-S 3', Name: 'Cold room' }), build())
  expect(
    [{ text: 'VISC' }, { text: 'cold' }, { text: '-s' }, { text: 'tsk' }, { core: 'm+' }, { text: 'oil' }, { core: 'XS' }].map((search) =>
      matches(search, row),
    ),
  ).toEqual([true, true, true, true, true, false, false])
})
test('durations are in the unit that people would say', () => {
  expect([undefined, 12.4, 2500, 125_000].map(durationText)).toEqual(['–', '12 ms', '2.5 s', '2 min 5 s'])
})
test('the table for other programs quotes what needs it', () => {
  const name = 'a,"b"'
  expect(rowsCsv([{ ...taskRow(task(), build()), name }]).split('\r\n')[1]).toBe('tsk_1,Stopped,"a,""b""",C0-M+,,1970-01-01T00:00:01.000Z,1250,')
})

test('what is allowed follows from the status: only what waits or is active is cancelled, only what is not active deleted, only what ended run again', () => {
  const allowed = (id: string) =>
    STATUSES.filter((status) => refusalOf(JOB_ACTIONS.task.rows.find((action) => action.id === id)!, status) === undefined)
  expect(allowed('cancel')).toEqual(['Accepted', 'Initialising', 'In Progress', 'Rescheduled'])
  expect(allowed('delete')).toEqual(['Accepted', 'Completed', 'Cancelled', 'Stopped'])
  expect(allowed('again')).toEqual(['Completed', 'Cancelled', 'Stopped'])
  expect(rowActions('build').map(({ id }) => id)).toEqual(['open', 'sweep', 'edit', 'rename', 'cancel', 'delete'])
  expect(pageActions('task').map(({ id }) => id)).toEqual(['again', 'changed', 'compare', 'reference', 'sweep', 'edit', 'cancel', 'delete'])
})
test('of many rows those that fail keep their reasons, and the others are done', async () => {
  const seen: number[] = []
  const refuse = async (id: string) => {
    if (id === 'b') throw new Error('active')
  }
  const { done, failed } = await forEachRow(['a', 'b', 'c'], refuse, (count) => seen.push(count))
  expect([done.toSorted(), [...failed], seen.at(-1)]).toEqual([['a', 'c'], [['b', 'active']], 3])
})
test('the line of a life has its parts by time; what takes nearly all of it is folded; a moved one has another attempt', () => {
  const at = (Status: Status, Timestamp: number) => ({ Status, Timestamp, Message: '' })
  const parts = partsOf(
    [
      at('Accepted', 0),
      at('Initialising', 10),
      at('In Progress', 20),
      at('Rescheduled', 30),
      at('Initialising', 40),
      at('In Progress', 50),
      at('Completed', 10_000),
    ],
    0,
  )
  expect(parts.map(({ did, milliseconds, attempt, isFolded }) => [did, milliseconds, attempt, isFolded])).toEqual([
    ['waited', 10, 1, false],
    ['initialised', 10, 1, false],
    ['ran', 10, 1, false],
    ['was moved', 10, 2, false],
    ['initialised', 10, 2, false],
    ['ran', 9950, 2, true],
  ])
  expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12)
  expect(partsOf([at('Accepted', 100)], 350)[0]?.milliseconds).toBe(250)
})
