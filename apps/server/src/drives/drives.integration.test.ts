import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platform.ts'
import { putFile } from '../testing/upload.ts'

let server: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  server = await openTestDatabase()
  platform = await openTestPlatform(server, { env: { CREDENCE_PLANS: '{"FreeTier":{"drives":1}}' } })
})
afterAll(async () => {
  await platform.close()
  await server.close()
})

const own = (path: string, Location: string) => ({
  Location,
  ResourceID: `credence-cloud-storage:/${platform.owner.userId}${path}`,
  ResourceType: 'CredenceCloudStorage',
})
const make = async (fields: object = {}) =>
  platform.call('POST', '/drives', { body: { Name: 'field data', DataSources: [own('/a', 'one')], ...fields } })

test('a drive is made, read, listed, changed and deleted', async () => {
  const { status, json } = await make()
  expect([status, json]).toEqual([
    201,
    {
      Object: 'Drive',
      DriveID: expect.stringMatching(/^drv_[0-9a-f]{32}$/),
      Owner: platform.owner.userId,
      CreatedAt: expect.any(Number),
      UpdatedAt: expect.any(Number),
      Name: 'field data',
      DataSources: [{ Object: 'DataSource', ...own('/a', 'one') }],
    },
  ])
  const at = `/drives/${json.DriveID}`
  expect((await platform.call('GET', at)).json).toEqual(json)
  expect((await platform.call('GET', '/drives')).json).toEqual({ user_id: platform.owner.userId, drive_ids: [json.DriveID], drive_count: 1 })
  expect((await platform.call('GET', '/users/me')).json.ResourceUsage.DataDriveCount).toBe(1)
  expect((await platform.call('PATCH', at, { body: { Name: 'other' } })).json).toEqual({ message: 'OK' })
  expect((await platform.call('PATCH', at, { body: { Name: 'other' } })).json.message).toBe('Nothing to update')
  expect((await platform.call('GET', at)).json.Name).toBe('other')
  const stranger = await platform.account()
  for (const method of ['GET', 'DELETE']) expect((await platform.call(method, at, { as: stranger })).json.message).toBe('Drive not found')
  expect((await platform.call('DELETE', at)).json).toEqual({ message: 'OK' })
  expect((await platform.call('DELETE', at)).status).toBe(404)
})
test.each([
  [{ Name: '' }, 'Name'],
  [{ DataSources: undefined }, 'DataSources'],
  [
    { DataSources: [{ Location: 'x', ResourceID: 'drv_0', ResourceType: 'Drive' }] },
    'ResourceType',
    ': one of Gateway, Bucket, CredenceCloudStorage',
  ],
  [{ DataSources: [{ Location: '../x', ResourceID: 'credence-cloud-storage:/x', ResourceType: 'CredenceCloudStorage' }] }, 'Location'],
])('%j is refused', async (fields, field, wanted = '') => {
  const { status, json } = await make(fields)
  expect([status, json.message]).toEqual([400, `Missing or malformed '${field}' field${wanted}`])
})
test('their number is limited by the plan', async () => {
  const free = await platform.account('FreeTier')
  const body = { Name: 'x', DataSources: [] }
  expect((await platform.call('POST', '/drives', { as: free, body })).status).toBe(201)
  expect((await platform.call('POST', '/drives', { as: free, body })).json.message).toBe('Requested resources exceed your current tier limits')
})
test('a task finds the sources of a drive as folders of it, and writes to them', async () => {
  await putFile(platform, 'a/in.txt', 'A')
  await putFile(platform, 'b/in.txt', 'B')
  const { DriveID } = (await make({ DataSources: [own('/a', 'one'), own('/b', 'two')] })).json
  const run = async (id: string) => {
    const body = { DataSources: [{ Location: 'all', ResourceID: id, ResourceType: 'Drive' }] }
    const buildId = await platform.build('read all/one/in.txt', 'read all/two/in.txt', 'write all/two/out.txt C')
    const task = await platform.until(`/tasks/${await platform.task(buildId, body)}`, 'Completed', 'Stopped')
    return [task.Status, task.StatusTransitions.at(-1).Message, (await platform.call('GET', `/tasks/${task.TaskID}/output/Stdout`)).text]
  }
  expect(await run(DriveID)).toEqual(['Completed', expect.any(String), 'AB'])
  expect((await platform.call('GET', '/files/b/out.txt')).json.size).toBe(1)
  expect(await run('drv_0')).toEqual(['Stopped', expect.stringContaining("the data source 'all' cannot be reached: Drive not found"), ''])
})
