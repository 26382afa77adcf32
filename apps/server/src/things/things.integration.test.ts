import { LIMITS } from '@credence/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platform.ts'

let server: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  server = await openTestDatabase()
  platform = await openTestPlatform(server, { env: { CREDENCE_PLANS: '{"FreeTier":{"things":1}}' } })
})
afterAll(async () => {
  await platform.close()
  await server.close()
})

const add = async (Name = 'Lab sensor') => (await platform.call('POST', '/things', { body: { Name } })).json
const post = (thing: { ThingID: string; Key: string }, topic: string, values: unknown[], more: object = {}) =>
  platform.call('POST', `/things/${thing.ThingID}/topics/${topic}/samples`, {
    as: { userId: '', key: thing.Key },
    body: { Samples: values.map((value) => (typeof value === 'object' ? value : { Value: value })), ...more },
  })
const run = async (source: object, ...lines: string[]) => {
  const body = { DataSources: [{ Location: 'lab', ResourceType: 'Gateway', ...source }] }
  const task = await platform.until(`/tasks/${await platform.task(await platform.build(...lines), body)}`, 'Completed', 'Stopped')
  return [task.Status, task.StatusTransitions.at(-1).Message, (await platform.call('GET', `/tasks/${task.TaskID}/output/Stdout`)).text]
}

