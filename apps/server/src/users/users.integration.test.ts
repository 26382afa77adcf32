import { ERROR_EXAMPLES, type Key } from '@credence/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platform.ts'
import { addAccesses } from './queries.ts'

const CREDENCE_LOGO_URL = 'https://pictures.example/logo.svg'
let server: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  server = await openTestDatabase()
  platform = await openTestPlatform(server, { env: { CREDENCE_LOGO_URL } })
})
afterAll(async () => {
  await platform.close()
  await server.close()
})
const PATCH = (as: { userId: string; key: string }, body: unknown) => platform.call('PATCH', '/users/me', { as, body })
const rows = async (sql: string, ...values: unknown[]) => (await platform.database.query<{ n: number }>({ text: sql, values })).rows[0]!.n

test('preferences change one by one, unknown ones are kept, null removes one, and read-only fields are never written', async () => {
  const as = await platform.account()
  const first = await PATCH(as, { Preferences: { PlatformTheme: 'dark', 'My own': { deep: [1, null] }, UpdatedAt: 5 }, UserID: 'usr_0', Owner: 'x' })
  expect(first).toMatchObject({ status: 200, json: { Preferences: { PlatformTheme: 'dark', 'My own': { deep: [1, null] } } } })
  expect(first.json.Preferences.UpdatedAt).toBeGreaterThan(1_700_000_000)
  await PATCH(as, { Preferences: { Editor_Theme: 'light', PlatformTheme: null } })
  const { json: user } = await platform.call('GET', '/users/me', { as })
  expect(user.Preferences).toEqual({ Editor_Theme: 'light', 'My own': { deep: [1, null] }, UpdatedAt: expect.any(Number) })
  expect(user.UserID).toBe(as.userId)
})
test('an update is refused that changes nothing, names no text where one belongs, is too large, or takes the name of another', async () => {
  const [as, other] = [await platform.account(), await platform.account()]
  const { Username } = (await platform.call('GET', '/users/me', { as: other })).json
  const cases: [unknown, keyof typeof ERROR_EXAMPLES | string][] = [
    [{}, 'Nothing to update'],
    [{ UserID: 'usr_1' }, 'Nothing to update'],
    [{ Preferences: 7 }, "Missing or malformed 'Preferences' field"],
    [{ Preferences: { Editor_Theme: 7 } }, "Missing or malformed 'Editor_Theme' field"],
    [{ Username: 'nobody' }, "Missing or malformed 'Username' field"],
    [{ Preferences: { mine: 'x'.repeat(1_000_001) } }, "The 'Preferences' field is larger than 1000000 bytes"],
  ]
  for (const [body, message] of cases) expect(await PATCH(as, body)).toMatchObject({ status: 400, json: { error: 'Bad Request', message } })
  expect(await PATCH(as, undefined)).toMatchObject({ status: 400, json: { message: 'Empty request body' } })
  expect(await PATCH(as, { Username: Username.toUpperCase() })).toMatchObject({ status: 409, json: ERROR_EXAMPLES.usernameTaken.toJSON() })
  expect((await PATCH(as, { Username: 'ada@example.com' })).status).toBe(200)
  expect((await platform.call('GET', `/users/${as.userId}`, { as })).json.Username).toBe('ada@example.com')
})
test('the log tells what happened to the account, newest first, within a time', async () => {
  const as = await platform.account()
  const began = Date.now()
  const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  await platform.call('POST', '/keys', { as, body: { Name: 'k', ValidUntil: null }, headers: agent })
  await PATCH(as, { Username: `log-${began}@example.com` })
  const { json } = await platform.call('GET', '/users/me/logs', { as })
  expect(json.logs.map(({ eventType }: { eventType: string }) => eventType)).toEqual(['UsernameChanged', 'KeyCreated'])
  // Of the two keys one was used: to the minute, and written some seconds later.
  const uses = async () => (await platform.call('GET', '/keys', { as })).json.Keys.map((key: Key) => [key.Name === 'k', key.LastUsedAt])
  const isMinute = (at: number) => at % 60 === 0 && at * 1000 >= began - 60_000 && at * 1000 <= Date.now()
  await expect.poll(uses, { timeout: 60_000 }).toEqual([
    [true, null],
    [false, expect.toSatisfy(isMinute)],
  ])
  expect(json).toMatchObject({ totalResults: 2, queryTimeRange: { startTime: expect.any(Number), endTime: expect.any(Number) } })
  expect(json.logs[1]).toMatchObject({
    deviceName: 'Firefox on Linux',
    ipAddress: '127.0.0.1',
    eventResponse: 'Pass',
    userName: `log-${began}@example.com`,
  })
  const one = (await platform.call('GET', `/users/me/logs?limit=1&startTime=${began}`, { as })).json
  expect(one).toMatchObject({ logs: [{ eventType: 'UsernameChanged' }], totalResults: 2, queryTimeRange: { startTime: began } })
  expect((await platform.call('GET', `/users/me/logs?endTime=${began - 1}`, { as })).json).toMatchObject({ logs: [], totalResults: 0 })
  expect((await platform.call('GET', '/users/me/logs?limit=0', { as })).status).toBe(400)
})
test('the customization is what the operator set', async () => {
  const { userId: UserID } = platform.owner
  const customization = { Object: 'UserCustomization', UserID, LogoURL: CREDENCE_LOGO_URL, AtomicNetworks: [], Organizations: [] }
  expect((await platform.call('GET', '/users/me/customization')).json).toEqual(customization)
})
test('usage of a month starts again when it is over, and keeps what is added at that moment; what exists is not reset', async () => {
  const as = await platform.account()
  const set = 'update usage set task_count = 7, plot_count = 3, api_access_count = 9, concurrent_build_count = 2, resets_at = $2 where owner = $1'
  await platform.database.query({ text: set, values: [as.userId, 1000] })
  await addAccesses(platform.database, new Map([[as.userId, 4]]))
  const { ResourceUsage: after } = (await platform.call('GET', '/users/me', { as })).json
  expect(after).toMatchObject({ TaskCount: 0, PlotCount: 0, APIAccessCount: 4, ConcurrentBuildCount: 2, KeyCount: 1 })
  const now = new Date()
  expect(after.ResetsAt).toBe(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) / 1000)
  await platform.database.query({ text: set, values: [as.userId, 1000] })
  expect((await platform.call('GET', '/users/me', { as })).json.ResourceUsage).toMatchObject({ TaskCount: 0, ResetsAt: after.ResetsAt })
})
test('a deleted account leaves nothing in any store, its credentials end at once, and others keep theirs', async () => {
  const { call } = platform
  const as = await platform.account()
  const { json: build } = await call('POST', '/sourcecode/builds', { as, body: { Code: 'print secret', Language: 'C' } })
  for (const end = Date.now() + 60_000; Date.now() < end; )
    if ((await call('GET', `/builds/${build.BuildID}`, { as })).json.Status === 'Completed') break
  const { json: done } = await call('POST', `/builds/${build.BuildID}/tasks`, { as })
  for (const end = Date.now() + 60_000; Date.now() < end; )
    if ((await call('GET', `/tasks/${done.TaskID}`, { as })).json.Status === 'Completed') break
  const { json: plot } = await call('POST', '/plot', { as, body: { payload: '1' } })
  for (const path of [`builds/${build.BuildID}/`, `tasks/${done.TaskID}/`]) expect((await platform.objects.list(path)).length).toBeGreaterThan(0)

  const stranger = await platform.account()
  expect(await call('DELETE', `/users/${as.userId}`, { as: stranger })).toMatchObject({ status: 404, json: { message: 'User not found' } })
  expect(await call('DELETE', '/users/me', { as })).toMatchObject({ status: 200, json: { message: 'OK' } })
  expect(await call('GET', '/users/me', { as })).toMatchObject({ status: 401 })
  for (const path of [`builds/${build.BuildID}/`, `tasks/${done.TaskID}/`]) expect(await platform.objects.list(path)).toEqual([])
  expect(await platform.objects.head(`plots/${plot.plotID}.png`)).toBeUndefined()
  const { rows: owned } = await platform.database.query<{ table: string; column: string }>({
    text: `select table_name as table, column_name as column from information_schema.columns
            where table_schema = current_schema() and column_name in ('owner', 'user_id') and table_name <> 'erasure'`,
  })
  expect(owned.length).toBeGreaterThan(8)
  for (const { table, column } of owned)
    expect([table, await rows(`select count(*) as n from ${table} where ${column} = $1`, as.userId)]).toEqual([table, 0])
  expect((await call('GET', '/users/me', { as: stranger })).status).toBe(200)
})
