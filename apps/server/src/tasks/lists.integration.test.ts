// Lists of builds and tasks, page by page, and answers that have not changed.

import { DEFAULT_CORES, valuesOf } from '@credence/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPlatformAlone, type PlatformAlone } from '../testing/platform.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses as they come
type Json = any
const VALUES = valuesOf(DEFAULT_CORES[0]!)
let platform: PlatformAlone
beforeAll(async () => {
  platform = await openPlatformAlone()
})
afterAll(() => platform?.close())

test('lists go page by page, newest first, and stay stable under inserts', async () => {
  const buildId = await platform.build('exit 0')
  const made: string[] = []
  for (let count = 0; count < 30; count++) made.push(await platform.task(buildId))
  const first = (await platform.call('GET', `/builds/${buildId}/tasks`)).json
  expect(first).toMatchObject({ BuildID: buildId, Count: 25 })
  await platform.task(buildId)
  const second = (await platform.call('GET', `/builds/${buildId}/tasks?startKey=${first.ContinuationKey}`)).json
  expect(second.ContinuationKey).toBeUndefined()
  const listed = [...first.Tasks, ...second.Tasks].map(({ TaskID }: { TaskID: string }) => TaskID)
  expect(listed).toEqual(made.toReversed())
  const times = [...first.Tasks, ...second.Tasks].map(({ CreatedAt }: { CreatedAt: number }) => CreatedAt)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  const oldest = second.Tasks.at(-1)
  const range = (await platform.call('GET', `/tasks?to=${oldest.CreatedAt}&from=${new Date(oldest.CreatedAt).toISOString()}`)).json
  expect(range.Tasks.map(({ TaskID }: { TaskID: string }) => TaskID)).toContain(oldest.TaskID)
  await platform.until(`/tasks/${oldest.TaskID}`, 'Completed')
  const filtered = (await platform.call('GET', '/tasks?status=Completed&status=Stopped')).json
  expect(filtered.Tasks.every(({ Status }: { Status: string }) => ['Completed', 'Stopped'].includes(Status))).toBe(true)
  expect((await platform.call('GET', '/tasks?startKey=nonsense')).json.message).toBe("Missing or malformed 'startKey' field")
  expect((await platform.call('GET', '/tasks?from=tuesday')).json.message).toBe("Missing or malformed 'from' field")
})
test.each([
  ['/cores', { ...VALUES, Name: 'core' }, 'CoreID', ({ Cores }: Json) => Cores.map(({ CoreID }: Json) => CoreID)],
  ['/keys', { Name: 'key', ValidUntil: null }, 'KeyID', ({ Keys }: Json) => Keys.map(({ KeyID }: Json) => KeyID)],
  ['/buckets', { Name: 'bucket', Account: 'account' }, 'BucketID', ({ bucket_ids }: Json) => bucket_ids],
  ['/drives', { Name: 'drive', DataSources: [] }, 'DriveID', ({ drive_ids }: Json) => drive_ids],
  ['/things', { Name: 'thing' }, 'ThingID', ({ things }: Json) => things.map(({ ThingID }: Json) => ThingID)],
])('what is made within a second is listed newest first: %s', async (path, body, id, idsOf) => {
  const made: string[] = []
  for (let count = 0; count < 8; count++) made.push((await platform.call('POST', path, { body })).json[id])
  expect(idsOf((await platform.call('GET', path)).json).slice(0, made.length)).toEqual(made.toReversed())
})
test('a page begins behind an id as behind its key, and a key of another list is refused', async () => {
  const [one, two] = [await platform.build('exit 0'), await platform.build('exit 0')]
  const tasks: string[] = []
  for (let count = 0; count < 27; count++) tasks.unshift(await platform.task(one))
  const other = await platform.task(two)
  const listed = async (path: string) => (await platform.call('GET', path)).json
  const { ContinuationKey } = await listed(`/builds/${one}/tasks`)
  const rest = (await listed(`/builds/${one}/tasks?startKey=${ContinuationKey}`)).Tasks
  expect(rest.map(({ TaskID }: { TaskID: string }) => TaskID)).toEqual(tasks.slice(25))
  expect((await listed(`/builds/${one}/tasks?startKey=${tasks[24]}`)).Tasks).toEqual(rest)
  expect((await listed(`/tasks?startKey=${other}`)).Tasks[0].TaskID).toBe(tasks[0])
  expect((await listed(`/builds?startKey=${two}`)).Builds[0].BuildID).toBe(one)
  const all = (await listed('/tasks')).ContinuationKey
  const strange = `tsk_${'f'.repeat(32)}`
  for (const [path, key] of [
    ['/tasks', ContinuationKey],
    [`/builds/${two}/tasks`, ContinuationKey],
    [`/builds/${one}/tasks`, all],
    [`/builds/${two}/tasks`, tasks[24]],
    [`/builds/${one}/tasks`, one],
    ['/builds', tasks[0]],
    ['/builds', all],
    ['/cores', all],
    ['/tasks', strange],
    ['/tasks', `1-${one}`],
  ])
    expect([path, key, (await platform.call('GET', `${path}?startKey=${key}`)).json.message]).toEqual([
      path,
      key,
      "Missing or malformed 'startKey' field",
    ])
  const stranger = await platform.account()
  expect((await platform.call('GET', `/tasks?startKey=${other}`, { as: stranger })).status).toBe(400)
})
test('an unchanged build or task is answered with 304', async () => {
  const buildId = await platform.build('exit 0')
  const { headers } = await platform.call('GET', `/builds/${buildId}`)
  const again = await platform.call('GET', `/builds/${buildId}`, { headers: { 'if-none-match': headers['etag']! } })
  expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', headers['etag']])
})
test('a name is given with a task or build or later, in any status, and taken away by an empty one', async () => {
  const { call } = platform
  const BuildID = await platform.build('exit 0')
  const { TaskID } = (await call('POST', `/builds/${BuildID}/tasks`, { body: { Name: 'first' } })).json
  await platform.until(`/tasks/${TaskID}`, 'Completed')
  const before = await call('GET', `/tasks/${TaskID}`)
  expect(before.json.Name).toBe('first')
  for (const path of [`/tasks/${TaskID}`, `/builds/${BuildID}`]) {
    expect((await call('PATCH', path, { body: { Name: 'Müller, cold' } })).json.Name).toBe('Müller, cold')
    expect([
      (await call('PATCH', path, { body: {} })).json.message,
      (await call('PATCH', path, { body: { Name: 'x'.repeat(201) } })).json.message,
    ]).toEqual(['Nothing to update', "Missing or malformed 'Name' field: at most 200 characters"])
    expect((await call('PATCH', path, { body: { Name: 'x' }, as: await platform.account() })).status).toBe(404)
  }
  expect((await call('GET', '/tasks')).json.Tasks[0]).toMatchObject({ TaskID, Name: 'Müller, cold', Status: 'Completed' })
  expect((await call('GET', `/tasks/${TaskID}`, { headers: { 'if-none-match': before.headers['etag']! } })).status).toBe(200)
  expect((await call('PATCH', `/tasks/${TaskID}`, { body: { Name: '' } })).json).not.toHaveProperty('Name')
})
test('a list is as long as it is asked to be, and names its tasks without showing them where that is enough', async () => {
  const { call, owner } = platform
  const BuildID = await platform.build('exit 0')
  const made = []
  for (let i = 0; i < 4; i++) made.push(await platform.task(BuildID))
  const list = async (query: string) => (await call('GET', `/builds/${BuildID}/tasks?${query}`)).json
  const first = await list('limit=3&noexpand=true')
  for (const task of first.Tasks) expect(task).toEqual({ TaskID: expect.any(String), Owner: owner.userId, CreatedAt: expect.any(Number) })
  expect(first).toMatchObject({ BuildID, Count: 3 })
  const rest = await list(`limit=3&startKey=${first.ContinuationKey}`)
  expect(rest.Tasks).toMatchObject([{ Status: expect.any(String) }])
  expect([...first.Tasks, ...rest.Tasks].map(({ TaskID }) => TaskID).toSorted()).toEqual(made.toSorted())
  expect(rest.ContinuationKey).toBeUndefined()
  for (const [bad, wanted] of [
    ['limit=26', '25 without noexpand'],
    ...['limit=0', 'limit=501&noexpand=true', 'limit=x', 'limit=1e1', 'limit=0x5', 'limit=%205', 'limit=%2B5', 'limit='].map((query) => [
      query,
      '500',
    ]),
  ])
    expect((await call('GET', `/tasks?${bad}`)).json.message).toBe(`Missing or malformed 'limit' field: an integer from 1 to ${wanted}`)
  expect((await call('GET', '/builds?limit=500&noexpand=true')).json.Builds[0]).toEqual({
    BuildID: expect.any(String),
    Owner: owner.userId,
    CreatedAt: expect.any(Number),
  })
})