test('a device is added, posts with its key, and its status is true', async () => {
  const { status, json: thing } = await platform.call('POST', '/things', { body: { Name: 'Lab sensor' } })
  const { Key, ...shown } = thing
  expect([status, Key]).toEqual([201, expect.stringMatching(/^scce_/)])
  expect(shown).toEqual({
    Object: 'Thing',
    ThingID: expect.stringMatching(/^thg_[0-9a-f]{32}$/),
    Owner: platform.owner.userId,
    CreatedAt: expect.any(Number),
    UpdatedAt: expect.any(Number),
    Name: 'Lab sensor',
    ThingStatus: { local_ipv4_address: '', updated_at: 0 },
    Topics: [],
  })
  const at = `/things/${thing.ThingID}`
  const taken = await post(thing, 'temperature', [{ Value: 21.5, Timestamp: 1000 }, 'NaN'], { local_ipv4_address: '192.0.2.10' })
  expect([taken.status, taken.json]).toEqual([201, { Topic: 'temperature', SampleCount: 2 }])
  const now = Math.floor(Date.now() / 1000)
  const { json } = await platform.call('GET', at)
  expect(json.ThingStatus.local_ipv4_address).toBe('192.0.2.10')
  expect(Math.abs(json.ThingStatus.updated_at - now)).toBeLessThan(60)
  expect(json.Topics).toEqual([{ Name: 'temperature', SampleCount: 2, UpdatedAt: expect.any(Number) }])
  expect((await platform.call('GET', '/things')).json).toEqual({ things: [json], count: 1 })
  expect((await platform.call('GET', '/users/me')).json.ResourceUsage.GatewayCount).toBe(1)
  const samples = (await platform.call('GET', `${at}/topics/temperature/samples`)).json
  expect(samples).toEqual({
    Samples: [
      { Timestamp: 1000, Value: 21.5 },
      { Timestamp: expect.any(Number), Value: 'NaN' },
    ],
    Count: 2,
  })
  expect((await platform.call('GET', `${at}/topics/temperature/samples?count=1`)).json.Samples[0].Value).toBe('NaN')
  expect((await platform.call('PATCH', at, { body: { Name: 'Roof' } })).json).toEqual({ message: 'OK' })
  expect((await platform.call('PATCH', at, { body: { Name: 'Roof' } })).json.message).toBe('Nothing to update')
  expect((await platform.call('DELETE', `${at}/topics/temperature`)).json).toEqual({ message: 'OK' })
  expect((await platform.call('DELETE', `${at}/topics/temperature`)).json.message).toBe('Topic not found')
  expect((await platform.call('GET', `${at}/topics/temperature/samples`)).json.message).toBe('Topic not found')
  expect((await platform.call('DELETE', at)).json).toEqual({ message: 'OK' })
  expect((await platform.call('GET', at)).json.message).toBe('Thing not found')
  expect((await post(thing, 'temperature', [1])).status).toBe(401)
})
test('its key opens nothing else, and no other key posts for it', async () => {
  const [thing, other] = [await add(), await add()]
  const as = { userId: '', key: thing.Key }
  for (const path of ['/things', `/things/${thing.ThingID}`, '/users/me', '/keys'])
    expect((await platform.call('GET', path, { as })).status).toBe(401)
  expect((await platform.call('DELETE', `/things/${thing.ThingID}`, { as })).status).toBe(401)
  expect((await post({ ...thing, Key: platform.owner.key }, 'x', [1])).status).toBe(401)
  expect((await post({ ...thing, Key: other.Key }, 'x', [1])).json.message).toBe('Thing not found')
  const stranger = await platform.account()
  const of = `/things/${thing.ThingID}`
  for (const [method, path] of [
    ['GET', of],
    ['DELETE', of],
    ['POST', `${of}/key`],
    ['DELETE', `${of}/key`],
    ['GET', `${of}/files`],
    ['GET', `${of}/topics/x/samples`],
    ['DELETE', `${of}/topics/x`],
  ] as const)
    expect((await platform.call(method, path, { as: stranger })).json.message).toBe('Thing not found')
})
test('another key ends the one before at once, and a revoked one is none', async () => {
  const thing = await add()
  const at = `/things/${thing.ThingID}/key`
  expect((await post(thing, 'x', [1])).status).toBe(201)
  const { status, json } = await platform.call('POST', at)
  expect([status, json]).toEqual([201, { ThingID: thing.ThingID, Key: expect.stringMatching(/^scce_/) }])
  expect([(await post(thing, 'x', [1])).status, (await post({ ...thing, Key: json.Key }, 'x', [1])).status]).toEqual([401, 201])
  expect((await platform.call('DELETE', at)).json).toEqual({ message: 'OK' })
  expect((await post({ ...thing, Key: json.Key }, 'x', [1])).status).toBe(401)
  expect((await platform.call('DELETE', at)).json.message).toBe('Key not found')
  const { logs } = (await platform.call('GET', '/users/me/logs')).json
  expect(logs.slice(0, 2).map(({ eventType }: { eventType: string }) => eventType)).toEqual(['ThingKeyDeleted', 'ThingKeyCreated'])
})
test('a task finds the latest samples of each topic, or of one, as a file', async () => {
  const thing = await add()
  await post(thing, 'temperature', [
    { Value: 21.5, Timestamp: 1000 },
    { Value: 1e300, Timestamp: 500 },
  ])
  await post(thing, 'humidity', [{ Value: -0.25, Timestamp: 7 }])
  const text = 'Timestamp,Value\n1000,21.5\n500,1e+300\n'
  const file = { name: 'temperature.csv', size: text.length, lastModified: expect.any(Number), path: 'temperature.csv' }
  const { json } = await platform.call('GET', `/things/${thing.ThingID}/files`)
  expect(json).toEqual({ files: [expect.objectContaining({ name: 'humidity.csv' }), file], count: 2 })
  expect(await run({ ResourceID: thing.ThingID }, 'read lab/temperature.csv', 'read lab/humidity.csv', 'write lab/new dropped')).toEqual([
    'Completed',
    expect.any(String),
    `${text}Timestamp,Value\n7,-0.25\n`,
  ])
  expect((await run({ ResourceID: `${thing.ThingID}/humidity` }, 'read lab/humidity.csv'))[2]).toBe('Timestamp,Value\n7,-0.25\n')
  expect(await run({ ResourceID: `${thing.ThingID}/pressure` }, 'print x')).toEqual([
    'Stopped',
    expect.stringContaining("the data source 'lab' cannot be reached: the thing has no samples of the topic 'pressure'"),
    '',
  ])
  const nobodys = `thg_${'0'.repeat(32)}`
  expect((await run({ ResourceID: nobodys }, 'print x'))[1]).toContain("the data source 'lab' cannot be reached: Thing not found")
  for (const ResourceID of ['thg_0', `${nobodys}/../x`, `${nobodys}/`]) {
    const body = { Name: 'x', DataSources: [{ Location: 'lab', ResourceType: 'Gateway', ResourceID }] }
    expect((await platform.call('POST', '/drives', { body })).json.message).toBe("Missing or malformed 'ResourceID' field")
  }
})
test('the latest samples are kept, and the size of the file stays true', async () => {
  const thing = await add()
  const { samplesPerRequest, samplesPerTopic } = LIMITS.things
  for (let sent = 0; sent < samplesPerTopic + 2 * samplesPerRequest; sent += samplesPerRequest) {
    const { json } = await post(
      thing,
      'ticks',
      Array.from({ length: samplesPerRequest }, (_, i) => ({ Value: sent + i, Timestamp: sent })),
    )
    expect(json.SampleCount).toBe(Math.min(sent + samplesPerRequest, samplesPerTopic))
  }
  const at = `/things/${thing.ThingID}`
  const { Samples } = (await platform.call('GET', `${at}/topics/ticks/samples?count=100000`)).json
  expect([Samples.length, Samples[0].Value, Samples.at(-1).Value]).toEqual([
    samplesPerTopic,
    2 * samplesPerRequest,
    samplesPerTopic + 2 * samplesPerRequest - 1,
  ])
  const text = `Timestamp,Value\n${Samples.map(({ Timestamp, Value }: { Timestamp: number; Value: number }) => `${Timestamp},${Value}\n`).join('')}`
  expect((await platform.call('GET', `${at}/files`)).json.files[0].size).toBe(text.length)
})
test('requests of one device at once lose no sample and open no topic too many', async () => {
  const thing = await add()
  const topics = Array.from({ length: LIMITS.things.topics + 2 }, (_, i) => `t${i}`)
  const answers = await Promise.all(topics.map((topic) => post(thing, topic, [1])))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(LIMITS.things.topics)
  const refused = answers.find(({ status }) => status !== 201)!
  expect([refused.status, refused.json.message]).toEqual([403, 'Requested resources exceed your current tier limits'])
  const known = topics[answers.findIndex(({ status }) => status === 201)]!
  await Promise.all([1, 2, 3, 4].map((value) => post(thing, known, [value, value])))
  expect((await post(thing, known, [1])).json.SampleCount).toBe(10)
})
test.each([
  ['.hidden', [1], 'Topic'],
  ['a%2Fb', [1], 'Topic'],
  ['n'.repeat(65), [1], 'Topic'],
  ['x', [], 'Samples'],
  ['x', [{ Value: 'warm' }], 'Value'],
  ['x', [{ Value: 1, Timestamp: -1 }], 'Timestamp', ': at least 0'],
  ['x', Array.from({ length: 1001 }, () => 1), 'Samples', ': at most 1000 entries'],
])('of topic %s and samples like %j the field is named, and its limit where that is broken', async (topic, values, field, limit = '') => {
  const { status, json } = await post(await add(), topic, values)
  expect([status, json.message]).toEqual([400, `Missing or malformed '${field}' field${limit}`])
})
test('a device that posts too often waits, and nobody else does', async () => {
  const [busy, calm] = [await add(), await add()]
  const answers = await Promise.all(Array.from({ length: 2 * LIMITS.things.requestsPerMinute }, () => post(busy, 'x', [1])))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0)
  expect((await post(calm, 'x', [1])).status).toBe(201)
  expect((await platform.call('GET', '/things')).status).toBe(200)
})
test('their number is limited by the plan, and they go with the account', async () => {
  const free = await platform.account('FreeTier')
  const make = () => platform.call('POST', '/things', { as: free, body: { Name: 'x' } })
  const { json: thing } = await make()
  expect((await make()).json.message).toBe('Requested resources exceed your current tier limits')
  expect((await post(thing, 'x', [1])).status).toBe(201)
  expect((await platform.call('DELETE', '/users/me', { as: free })).status).toBe(200)
  expect((await post(thing, 'x', [1])).status).toBe(401)
  for (const table of ['thing', 'thing_topic', 'thing_sample']) {
    const { rowCount } = await platform.database.query({ text: `select from ${table} where thing_id = $1`, values: [thing.ThingID] })
    expect(rowCount).toBe(0)
  }
})
