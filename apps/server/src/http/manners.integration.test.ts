// What all answers share: keys of repeated requests, limits of requests, compression, entity tags, and who may ask at all.
import { createPrivateKey } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { ERROR_EXAMPLES, LIMITS, newId, newKey, openapi } from '@credence/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../keys/queries.ts'
import type { LogEvent } from '../log/log.ts'
import { type KeptAnswer, openRepeats } from '../repeats/repeats.ts'
import { openSealing } from '../sealing/open.ts'
import { openSession } from '../sessions/queries.ts'
import { tokensWith } from '../sessions/tokens.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platform.ts'

let server: TestDatabase
let platform: TestPlatform
const lines: LogEvent[] = []
const write = (event: LogEvent) => void lines.push(event)
beforeAll(async () => {
  server = await openTestDatabase()
  platform = await openTestPlatform(server, {
    workers: 0,
    env: { CREDENCE_PLANS: '{"FreeTier":{"requestsPerMinute":5}}' },
    log: { info: write, warn: write, error: write },
  })
})
afterAll(async () => {
  await platform.close()
  await server.close()
})
const refused = (name: keyof typeof ERROR_EXAMPLES) => ({ status: ERROR_EXAMPLES[name].status, json: ERROR_EXAMPLES[name].toJSON() })
const core = (Name: string) => ({
  Name,
  Class: 'C0',
  Microarchitecture: 'Zurich',
  CorrelationTracking: 'Disable',
  Precision: 32,
  MemorySize: 256_000,
})
const post = (as: { userId: string; key: string }, url: string, body: unknown, key: string) =>
  platform.call('POST', url, { as, body, headers: { 'idempotency-key': key } })

