import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platform.ts'
import { putFile } from '../testing/upload.ts'

let server: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  server = await openTestDatabase()
  platform = await openTestPlatform(server, { env: { CREDENCE_MOUNTED_BYTES: '1000' } })
})
afterAll(async () => {
  await platform.close()
  await server.close()
})

const own = (path = '', Location = 'sd0') => ({
  Location,
  ResourceID: `credence-cloud-storage:/${platform.owner.userId}${path}`,
  ResourceType: 'CredenceCloudStorage',
})
const run = async (lines: string[], DataSources: object[]) => {
  const task = await platform.until(`/tasks/${await platform.task(await platform.build(...lines), { DataSources })}`, 'Completed', 'Stopped')
  const output = (await platform.call('GET', `/tasks/${task.TaskID}/output/Stdout`)).text
  return { status: task.Status, message: task.StatusTransitions.at(-1).Message, started: task.StatusTransitions.length > 3, output }
}
const text = async (path: string) => (await platform.follow((await platform.call('GET', `/files/${path}?download=true`)).json.download_url)).body

test('own storage is a folder of the working directory, whole or a part; what is written there is kept', async () => {
  await putFile(platform, 'data/set1/in.txt', 'from storage')
  const lines = [
    'read sd0/in.txt',
    'read all/data/set1/in.txt',
    'write sd0/new/out.txt result',
    'write sd0/in.txt changed',
    'write elsewhere dropped',
  ]
  const { status, output } = await run(lines, [own('/data/set1'), own('', 'all')])
  expect([status, output]).toEqual(['Completed', 'from storagefrom storage'])
  expect(await text('data/set1/new/out.txt')).toBe('result')
  expect(await text('data/set1/in.txt')).toBe('changed')
  expect((await platform.call('GET', '/files')).json.items.map((item: { path: string }) => item.path)).toEqual(['data/'])
})
test('what a program wrote that failed is kept, too', async () => {
  expect(await run(['write sd0/partial.txt half', 'exit 3'], [own()])).toMatchObject({
    status: 'Stopped',
    message: expect.stringContaining('exit code 3'),
  })
  expect(await text('partial.txt')).toBe('half')
})
test('a Location may be left out for own storage, and lie inside another', async () => {
  const { Location: _, ...plain } = own('/a')
  expect(await run(['write sd0/deep/x inner', 'write sd0/y outer'], [plain, own('/b', 'sd0/deep')])).toMatchObject({ status: 'Completed' })
  expect([await text('b/x'), await text('a/y')]).toEqual(['inner', 'outer'])
})
test('more than a task may have ends it before it starts, naming the source', async () => {
  await putFile(platform, 'large/file', 'x'.repeat(1001))
  const { status, message, started } = await run(['print ran'], [own('/large', 'big')])
  expect([status, started]).toEqual(['Stopped', false])
  expect(message).toContain("the data source 'big' cannot be reached: with it the files of the task have more than 1000 bytes")
})
test('of others nothing is mounted, and what comes later says so', async () => {
  const other = await platform.account()
  const buildId = await platform.build('print x')
  const refused = async (source: object) =>
    (await platform.call('POST', `/builds/${buildId}/tasks`, { body: { DataSources: [source] } })).json.message
  const malformed = "Missing or malformed 'ResourceID' field"
  expect(await refused({ ...own(), ResourceID: `credence-cloud-storage:/${other.userId}` })).toBe(malformed)
  expect(await refused(own('/../x'))).toBe(malformed)
  expect(await refused(own('/a/./b'))).toBe(malformed)
})
