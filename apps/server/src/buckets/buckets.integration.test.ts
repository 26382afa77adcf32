import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGuard } from '../outside/guard.ts'
import { askOutside } from '../outside/request.ts'
import { signLink } from '../s3/signature.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platform.ts'
import { asksSwift, openS3rver, openSwift, type S3Server } from '../testing/s3.ts'

const CERTIFICATES = join(import.meta.dirname, '../testing/certificates/localhost.pem')
let database: TestDatabase
let s3rver: S3Server
let swift: S3Server | undefined
let platform: TestPlatform
beforeAll(async () => {
  ;[database, s3rver, swift] = await Promise.all([openTestDatabase(), openS3rver(), asksSwift ? openSwift() : undefined])
  const hosts = [s3rver, ...(swift ? [swift] : [])].map(({ host }) => host).join(',')
  platform = await openTestPlatform(database, {
    env: {
      CREDENCE_PLANS: '{"FreeTier":{"buckets":1}}',
      CREDENCE_ALLOWED_HOSTS: hosts,
      CREDENCE_CERTIFICATES: CERTIFICATES,
      CREDENCE_MOUNTED_BYTES: '100000',
    },
  })
})
afterAll(async () => {
  await platform.close()
  await Promise.all([s3rver.close(), swift?.close(), database.close()])
})

const AMAZON = { Name: 'measurements', Account: '123456789012' }
const KEY = { AccessKeyID: 'AKIAIOSFODNN7EXAMPLE', SecretAccessKey: 'wJalrXUtnFEMI/K7MDENG' }
const make = (fields: object = {}) => platform.call('POST', '/buckets', { body: { ...AMAZON, ...fields } })

describe('a bucket', () => {
  test('is added, read, listed, changed and removed; its key is never shown', async () => {
    const { status, json, text } = await make({ ...KEY, MountPath: '/2026/field/' })
    expect([status, json]).toEqual([
      201,
      {
        Object: 'Bucket',
        BucketID: expect.stringMatching(/^bkt_[0-9a-f]{32}$/),
        Owner: platform.owner.userId,
        CreatedAt: expect.any(Number),
        UpdatedAt: expect.any(Number),
        ...AMAZON,
        MountPath: '2026/field',
        Read: true,
        Write: false,
        Region: 'us-east-1',
        PathStyle: false,
        HasCredentials: true,
      },
    ])
    for (const secret of Object.values(KEY)) expect(text).not.toContain(secret)
    const at = `/buckets/${json.BucketID}`
    expect((await platform.call('GET', at)).json).toEqual(json)
    expect((await platform.call('GET', '/buckets')).json).toEqual({ user_id: platform.owner.userId, bucket_ids: [json.BucketID], bucket_count: 1 })
    expect((await platform.call('GET', '/users/me')).json.ResourceUsage.BucketCount).toBe(1)
    const change = { Write: true, Region: 'eu-central-1', Name: 'other', Account: 'me', MountPath: '', Read: false, PathStyle: true }
    expect((await platform.call('PATCH', at, { body: change })).json).toEqual({ message: 'OK' })
    expect((await platform.call('GET', at)).json).toMatchObject(change)
    for (const same of [{ Write: true }, KEY, {}]) expect((await platform.call('PATCH', at, { body: same })).json.message).toBe('Nothing to update')
    expect((await platform.call('PATCH', at, { body: { ...KEY, SecretAccessKey: 'new' } })).status).toBe(200)
    const { rows } = await platform.database.query<{ row: string }>({ text: 'select bucket::text as row from bucket' })
    for (const secret of Object.values(KEY)) expect(JSON.stringify(rows)).not.toContain(secret)
    expect((await platform.call('DELETE', at)).json).toEqual({ message: 'OK' })
    for (const method of ['GET', 'DELETE']) expect((await platform.call(method, at)).json.message).toBe('Bucket not found')
    expect((await platform.call('PATCH', at, { body: { Write: false } })).json.message).toBe('Bucket not found')
  })
  test.each([
    [{ Name: '' }, 'Name'],
    [{ Name: '../x' }, 'Name'],
    [{ Name: 'Any_Name' }, 'Name'],
    [{ Account: '' }, 'Account'],
    [{ MountPath: 'a/../b' }, 'MountPath'],
    [{ MountPath: 'a\nb' }, 'MountPath'],
    [{ Region: 'a/b' }, 'Region'],
    [{ Read: 'yes' }, 'Read'],
    [{ AccessKeyID: 'x' }, 'SecretAccessKey'],
    [{ SecretAccessKey: 'x' }, 'AccessKeyID'],
    [{ AccessKeyID: 'a b', SecretAccessKey: 'x' }, 'AccessKeyID'],
    ...[
      'ftp://x',
      'https://u:p@x',
      'https://x/path',
      'https://127.0.0.1',
      'https://[::1]',
      'https://169.254.169.254',
      'https://s3.example:99999', // a port that there is not
      'https://s3.example:9000',
      'http://s3.example',
    ].map((Endpoint): [object, string] => [{ Endpoint }, 'Endpoint']),
  ])('is refused with %j', async (fields, field) => {
    expect(await make(fields)).toMatchObject({ status: 400, json: { message: `Missing or malformed '${field}' field` } })
  })
  test('needs its required fields, and a plan with room', async () => {
    const free = await platform.account('FreeTier')
    for (const field of ['Name', 'Account']) {
      const { [field as 'Name']: _, ...rest } = AMAZON
      expect((await platform.call('POST', '/buckets', { body: rest })).json.message).toBe(`Missing or malformed '${field}' field`)
    }
    expect((await platform.call('POST', '/buckets')).json.message).toBe('Empty request body')
    const one = await platform.call('POST', '/buckets', { body: AMAZON, as: free })
    expect(one.status).toBe(201)
    expect(await platform.call('POST', '/buckets', { body: AMAZON, as: free })).toMatchObject({
      status: 403,
      json: { error: 'Forbidden', message: 'Requested resources exceed your current tier limits' },
    })
    expect((await platform.call('GET', `/buckets/${one.json.BucketID}`)).status).toBe(404) // of somebody else
    expect((await platform.call('GET', '/buckets?startKey=none')).status).toBe(400)
  })
})