test('a repeated request with the same key does its work once and is answered alike, secrets included', async () => {
  const as = await platform.account()
  const first = await post(as, '/keys', { Name: 'k', ValidUntil: null }, 'one')
  const again = await post(as, '/keys', { Name: 'k', ValidUntil: null }, 'one')
  expect([first.status, again.status, again.text]).toEqual([201, 201, first.text])
  expect((await platform.call('GET', '/keys', { as })).json.Count).toBe(2)
  const { rows } = await platform.database.query<{ all: string }>({ text: `select string_agg(r::text, '') as all from repeat r` })
  expect(rows[0]!.all).not.toContain(first.json.Key)
  expect(await post(as, '/keys', { Name: 'other', ValidUntil: null }, 'one')).toMatchObject(refused('idempotencyMismatch'))
  const other = await platform.account()
  expect((await post(other, '/keys', { Name: 'k', ValidUntil: null }, 'one')).json.Owner).toBe(other.userId)
})
test('a request with its fields in another order, and written another way, is the same one; a list in another order is not', async () => {
  const as = await platform.account()
  const send = (url: string, body: string) =>
    platform.call('POST', url, { as, body, headers: { 'idempotency-key': 'one', 'content-type': 'application/json' } })
  const first = await send(
    '/sourcecode/builds?a=1&b=2',
    '{"Code":"x{}","Language":"C","TraceVariables":[{"File":"a","LineNumber":1,"Expression":"x"}]}',
  )
  const again = await send(
    '/sourcecode/builds?b=2&a=1',
    '{ "TraceVariables": [{"Expression":"x", "LineNumber":1.0,\n"File":"\\u0061"}],\r\n\t"Language":"C","Code":"x{}" }',
  )
  expect([first.status, again.status, again.text]).toEqual([202, 202, first.text])
  for (const body of ['{"Code":"x{}","Language":"C"}', '{"Code":"x{}","Language":"C","TraceVariables":[]}', '{"Code":"x{} ","Language":"C"}'])
    expect(await send('/sourcecode/builds', body)).toMatchObject(refused('idempotencyMismatch'))
  const lists = ['task-status', 'build-status'].map((event, at, all) => JSON.stringify({ url: 'https://r.example', events: [event, all[1 - at]] }))
  const hook = (body: string) =>
    platform.call('POST', '/webhooks', { as, body, headers: { 'idempotency-key': 'two', 'content-type': 'application/json' } })
  expect((await hook(lists[0]!)).status).toBe(201)
  expect(await hook(lists[1]!)).toMatchObject(refused('idempotencyMismatch'))
})
test('of requests at the same moment one does the work; a refused one leaves its key free', async () => {
  const as = await platform.account()
  const answers = await Promise.all(Array.from({ length: 6 }, () => post(as, '/cores', core('mine'), 'same')))
  const made = answers.filter(({ status }) => status === 201)
  expect(new Set(made.map(({ json }) => json.CoreID)).size).toBe(1)
  for (const answer of answers) if (answer.status !== 201) expect(answer).toMatchObject(refused('idempotencyInFlight'))
  expect((await platform.call('GET', '/cores', { as })).json.Count).toBe(1)
  expect((await post(as, '/cores', { ...core('x'), Precision: 3 }, 'again')).status).toBe(400)
  expect((await post(as, '/cores', core('x'), 'again')).status).toBe(201)
  for (const bad of ['', 'x'.repeat(256), 'ü'])
    expect(await post(as, '/cores', core('x'), bad)).toMatchObject({
      status: 400,
      json: { message: "Missing or malformed 'Idempotency-Key' field: at most 255 visible ASCII characters" },
    })
})
test('what is made and its answer are there together: nothing is kept after the work', async () => {
  const as = await platform.account()
  const { json: repository } = await platform.call('POST', '/repositories', {
    as,
    body: { RemoteURL: 'https://git.example/x', Commit: 'HEAD', Branch: 'main', BuildDirectory: 'src' },
  })
  const source = { Location: 'x', ResourceID: `credence-cloud-storage:/${as.userId}`, ResourceType: 'CredenceCloudStorage' }
  const { json: thing } = await platform.call('POST', '/things', { as, body: { Name: 't' } })
  const device = { userId: as.userId, key: thing.Key }
  const hook = { url: 'https://receiver.example/hook', events: ['task-status'] }
  const { json: webhook } = await platform.call('POST', '/webhooks', { as, body: hook })
  const { json: delivery } = await platform.call('POST', `/webhooks/${webhook.webhookId}/test`, { as, body: {} })
  const makers: readonly (readonly [url: string, body: unknown, by?: typeof as])[] = [
    ['/keys', { Name: 'k', ValidUntil: null }],
    ['/cores', core('mine')],
    ['/drives', { Name: 'd', DataSources: [source] }],
    ['/repositories', { RemoteURL: 'https://git.example/y', Commit: 'HEAD', Branch: 'main', BuildDirectory: 'src' }],
    ['/plot', { payload: '1' }],
    ['/sourcecode/builds', { Code: 'print 1', Language: 'C' }],
    [`/repositories/${repository.RepositoryID}/builds`, {}],
    ['/buckets', { Name: 'b', Account: 'a' }],
    ['/things', { Name: 't' }],
    [`/things/${thing.ThingID}/topics/x/samples`, { Samples: [{ Value: 1 }] }, device],
    [`/things/${thing.ThingID}/key`, undefined],
    ['/webhooks', hook],
    [`/webhooks/${webhook.webhookId}/test`, {}],
    [`/webhooks/${webhook.webhookId}/deliveries/${delivery.DeliveryID}/redeliver`, undefined],
    [`/webhooks/${webhook.webhookId}/rotate-secret`, {}],
  ]
  const { query } = platform.database
  const after: string[] = []
  const database = platform.database as { query: typeof query }
  database.query = (statement) => {
    if (statement.name === 'store_repeat') after.push(statement.name)
    return query(statement)
  }
  try {
    for (const [url, body, by = as] of makers) {
      const first = await post(by, url, body, 'made')
      expect([url, first.status < 300, after]).toEqual([url, true, []])
      expect([url, (await post(by, url, body, 'made')).text]).toEqual([url, first.text])
      await platform.database.query({ text: 'delete from repeat where owner = $1', values: [as.userId] })
    }
    expect((await post(as, '/samples', { payload: '1' }, 'made')).status).toBe(200)
    expect(after).toEqual(['store_repeat']) // it makes nothing
  } finally {
    database.query = query
  }
})
test('a process that dies behind the commit leaves the answer, one that dies before it leaves nothing', async () => {
  const { userId } = await platform.account()
  const { database } = platform
  const repeats = openRepeats(database, await openSealing(platform.config))
  const answer: KeptAnswer = { status: 201, headers: {}, body: '{"made":1}' }
  const died = () => new Promise<never>(() => {})
  const committed = Promise.withResolvers<void>()
  void repeats.once(userId, 'behind', [1], async (keep) => {
    await database.transaction(async (tx) => keep(tx, answer))
    committed.resolve()
    return died()
  })
  await committed.promise
  expect(await repeats.once(userId, 'behind', [1], died)).toEqual(answer)

  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const slow = repeats.once(userId, 'before', [1], async (keep) => {
    begun.resolve()
    await goOn.promise
    await database.transaction(async (tx) => keep(tx, { ...answer, body: '{"made":"too late"}' }))
    return answer
  })
  await begun.promise
  await expect(repeats.once(userId, 'before', [1], died)).rejects.toThrow(ERROR_EXAMPLES.idempotencyInFlight.message)
  await database.query({ text: `update repeat set at = at - 121000 where owner = $1 and sealed_answer is null`, values: [userId] })
  expect(await repeats.once(userId, 'before', [1], async () => answer)).toEqual(answer)
  goOn.resolve()
  await expect(slow).rejects.toThrow('square root') // its transaction is rolled back: another did the work
  expect(await repeats.once(userId, 'before', [1], died)).toEqual(answer)
})
test('a commit whose answer was lost is not made twice', async () => {
  const { userId } = await platform.account()
  const { database } = platform
  const repeats = openRepeats(database, await openSealing(platform.config))
  const answer: KeptAnswer = { status: 201, headers: {}, body: '{}' }
  const lost = repeats.once(userId, 'lost', [1], async (keep) => {
    await database.transaction(async (tx) => keep(tx, answer))
    throw new Error('the connection broke')
  })
  await expect(lost).rejects.toThrow('the connection broke')
  expect(await repeats.once(userId, 'lost', [1], () => Promise.reject(new Error('done again')))).toEqual(answer)
})
test('lines of a worker about a job name the request that made it', async () => {
  const { json } = await platform.call('POST', '/sourcecode/builds', {
    body: { Code: 'print 1', Language: 'C' },
    headers: { 'x-request-id': 'from-the-client' },
  })
  await platform.worker('tracing')
  await platform.until(`/builds/${json.BuildID}`, 'Completed')
  const ofBuild = lines.filter(({ event, id }) => event.startsWith('attempt.') && id === json.BuildID)
  expect(ofBuild.map(({ event, requestId }) => [event, requestId])).toEqual([
    ['attempt.begun', 'from-the-client'],
    ['attempt.ended', 'from-the-client'],
  ])
  expect(lines.find(({ event, requestId }) => event === 'http.answered' && requestId === 'from-the-client')).toMatchObject({ status: 202 })
})
test('an account that asks more than its plan allows is told when to come back; others are not affected', async () => {
  const as = await platform.account('FreeTier')
  for (let i = 4; i >= 0; i--) {
    const { status, headers } = await platform.call('GET', '/users/me', { as })
    expect([status, headers['ratelimit-policy'], headers['ratelimit']?.split(';').slice(0, 2)]).toEqual([
      200,
      '"plan";q=5;w=60',
      ['"plan"', `r=${i}`],
    ])
  }
  const late = await platform.call('GET', '/users/me', { as })
  expect(late).toMatchObject(refused('tooManyRequests'))
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
  expect(late.headers['ratelimit']).toMatch(/^"plan";r=0;t=\d+$/)
  expect((await platform.call('GET', '/users/me')).status).toBe(200)
})
test('long answers are compressed for who takes it, and say that they vary', async () => {
  const plain = await platform.call('GET', '/cores?default=true')
  expect([plain.headers['content-encoding'], plain.headers['vary']]).toEqual([undefined, 'accept-encoding'])
  const packed = await platform.app.inject({ url: '/cores?default=true', headers: { authorization: platform.owner.key, 'accept-encoding': 'gzip' } })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.text)
  expect((await platform.call('GET', '/users/me', { headers: { 'accept-encoding': 'gzip;q=0' } })).headers['content-encoding']).toBeUndefined()
})
test('what is polled is not sent again while it is the same', async () => {
  const { json } = await platform.call('POST', '/sourcecode/builds', { body: { Code: 'print 1', Language: 'C' } })
  await platform.until(`/builds/${json.BuildID}`, 'Completed')
  const first = await platform.call('GET', `/builds/${json.BuildID}`)
  const strong = first.headers['etag']!.replace('W/', '') // as clients that know no weak tags send it
  for (const held of [first.headers['etag']!, `"other", ${strong}`]) {
    const again = await platform.call('GET', `/builds/${json.BuildID}`, { headers: { 'if-none-match': held } })
    expect([again.status, again.text, again.headers['x-request-id']]).toEqual([304, '', expect.any(String)])
  }
  expect((await platform.call('PATCH', `/builds/${json.BuildID}`, { body: { IsPublic: true } })).status).toBe(200)
  expect((await platform.call('GET', `/builds/${json.BuildID}`, { headers: { 'if-none-match': first.headers['etag']! } })).status).toBe(200)
})

