import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERROR_EXAMPLES, isAvailable, LIMITS, newId, newKey, OPERATION_IDS, type Operation, operations } from '@credence/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../keys/queries.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platform.ts'
import { prefersHtml } from './accept.ts'
import { routeOf } from './operations.ts'

const HALF = '4000000000000000' // a mass of 1/2
let server: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  server = await openTestDatabase()
  platform = await openTestPlatform(server, { env: { CREDENCE_GITHUB_URL: 'none' } })
})
afterAll(async () => {
  await platform.close()
  await server.close()
})
const refused = (status: number, error: string, message: string) => ({ status, json: { error, message } })

test('every operation of the contract that is available has a route, and no other has', () => {
  for (const id of OPERATION_IDS) {
    const { method, path }: Operation = operations[id]
    const routed = platform.app.hasRoute({ method, url: routeOf(path) })
    expect([id, routed]).toEqual([id, isAvailable('operations', id)])
  }
})

const mine = { BuildID: '', TaskID: '', CoreID: '', KeyID: '', UserID: '', Stream: 'Stdout', service: 'database', path: 'user' }
const guarded = OPERATION_IDS.filter((id) => isAvailable('operations', id) && operations[id].credential !== 'none')
test('every operation refuses no credential, wrong ones and revoked ones, and answers foreign ids like unknown ones', async () => {
  const { call, owner } = platform
  mine.BuildID = await platform.build('exit 0')
  mine.TaskID = await platform.task(mine.BuildID)
  mine.KeyID = (await call('POST', '/keys', { body: { Name: 'k', ValidUntil: null } })).json.KeyID
  mine.UserID = owner.userId
  await platform.until(`/tasks/${mine.TaskID}`, 'Completed')
  const custom = { Name: 'mine', Class: 'C0', Microarchitecture: 'Zurich', CorrelationTracking: 'disable', Precision: 32, MemorySize: 256_000 }
  mine.CoreID = (await call('POST', '/cores', { body: custom })).json.CoreID
  const stranger = await platform.account()
  const revoked = await platform.account()
  const own = (await call('GET', '/keys', { as: revoked })).json.Keys[0].KeyID
  expect((await call('POST', '/keys', { as: revoked, body: { Name: 'other', ValidUntil: null } })).status).toBe(201)
  expect((await call('DELETE', `/keys/${own}`, { as: revoked })).status).toBe(200)
  const over = (await platform.database.transaction((tx) => createKey(tx, owner.userId, 'over', 1))).text
  const unknown = { ...mine, BuildID: newId('build'), TaskID: newId('task'), CoreID: newId('core'), KeyID: 'f'.repeat(32), UserID: newId('user') }
  const bodies: Record<string, unknown> = {
    createSourceCodeBuild: { Code: '{}', Language: 'C' },
    createKey: { Name: 'x', ValidUntil: null },
    createCore: custom,
    updateCore: { Name: 'new' },
  }
  for (const id of guarded) {
    const { method, path, body }: Operation = operations[id]
    const at = (ids: typeof mine) => path.replace(/\{(\w+)\}/g, (_whole, name: keyof typeof mine) => ids[name])
    const sent = body ? { body: bodies[id] ?? { payload: '1' } } : {}
    for (const credential of [null, { userId: '', key: 'scce_00' }, { userId: '', key: newKey().text }, revoked, { userId: '', key: over }])
      expect([id, await call(method, at(mine), { as: credential, ...sent })]).toMatchObject([
        id,
        refused(401, 'Unauthorized', 'Not authorized request.'),
      ])
    if (!/\{(Build|Task|Core|Key|User)ID\}/.test(path)) continue
    const foreign = await call(method, at(mine), { as: stranger, ...sent })
    const nobody = await call(method, at(unknown), { as: stranger, ...sent })
    expect([id, foreign.status, foreign.json]).toEqual([id, 404, nobody.json])
    expect(nobody.status).toBe(404)
  }
})
test('a key is accepted raw, as Bearer and as X-API-Key, and never in the query', async () => {
  const { key, userId } = platform.owner
  for (const headers of [{ authorization: key }, { authorization: `Bearer ${key}` }, { authorization: `bearer  ${key}` }, { 'x-api-key': key }])
    expect((await platform.call('GET', '/users/me', { as: null, headers: headers as never })).json.UserID).toBe(userId)
  expect((await platform.call('GET', `/users/me?api_key=${key}`, { as: null })).status).toBe(401)
})
test('a key is shown once, masked in lists, and deleted by its id or by its text without the prefix', async () => {
  const { call } = platform
  const made = (await call('POST', '/keys', { body: { Name: 'laptop', ValidUntil: 4_102_444_800 } })).json
  expect(made).toMatchObject({ Object: 'Key', Name: 'laptop', ValidUntil: 4_102_444_800, Key: expect.stringMatching(/^scce_[a-f0-9_]+$/) })
  const listed = (await call('GET', '/keys')).json
  expect(listed.Keys.find(({ KeyID }: { KeyID: string }) => KeyID === made.KeyID)).toEqual({ ...made, Key: `scce_${made.KeyID.slice(0, 4)}…` })
  for (const text of [made.Key, made.Key.slice('scce_'.length).replaceAll('_', '')])
    expect(await call('DELETE', `/keys/${text}`)).toMatchObject(refused(400, 'Bad Request', "Missing or malformed 'KeyID' field"))
  expect((await call('DELETE', `/keys/${made.Key.slice('scce_'.length)}`)).json).toEqual({ message: 'OK' })
  expect(await call('DELETE', `/keys/${made.KeyID}`)).toMatchObject({ status: 404, json: ERROR_EXAMPLES.keyNotFound.toJSON() })
})