const run = async (lines: string[], DataSources: object[]) => {
  const task = await platform.until(`/tasks/${await platform.task(await platform.build(...lines), { DataSources })}`, 'Completed', 'Stopped')
  const output = async (stream: string) => (await platform.call('GET', `/tasks/${task.TaskID}/output/${stream}`)).text
  const message = task.StatusTransitions.at(-1).Message
  return { status: task.Status, message, started: task.StatusTransitions.length > 3, output: await output('Stdout'), told: await output('Stderr') }
}
const source = (ResourceID: string, Location = 'b', ResourceType = 'Bucket') => ({ Location, ResourceID, ResourceType })

const SERVERS: readonly (readonly [string, () => S3Server | undefined])[] = [
  ['s3rver', () => s3rver],
  ...(asksSwift ? [['OpenStack Swift', () => swift] as const] : []),
]
describe.each(SERVERS)('at %s', (name, server) => {
  const there = () => server()!
  const settings = () => ({ guard: openGuard([there().host]), certificates: readFileSync(CERTIFICATES, 'utf8') })
  const ask = async (method: 'GET' | 'PUT', path: string, text?: string) => {
    const headers: Record<string, string> = text === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) }
    const url = signLink({ method, origin: there().origin, path, key: there().key, lifetimeSeconds: 60, headers })
    const body = async function* () {
      yield Buffer.from(text!)
    }
    const answer = await askOutside(settings(), { method, url, headers, signal: AbortSignal.timeout(10_000), ...(text && { body: body() }) })
    return { status: answer.statusCode, text: Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Uint8Array>)).toString() }
  }
  const put = async (key: string, text: string) => expect((await ask('PUT', `/measurements/${key}`, text)).status).toBeLessThan(300)
  const read = async (key: string) => (await ask('GET', `/measurements/${key}`)).text
  const mine = (fields: object = {}) => ({
    ...AMAZON,
    Endpoint: there().origin,
    AccessKeyID: there().key.id,
    SecretAccessKey: there().key.secret,
    ...fields,
  })
  const added = async (fields: object = {}): Promise<string> => {
    const { status, json } = await platform.call('POST', '/buckets', { body: mine(fields) })
    expect([status, json.message]).toEqual([201, undefined])
    return json.BucketID
  }
  beforeAll(async () => {
    await ask('PUT', '/measurements')
    await put('data/in+1/größe☃.txt', 'from the bucket')
    await put('data/empty', ' ')
    await put('outside.txt', 'secret')
  })

  test('a task reads what is below the MountPath and writes back what it wrote', async () => {
    const id = await added({ MountPath: 'data', Write: true })
    const lines = [
      'read b/in+1/größe☃.txt',
      'read b/outside.txt',
      'write b/out/result.txt found',
      'write b/in+1/größe☃.txt changed',
      'write c/dropped x',
    ]
    const { status, output } = await run(lines, [source(id)])
    expect([status, output]).toEqual(['Completed', 'from the bucketno b/outside.txt\n'])
    expect([await read('data/out/result.txt'), await read('data/in+1/größe☃.txt')]).toEqual(['found', 'changed'])
    await put('data/in+1/größe☃.txt', 'from the bucket')
  })
  test('what a program wrote that failed is kept, in a bucket within a drive, too', async () => {
    const id = await added({ MountPath: 'failed', Write: true })
    const drive = await platform.call('POST', '/drives', { body: { Name: 'd', DataSources: [source(id, 'inner')] } })
    const { status, message } = await run(['write d/inner/half half', 'exit 3'], [source(drive.json.DriveID, 'd', 'Drive')])
    expect([status, message]).toEqual(['Stopped', expect.stringContaining('exit code 3')])
    expect(await read('failed/half')).toBe('half')
  })
  test('Read and Write say what a task may', async () => {
    const [readable, writable] = [await added({ MountPath: 'data' }), await added({ MountPath: 'data', Read: false, Write: true })]
    const { output } = await run(
      ['read r/in+1/größe☃.txt', 'read w/in+1/größe☃.txt', 'write r/not x', 'write w/only written'],
      [source(readable, 'r'), source(writable, 'w')],
    )
    expect(output).toBe('from the bucketno w/in+1/größe☃.txt\n')
    expect([(await ask('GET', '/measurements/data/not')).status, await read('data/only')]).toEqual([404, 'written'])
  })
  test('a bucket that cannot be used ends the task before it starts, with a message that names it', async () => {
    const refused = async (fields: object) => {
      const { status, message, started } = await run(['print ran'], [source(await added(fields), 'big')])
      expect([status, started]).toEqual(['Stopped', false])
      return message
    }
    const cannot = "the data source 'big' cannot be reached: "
    expect(await refused({ Name: 'nowhere-at-all' })).toContain(`${cannot}its store answers 404 NoSuchBucket`)
    if (name !== 's3rver') expect(await refused({ SecretAccessKey: 'wrong' })).toContain(`${cannot}its store answers 403 SignatureDoesNotMatch`)
    expect(await refused({ AccessKeyID: 'nobody:x', SecretAccessKey: 'wrong' })).toContain(`${cannot}its store answers 403`)
    const { json } = await platform.call('POST', '/buckets', { body: { ...AMAZON, Endpoint: there().origin } })
    const bare = await run(['print ran'], [source(json.BucketID)])
    expect(bare.message).toContain("the data source 'b' cannot be reached: it has no access key; give it AccessKeyID and SecretAccessKey")
    const gone = await run(['print ran'], [source(`bkt_${'0'.repeat(32)}`)])
    expect(gone.message).toContain("the data source 'b' cannot be reached: Bucket not found")
    await put('large/file', 'x'.repeat(100_001))
    expect(await refused({ MountPath: 'large' })).toContain('more than 100000 bytes')
  })
  test('what cannot be stored stops the task, naming the file', async () => {
    const id = await added({ MountPath: 'data', Read: false, Write: true, Name: 'nowhere-at-all' })
    const { status, message } = await run(['write b/out x'], [source(id)])
    expect([status, message]).toEqual(['Stopped', expect.stringContaining("the file 'b/out' could not be stored: its store answers 404")])
  })
  test('keys that are no paths are left out and told', async () => {
    const id = await added({ MountPath: 'odd' })
    await put('odd/fine', 'fine')
    await put('odd/a//b', 'two slashes')
    const { output, told } = await run(['read b/fine'], [source(id)])
    expect(output).toBe('fine')
    if (name !== 's3rver') expect(told).toContain('the key "a//b" cannot be a path of a file and is left out')
  })
})