interface Row {
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly requestBody?: unknown
}
test('every operation of the OpenAPI document refuses whoever has no right, and answers foreign ids like unknown ones', async () => {
  const { call, database } = platform
  const { owner } = platform
  const [stranger, gone] = [await platform.account(), await platform.account()]
  const { rows } = await database.query<{ value: string }>({ text: `select value from secret where name = 'session-key-1'` })
  const key = createPrivateKey(rows[0]!.value)
  const token = async (userId: string, now = Date.now) => {
    const { sessionId } = await database.transaction((tx) => openSession(tx, userId))
    return { userId, key: `Bearer ${(await tokensWith(key, now).issue(userId, sessionId, Number.MAX_SAFE_INTEGER)).token}` }
  }
  const ofGone = await token(gone.userId)
  await call('DELETE', '/users/me', { as: gone })
  const signedIn = await token(owner.userId)
  const signedOut = await token(owner.userId)
  await call('DELETE', '/session', { as: signedOut })
  const revoked = (await database.transaction((tx) => createKey(tx, owner.userId, 'revoked', null))).key
  const revokedText = await call('POST', '/keys', { as: owner, body: { Name: 'r', ValidUntil: null } })
  await call('DELETE', `/keys/${revokedText.json.KeyID}`, { as: owner })
  await platform.worker('matrix')
  const made = async (as: typeof owner, url: string, body: unknown) => (await call('POST', url, { as, body })).json
  const source = { Location: 'x', ResourceID: `credence-cloud-storage:/${owner.userId}`, ResourceType: 'CredenceCloudStorage' }
  const [device, foreignDevice] = [await made(owner, '/things', { Name: 'mine' }), await made(stranger, '/things', { Name: 'theirs' })]
  const hook = { url: 'https://receiver.example/hook', events: ['task-status'] }
  const { webhookId: WebhookID } = await made(owner, '/webhooks', hook)
  const deviceKey = (of: { Key: string }) => ({ userId: '', key: of.Key })
  const refusedEverywhere: Readonly<Record<string, { userId: string; key: string } | null>> = {
    none: null,
    malformed: { userId: '', key: 'scce_00' },
    'unknown key': { userId: '', key: newKey().text },
    'revoked key': { userId: '', key: revokedText.json.Key },
    'expired key': { userId: '', key: (await database.transaction((tx) => createKey(tx, owner.userId, 'over', 1))).text },
    'expired token': await token(owner.userId, () => Date.now() - (LIMITS.session.tokenSeconds + 1) * 1000),
    'token of a session that ended': signedOut,
    'key of a deleted account': gone,
    'token of a deleted account': ofGone,
  }
  const ofDevices = { 'key of a device': deviceKey(device), 'key of a device of another account': deviceKey(foreignDevice) }
  const ofAccount = { 'key of the account': owner, 'token of the account': signedIn, 'key of another account': stranger }
  const mine: Record<string, string> = {
    BuildID: await platform.build('print 1'),
    CoreID: (await made(owner, '/cores', core('mine'))).CoreID,
    RepositoryID: (await made(owner, '/repositories', { RemoteURL: 'https://git.example/x', Commit: 'HEAD', Branch: 'main', BuildDirectory: 'src' }))
      .RepositoryID,
    DriveID: (await made(owner, '/drives', { Name: 'mine', DataSources: [source] })).DriveID,
    UploadID: (await made(owner, '/uploads', { Path: 'mine', Size: 1 })).UploadID,
    BucketID: (await made(owner, '/buckets', { Name: 'mine', Account: 'mine' })).BucketID,
    ThingID: device.ThingID,
    Topic: 'temperature',
    Stream: 'Stdout',
    WebhookID,
    DeliveryID: (await made(owner, `/webhooks/${WebhookID}/test`, {})).DeliveryID,
    KeyID: revoked.keyId,
    UserID: owner.userId,
  }
  mine['TaskID'] = await platform.task(mine['BuildID']!)
  const samples = `/things/${device.ThingID}/topics/temperature/samples`
  expect((await call('POST', samples, { as: deviceKey(device), body: { Samples: [{ Value: 1 }] } })).status).toBe(201)
  const unknown: Record<string, string> = {
    BuildID: newId('build'),
    TaskID: newId('task'),
    CoreID: newId('core'),
    RepositoryID: newId('repository'),
    DriveID: newId('drive'),
    UploadID: newId('upload'),
    BucketID: newId('bucket'),
    ThingID: newId('thing'),
    Topic: 'pressure',
    Stream: 'Stdout',
    WebhookID: newId('webhook'),
    DeliveryID: newId('delivery'),
    KeyID: 'f'.repeat(32),
    UserID: newId('user'),
  }
  const body = {
    ...core('x'),
    payload: '1',
    Preferences: {},
    Code: 'x{}',
    Language: 'C',
    ValidUntil: null,
    Plan: 'FreeTier',
    Path: 'x',
    Size: 1,
    Samples: [{ Value: 1 }],
    ...hook,
  }
  const document = openapi() as unknown as { paths: Record<string, Record<string, Row>> }
  let [checked, foreign] = [0, 0]
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, row] of Object.entries(methods)) {
      if (row.security?.length === 0) continue // open to all
      const name = `${method} ${path}`
      const sent = row.requestBody === undefined ? {} : { body }
      const [only] = row.security?.length === 1 ? Object.keys(row.security[0]!) : []
      const at = (ids: Record<string, string>) => path.replace(/\{(\w+)\}/g, (_, parameter: string) => ids[parameter] ?? 'x')
      for (const [kind, as] of Object.entries(
        only === 'ThingKey' ? { ...refusedEverywhere, ...ofAccount } : { ...refusedEverywhere, ...ofDevices },
      )) {
        const { status, json } = await call(method.toUpperCase(), at(mine), { as, ...sent })
        expect({ name, kind, status, json }).toEqual({ name, kind, ...refused('unauthorized') })
        checked++
      }
      if (only === 'Bearer')
        expect([name, await call(method.toUpperCase(), at(mine), { as: owner, ...sent })]).toEqual([
          name,
          expect.objectContaining(refused('tokenRequired')),
        ])
      if (![...path.matchAll(/\{(\w+)\}/g)].some(([, parameter]) => parameter! in unknown)) continue
      const as = only === 'ThingKey' ? deviceKey(foreignDevice) : stranger
      const [of, no] = [await call(method.toUpperCase(), at(mine), { as, ...sent }), await call(method.toUpperCase(), at(unknown), { as, ...sent })]
      expect({ name, status: of.status, json: of.json }).toEqual({ name, status: 404, json: no.json })
      foreign++
    }
  expect(checked).toBeGreaterThan(300)
  expect(foreign).toBeGreaterThan(45)
  expect((await call('GET', '/users/me', { as: signedIn })).json.UserID).toBe(owner.userId)
  for (const [path, methods] of Object.entries(document.paths)) {
    const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!)
    if (!('get' in methods) || names.length !== 1 || !path.endsWith('}') || !(names[0]! in unknown)) continue
    const still = await call(
      'GET',
      path.replace(/\{(\w+)\}/, (_, name: string) => mine[name]!),
    )
    expect([path, still.status]).toEqual([path, 200])
  }
  expect((await call('GET', samples)).json.Count).toBe(1)
})