test('the last key that is valid stays: keys that are over do not count, and two deletes at once leave one', async () => {
  const { call } = platform
  let as = await platform.account()
  const [{ KeyID: first }] = (await call('GET', '/keys', { as })).json.Keys
  const lastKey = { status: 409, json: ERROR_EXAMPLES.lastKey.toJSON() }
  expect(await call('DELETE', `/keys/${first}`, { as })).toMatchObject(lastKey)
  const { key: over } = await platform.database.transaction((tx) => createKey(tx, as.userId, 'over', 1))
  expect(await call('DELETE', `/keys/${first}`, { as })).toMatchObject(lastKey)
  expect((await call('DELETE', `/keys/${over.keyId}`, { as })).status).toBe(200)
  for (let round = 0; round < 5; round++) {
    const { KeyID, Key } = (await call('POST', '/keys', { as, body: { Name: 'second', ValidUntil: null } })).json
    const [{ KeyID: other }] = (await call('GET', '/keys', { as })).json.Keys.filter((key: { KeyID: string }) => key.KeyID !== KeyID)
    const answers = await Promise.all([other, KeyID].map((id) => call('DELETE', `/keys/${id}`, { as })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    if (answers[0]?.status === 200) as = { ...as, key: Key }
    expect((await call('GET', '/keys', { as })).json.Count).toBe(1)
  }
})
test('a key that is over before it begins is refused', async () => {
  const { call } = platform
  const past = Math.floor(Date.now() / 1000) - 1
  for (const ValidUntil of [0, 1, past, past + 0.5])
    expect(await call('POST', '/keys', { body: { Name: 'over', ValidUntil } })).toMatchObject(
      refused(400, 'Bad Request', "Missing or malformed 'ValidUntil' field: later than now"),
    )
  expect((await call('POST', '/keys', { body: { Name: 'soon', ValidUntil: past + 3600 } })).status).toBe(201)
})

test.each([
  ['GET', '/cores/', 'CoreID'],
  ['GET', '/builds//tasks', 'BuildID'],
  ['POST', '/tasks//cancel', 'TaskID'],
  ['GET', '/tasks//output/Stdout', 'TaskID'],
  ['DELETE', '/keys/', 'KeyID'],
])('%s %s says which parameter is missing', async (method, url, parameter) => {
  expect(await platform.call(method, url)).toMatchObject(refused(400, 'Bad Request', `Missing path parameter '${parameter}'`))
})
test('leading slashes may be doubled', async () => {
  expect((await platform.call('GET', '//users/me')).json.UserID).toBe(platform.owner.userId)
})
test.each([
  [undefined, 'Empty request body'],
  ['null', 'Empty request body'],
  ['  ', 'Empty request body'],
  ['{', 'Malformed JSON in request body'],
  ['{"__proto__":{}}', 'Malformed JSON in request body'],
  ['{}', "Missing or malformed 'Code' field"],
  ['{"Code":"x{}"}', "Missing or malformed 'Language' field"],
  ['{"Code":"x{}","Language":"Ada"}', "Missing or malformed 'Language' field: one of C, C++, Fortran"],
  ['{"Code":7,"Language":"C"}', "Missing or malformed 'Code' field"],
  ['{"Code":"a\\u0000b","Language":"C"}', "Missing or malformed 'Code' field"],
  ['{"Code":"a\\ud800b","Language":"C"}', "Missing or malformed 'Code' field"],
  ['{"Code":"x{}","Language":"C","Arguments":"\\"open"}', "Missing or malformed 'Arguments' field"],
  [
    '{"Code":"x{}","Language":"C","TraceVariables":[{"File":"a","LineNumber":-1,"Expression":"x"}]}',
    "Missing or malformed 'LineNumber' field: at least 0",
  ],
  [`{"Code":"x{}","Language":"C","Name":"${'n'.repeat(201)}"}`, "Missing or malformed 'Name' field: at most 200 characters"],
  [`{"Code":"x{}","Language":"C","DataSources":[${Array(6).fill('{}').join()}]}`, "Missing or malformed 'DataSources' field: at most 5 entries"],
  ['{"Code":"x{}","Language":"C","DataSources":[{"ResourceType":"Bucket","ResourceID":"b"}]}', "Missing or malformed 'Location' field"],
  [
    '{"Code":"x{}","Language":"C","DataSources":[{"ResourceType":"CredenceCloudStorage","ResourceID":"credence-cloud-storage:/usr_0"}]}',
    "Missing or malformed 'ResourceID' field",
  ],
  ['{"Code":"end","Language":"FORTRAN"}', 'This platform has no Fortran compiler; GET /health/compiler says how to get one'],
])('POST /sourcecode/builds with %s is a bad request', async (body, message) => {
  expect(await platform.call('POST', '/sourcecode/builds', { body, headers: { 'content-type': 'application/json' } })).toMatchObject(
    refused(400, 'Bad Request', message),
  )
})
test('a core that nobody has is not found', async () => {
  const body = { Code: '{}', Language: 'C', CoreID: newId('core') }
  expect(await platform.call('POST', '/sourcecode/builds', { body })).toMatchObject(refused(404, 'Not Found', 'Core not found'))
})
test('source code may be Base64, and read-only and unknown fields are ignored', async () => {
  const body = {
    Code: Buffer.from('int main(void) {}').toString('base64'),
    Language: 'C',
    Owner: 'usr_x',
    Status: 'Completed',
    Colour: 'red',
    Object: 'SourceCode',
  }
  const { json } = await platform.call('POST', '/sourcecode/builds?DiscoverVariables=true', { body })
  const build = (await platform.call('GET', `/builds/${json.BuildID}`)).json
  expect(build).toMatchObject({
    Owner: platform.owner.userId,
    Application: { Type: 'SourceCode', SourceCode: { Code: 'int main(void) {}', Language: 'C', Arguments: '' } },
  })
})
test('bodies are strict and queries are coerced', async () => {
  const core = { Name: 'n', Class: 'C0', Microarchitecture: 'Athens', CorrelationTracking: 'autocorrelation', Precision: '64', MemorySize: 256_000 }
  expect(await platform.call('POST', '/cores', { body: core })).toMatchObject(refused(400, 'Bad Request', "Missing or malformed 'Precision' field"))
  expect((await platform.call('POST', '/samples?count=5', { body: { payload: '2.5' } })).json).toEqual({
    Samples: [2.5, 2.5, 2.5, 2.5, 2.5],
    Count: 5,
  })
})
test.each<readonly [method: string, url: string, field: string, wanted: string]>([
  ['GET', '/builds?limit=1e400', 'limit', ': an integer from 1 to 500'],
  ...['-1e400', '1e3', '%205', '0x10', '%2B5', '100001'].map(
    (count) => ['POST', `/samples?count=${count}`, 'count', ': an integer from 0 to 100000'] as const,
  ),
  ['POST', '/plot?xLimMin=1e400', 'xLimMin', ': a number'],
  ['POST', '/plot?xLimMin=0x10', 'xLimMin', ': a number'],
  ['GET', '/repositories/lookup?remoteURL=a%00b', 'remoteURL', ''],
  ['GET', '/builds?startKey=%00', 'startKey', ''],
  ['GET', '/files?path=a&startKey=b%00', 'startKey', ''],
])('%s %s is a bad request', async (method, url, field, wanted) => {
  const body = method === 'POST' ? { body: { payload: '1' } } : {}
  expect(await platform.call(method, url, body)).toMatchObject(refused(400, 'Bad Request', `Missing or malformed '${field}' field${wanted}`))
})
test('a body that is too large or of another type is refused in the same form', async () => {
  const large = { Code: 'x'.repeat(3_000_000), Language: 'C' }
  expect(await platform.call('POST', '/sourcecode/builds', { body: large })).toMatchObject({
    status: 413,
    json: ERROR_EXAMPLES.bodyTooLarge.toJSON(),
  })
  expect(await platform.call('POST', '/keys', { body: 'Name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } })).toMatchObject({
    status: 415,
  })
})
test('an empty body with a JSON content type is no body', async () => {
  const headers = { 'content-type': 'application/json' }
  expect((await platform.call('GET', '/builds', { headers })).status).toBe(200)
  expect((await platform.call('GET', '/builds', { headers, body: '{"any":"thing"}' })).status).toBe(200)
  expect((await platform.call('POST', `/builds/${await platform.build('exit 0')}/tasks`, { headers })).status).toBe(202)
})
test('a GET of samples reads its body, and POST does the same', async () => {
  for (const method of ['GET', 'POST'])
    for (const body of [{ payload: '7' }, { UxValue: '7' }])
      expect((await platform.call(method, '/samples?count=2', { body })).json).toEqual({ Samples: [7, 7], Count: 2 })
  expect((await platform.call('GET', '/samples?count=1&payload=7')).json).toEqual({ Samples: [7], Count: 1 })
  expect((await platform.call('GET', '/samples', { body: { payload: '7' } })).json.Count).toBe(1000)
  expect((await platform.call('POST', '/samples?count=1', { body: { payload: 'nan' } })).json.Samples).toEqual(['NaN'])
  expect((await platform.call('POST', '/samples')).json.message).toBe('Empty request body')
  const ux = `1.5Ux0400000000000000013FF800000000000000000002${'3FF0000000000000'}${HALF}${'4000000000000000'}${HALF}`
  expect((await platform.call('POST', '/samples?count=2', { body: { payload: ux } })).status).toBe(200)
  const cut = [ux.slice(0, -1), ux.slice(0, -16), ux.slice(5), ux.slice(5, -16), `1.0Ux04${'0'.repeat(40)}`]
  for (const payload of ['', 'xyz', 'Ux04', `1.0Ux04${'f'.repeat(40)}`, ...cut])
    expect(await platform.call('POST', '/samples', { body: { payload } })).toMatchObject(
      refused(400, 'Bad Request', "Missing or malformed 'payload' field"),
    )
})
test('a plot is stored behind a link of seven days less a second', async () => {
  const { status, json } = await platform.call('POST', '/plot?xAxisLabel=x', { body: { payload: '1' } })
  expect(status).toBe(201)
  expect(json.presignedURL).toMatch(/X-Amz-Expires=604799/)
  const png = await platform.follow(json.presignedURL)
  expect([png.headers['content-type'], png.rawPayload.subarray(1, 4).toString()]).toEqual(['image/png', 'PNG'])
})
test('a plot in the style of pages is a figure; another style is refused', async () => {
  const half = '4000000000000000'
  const ux = `1.5Ux0400000000000000013FF8000000000000000000023FF0000000000000${half}4000000000000000${half}`
  const { json } = await platform.call('POST', '/plot?style=figure', { body: { payload: ux } })
  const { rawPayload } = await platform.follow(json.presignedURL)
  expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([960, 360])
  expect(await platform.call('POST', '/plot?style=oil', { body: { payload: ux } })).toMatchObject(
    refused(400, 'Bad Request', "Missing or malformed 'style' field: one of labelled, figure"),
  )
})

test('a plot whose limits leave nothing between them is refused, by the names of both', async () => {
  for (const axis of ['x', 'y'])
    expect(await platform.call('POST', `/plot?${axis}LimMin=9&${axis}LimMax=3`, { body: { payload: '1' } })).toMatchObject(
      refused(400, 'Bad Request', `Missing or malformed '${axis}LimMax' field: a number above ${axis}LimMin`),
    )
})

test('every answer has a request id: the client’s where it is plain, else a new one', async () => {
  expect((await platform.call('GET', '/nowhere', { headers: { 'x-request-id': 'abc-1=' } })).headers['x-request-id']).toBe('abc-1=')
  expect((await platform.call('GET', '/users/me', { headers: { 'x-request-id': 'a b' } })).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})
test('answers are data and no documents, and what carries the host that was asked varies by it', async () => {
  for (const path of ['/health', '/users/me', '/nowhere', '/openapi.json'])
    expect((await platform.call('GET', path)).headers, path).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
  expect((await platform.call('GET', '/openapi.json')).headers['vary']).toBe('host, accept-encoding')
})
test('what is answered to a key is stored by no cache that others read, whichever header the key is in and whatever the answer', async () => {
  const { key } = platform.owner
  for (const headers of [{ authorization: key }, { 'x-api-key': key }, { 'x-api-key': newKey().text }] as Record<string, string>[])
    for (const path of ['/users/me', '/builds', `/builds/${'0'.repeat(32)}`])
      expect((await platform.call('GET', path, { as: null, headers })).headers['cache-control'], path).toBe('private, no-cache')
  expect((await platform.call('GET', '/health', { as: null })).headers['cache-control']).toBeUndefined()
})
test('browsers of any origin may call, and preflight needs no credential', async () => {
  const preflight = await platform.call('OPTIONS', '/builds', {
    as: null,
    headers: { origin: 'https://elsewhere', 'access-control-request-method': 'POST' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': expect.stringContaining('X-API-Key'),
  })
  expect((await platform.call('GET', '/users/me', { as: null })).headers['access-control-allow-origin']).toBe('*')
})
test('an unknown path is JSON for programs and a page for browsers, and a wrong method names the right ones', async () => {
  expect(await platform.call('GET', '/nowhere')).toMatchObject(refused(404, 'Not Found', 'No such path'))
  const page = await platform.call('GET', '/nowhere/', { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
  expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  const wrong = await platform.call('PUT', '/builds')
  expect([wrong.status, wrong.json.error, wrong.headers['allow']]).toEqual([405, 'Method Not Allowed', 'GET, HEAD'])
  expect((await platform.call('GET', '/tasks/%zz')).status).toBe(400)
  expect((await platform.call('GET', '/tasks/%00')).status).toBe(400)
})
test('every status that an operation answers to what is wrong is in the document', async () => {
  const { paths } = (await platform.call('GET', '/openapi.json', { as: null })).json
  const large = Buffer.from(JSON.stringify({ Name: 'x'.repeat(LIMITS.request.bodyBytes) }))
  const ids = {
    BuildID: newId('build'),
    TaskID: newId('task'),
    CoreID: newId('core'),
    KeyID: 'f'.repeat(32),
    UserID: newId('user'),
    Stream: 'Stdout',
    service: 'database',
    path: 'user',
  }
  let asked = 0
  for (const [path, methods] of Object.entries<Record<string, { responses: object; requestBody?: object; security?: object[] }>>(paths)) {
    const url = path.replace(/\{(\w+)\}/g, (_whole, name: keyof typeof ids) => ids[name])
    for (const [method, { responses, requestBody, security }] of Object.entries(methods)) {
      const ask = async (body: unknown, type: string, as = platform.owner) =>
        (await platform.call(method.toUpperCase(), url, { as, body, headers: { 'content-type': type } })).status
      const statuses = [
        await ask(large, 'application/json'),
        await ask('Name=x', 'application/x-www-form-urlencoded'),
        await ask('x', 'no type'),
        await ask('{', 'application/json'),
        await ask('['.repeat(1000), 'application/json'),
      ]
      for (const status of statuses)
        expect([method, path, status, Object.keys(responses)]).toEqual([method, path, status, expect.arrayContaining([String(status)])])
      const [only] = security?.length === 1 ? Object.keys(security[0]!) : [] // an API key is refused before anything is read
      if (only !== undefined) expect([method, path, statuses[0]]).toEqual([method, path, only === 'Bearer' ? 403 : 401])
      else if (requestBody) expect([method, path, statuses[0]]).toEqual([method, path, 413])
      else expect([method, path, statuses.filter((status) => status === 413 || status === 415)]).toEqual([method, path, []]) // it is not read
      if (requestBody && only === undefined) expect([method, path, ...statuses.slice(1)]).toEqual([method, path, 415, 415, 400, 400])
      asked++
      const other = ['PUT', 'PATCH', 'DELETE'].find((name) => !(name.toLowerCase() in methods))
      if (other === undefined) continue
      const wrong = await platform.call(other, url)
      expect([wrong.status, Object.keys(responses)]).toEqual([405, expect.arrayContaining(['405'])])
    }
  }
  expect(asked).toBeGreaterThan(20)
})
test('Accept decides between page and JSON', () => {
  expect([undefined, '*/*', 'application/json', 'text/html;q=0.5,application/json'].map(prefersHtml)).toEqual([false, false, false, false])
  expect(['text/html', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'].map(prefersHtml)).toEqual([true, true])
})
test('the site is served at / when it is built, and nothing outside it', async () => {
  expect((await platform.call('GET', '/', { as: null })).text).toContain('<h1>Credence</h1>')
  const folder = platform.config.docsFolder as string
  mkdirSync(join(folder, 'docs/api'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<h1>Docs</h1>')
  writeFileSync(join(folder, 'docs/api/index.html'), 'api')
  expect((await platform.call('GET', '/', { as: null })).text).toBe('<h1>Docs</h1>')
  expect((await platform.call('GET', '/docs/api/', { as: null })).text).toBe('api')
  expect(existsSync(join(platform.config.home, 'objects/whole/nothing'))).toBe(true)
  for (const path of ['/../objects/whole/nothing', '/..%2fobjects/whole/nothing', '/%2e%2e/objects/whole/nothing'])
    expect((await platform.call('GET', path, { as: null })).status).toBe(404)
})
test('the OpenAPI document names this host', async () => {
  const { json } = await platform.call('GET', '/openapi.json', { as: null })
  expect([json.openapi, json.servers[0].url]).toEqual(['3.1.0', 'http://localhost:80'])
})
test('health tries every service, and one can be asked alone', async () => {
  const { json } = await platform.call('GET', '/health', { as: null })
  expect(json.services.map(({ service, status }: { service: string; status: string }) => [service, status])).toEqual([
    ['database', 'healthy'],
    ['queue', 'healthy'],
    ['objects', 'healthy'],
    ['compiler', 'healthy'],
    ['runner', 'healthy'],
    ['git', 'healthy'],
  ])
  expect((await platform.call('GET', '/health/runner', { as: null })).json).toMatchObject({
    service: 'runner',
    details: { isolation: 'process', workers: 1 },
  })
  expect(await platform.call('GET', '/health/kitchen', { as: null })).toMatchObject(refused(404, 'Not Found', 'Service not found'))
})
test('no log line holds what users sent, nor a credential', async () => {
  const lines: string[] = []
  const write = (event: object, sentence: string) => void lines.push(JSON.stringify(event), sentence)
  const heard = await openTestPlatform(server, { log: { info: write, warn: write, error: write } })
  const marked = 'MARKED'
  const buildId = (await heard.call('POST', '/sourcecode/builds', { body: { Code: `print ${marked}`, Language: 'C', Arguments: marked } })).json
    .BuildID
  await heard.until(`/builds/${buildId}`, 'Completed')
  await heard.until(`/tasks/${await heard.task(buildId, { Arguments: marked })}`, 'Completed')
  await heard.call('POST', '/samples', { body: { payload: marked } })
  await heard.call('DELETE', `/keys/${heard.owner.key.slice(5)}_${marked}`)
  await heard.call('GET', `/${marked}?${marked}=${marked}`, { headers: { 'user-agent': marked } })
  await heard.database.query({ text: 'alter table build rename to gone' })
  await heard.call('GET', `/builds/${marked}`)
  await heard.close()
  const text = lines.join('\n')
  expect(text).toContain('http.answered')
  expect(text).toContain('http.failed')
  expect(text).not.toContain(marked)
  expect(text).not.toContain(heard.owner.key.slice(42))
})
test('a database that fails is a 500 that says nothing about it', async () => {
  const broken = await openTestPlatform(server, { workers: 0 })
  await broken.database.query({ text: 'alter table build rename to gone' })
  expect(await broken.call('GET', '/builds')).toMatchObject(refused(500, 'Internal Server Error', 'Database error. Please contact support.'))
  await broken.close()
})
