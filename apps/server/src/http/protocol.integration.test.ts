// What reaches the API besides well-formed requests: other methods, other encodings, too much, too slow, and a proxy before it.
import { request as httpRequest } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { errors, LIMITS, STATUSES } from '@credence/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type TestPlatform } from '../testing/platform.ts'

let server: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  server = await openTestDatabase()
  platform = await openTestPlatform(server)
  await platform.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await platform.close()
  await server.close()
})
const JSON_TYPE = { 'content-type': 'application/json' }
const messageOf = (reply: { status: number; json: { message?: string } }) => [reply.status, reply.json?.message]

test.each([
  ['PUT', '/builds', 'GET, HEAD', 'Use GET on this path'],
  ['GET', '/plot', 'POST', 'Use POST on this path'],
  ['HEAD', '/samples', 'GET, POST', undefined],
  ['PUT', '/mcp', 'POST', 'Use POST on this path'],
  ['GET', '/docs-ai/chat', 'POST', 'Use POST on this path'],
  ['POST', '/openapi.json', 'GET, HEAD', 'Use GET on this path'],
  ['DELETE', '/objects/some/thing', 'GET, HEAD, PUT', 'Use GET or PUT on this path'],
])('%s %s names the methods that the path has', async (method, path, allow, message) => {
  const reply = await platform.call(method, path)
  expect([reply.status, reply.headers['allow']]).toEqual([405, allow])
  if (message !== undefined) expect(reply.json).toEqual({ error: 'Method Not Allowed', message })
})

test('a request names one host, and is refused in words where it names none or two', async () => {
  const ask = (lines: string) =>
    new Promise<string>((done) => {
      let heard = ''
      const socket = connect((platform.app.server.address() as AddressInfo).port, '127.0.0.1')
      socket.on('data', (bytes) => (heard += bytes)).on('close', () => done(heard))
      socket.write(`GET /health/database HTTP/${lines}\r\nConnection: close\r\n\r\n`)
    })
  for (const lines of ['1.1', '1.1\r\nHost: a\r\nhost: b', '1.1\r\nHost: a\r\nHost: a', '1.0\r\nHost: a\r\nHost: b'])
    expect(await ask(lines), lines).toMatch(/^HTTP\/1\.1 400 [\s\S]*\{"error":"Bad Request","message":"Malformed HTTP request"\}$/)
  for (const lines of ['1.1\r\nHost: a', '1.1\r\nHost: ', '1.0', '1.0\r\nHost: a']) expect(await ask(lines), lines).toMatch(/^HTTP\/1\.1 200 /)
})

test('an id that is longer than a router takes is an unknown one', async () => {
  expect(messageOf(await platform.call('GET', `/builds/${'a'.repeat(5000)}`))).toEqual([404, 'No such path'])
})

test('a time that no date can be is refused', async () => {
  const create = async (ValidUntil: number) => messageOf(await platform.call('POST', '/keys', { body: { Name: 'k', ValidUntil } }))
  expect(await create(8.64e12)).toEqual([201, undefined])
  for (const late of [8.64e12 + 1, 1e26, 1e308])
    expect(await create(late)).toEqual([400, "Missing or malformed 'ValidUntil' field: at most 8640000000000"])
})

test.each(['QUERY', 'PROPFIND', 'FOO', 'get'])('%s is a method that no path has', async (method) => {
  const ask = (path: string) =>
    new Promise<string>((done) => {
      let heard = ''
      const socket = connect((platform.app.server.address() as AddressInfo).port, '127.0.0.1')
      socket.on('data', (bytes) => (heard += bytes)).on('close', () => done(heard))
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`)
    })
  for (const path of ['/builds', '//builds?status=Done', '/health/%7a'])
    expect(await ask(path), path).toMatch(/^HTTP\/1\.1 405 [\s\S]*\nallow: GET, HEAD\r\n[\s\S]*"Use GET on this path"/)
  for (const path of ['/nowhere', '/builds/x/y']) expect(await ask(path), path).toMatch(/^HTTP\/1\.1 404 [\s\S]*"No such path"/)
  expect(await ask('/health/%zz')).toMatch(/^HTTP\/1\.1 400 [\s\S]*'path' field/)
})

test('HEAD answers what GET does, without the body', async () => {
  for (const path of ['/users/me', '/builds', '/health', '/openapi.json']) {
    const [get, head] = [await platform.call('GET', path), await platform.call('HEAD', path)]
    expect([path, head.status, head.text, head.headers['content-type']]).toEqual([path, 200, '', get.headers['content-type']])
  }
  expect((await platform.call('HEAD', '/users/me', { as: null })).status).toBe(401)
})

test('a refused credential says which kind is wanted', async () => {
  expect((await platform.call('GET', '/users/me', { as: null })).headers['www-authenticate']).toBe('Bearer')
})

test('a byte order mark is skipped, and bytes that are not UTF-8 are refused instead of replaced', async () => {
  const body = JSON.stringify({ payload: '7' })
  const send = (bytes: Buffer) => platform.call('POST', '/samples?count=1', { body: bytes, headers: JSON_TYPE })
  expect((await send(Buffer.from(`\uFEFF${body}`))).json).toEqual({ Samples: [7], Count: 1 })
  const latin1 = Buffer.from('{"payload":"7","Note":"\xe9"}', 'latin1')
  expect(messageOf(await send(latin1))).toEqual([400, 'Malformed JSON in request body'])
})

test('a body that is encoded is refused, and the answer says how it is read', async () => {
  const plain = JSON.stringify({ payload: '7' })
  const send = (path: string, body: string | Buffer, encoding: string) =>
    platform.call('POST', path, { body, headers: { ...JSON_TYPE, 'content-encoding': encoding } })
  for (const path of ['/samples', '/keys', '/mcp', '/docs-ai/chat'])
    for (const encoding of ['gzip', 'deflate', 'br', 'identity, gzip']) {
      const reply = await send(path, gzipSync(plain), encoding)
      expect([path, reply.headers['accept-encoding'], ...messageOf(reply)]).toEqual([
        path,
        'identity',
        415,
        'Send the body as it is: the only Content-Encoding that is read is identity',
      ])
    }
  for (const encoding of ['', 'identity', 'Identity']) expect((await send('/samples?count=1', plain, encoding)).json.Samples).toEqual([7])
  expect((await platform.call('GET', '/builds', { body: gzipSync(plain), headers: { ...JSON_TYPE, 'content-encoding': 'gzip' } })).status).toBe(200)
})

test('JSON that is nested without end, or names a field twice, is a bad request, wherever it is sent', async () => {
  const deep = `{"payload":"7","Note":${'['.repeat(200_000)}"\\u0041"${']'.repeat(200_000)}}`
  for (const path of ['/samples', '/keys', '/sourcecode/builds', '/mcp'])
    expect([
      path,
      ...messageOf(await platform.call('POST', path, { body: path === '/mcp' ? deep.slice(0, 200_000) : deep, headers: JSON_TYPE })),
    ]).toEqual([path, 400, `The request body is nested more than ${LIMITS.request.jsonDepth} levels deep`])
  expect(messageOf(await platform.call('POST', '/samples', { body: '{"payload":"7","payload":"8"}', headers: JSON_TYPE }))).toEqual([
    400,
    "The 'payload' field stands twice in one object of the request body",
  ])
  const key = (text: string) => platform.call('POST', '/keys', { body: `{"Name":"n","ValidUntil":${text}}`, headers: JSON_TYPE })
  for (const text of ['1e999', '-1e999', '[1e999]']) expect(messageOf(await key(text))).toEqual([400, "Missing or malformed 'ValidUntil' field"])
  const long = `{"Code":"x{}","Language":"C","DataSources":[${'0,'.repeat(900_000)}0]}`
  expect(messageOf(await platform.call('POST', '/sourcecode/builds', { body: long, headers: JSON_TYPE }))).toEqual([
    400,
    "Missing or malformed 'DataSources' field: at most 5 entries",
  ])
})

test('the field nearest to the fault is named, with the limit that it is beyond', async () => {
  const code = { Code: 'x{}', Language: 'C' }
  const source = { Location: 'a', ResourceID: 'x', ResourceType: 'Bucket' }
  const trace = { File: 'a', LineNumber: 1, Expression: 'x' }
  for (const [body, field, limit = ''] of [
    [{ DataSources: [{ ...source, ResourceType: 'Shelf' }] }, 'ResourceType', ': one of Gateway, Bucket, Drive, CredenceCloudStorage'],
    [{ DataSources: Array(6).fill(source) }, 'DataSources', ': at most 5 entries'],
    [{ DataSources: source }, 'DataSources'],
    [{ TraceVariables: [trace, { ...trace, LineNumber: 1.5 }] }, 'LineNumber'],
    [{ TraceVariables: [{ ...trace, Expression: undefined }] }, 'Expression'],
  ] as const)
    expect(messageOf(await platform.call('POST', '/sourcecode/builds', { body: { ...code, ...body } }))).toEqual([
      400,
      `Missing or malformed '${field}' field${limit}`,
    ])
})

test('a word that is none of a list is refused with the list', async () => {
  const core = { Name: 'c', Class: 'C0', Microarchitecture: 'Athens', CorrelationTracking: 'Disable', Precision: 64, MemorySize: 256_000 }
  const key = { as: platform.owner }
  for (const [method, path, body, field, words] of [
    ['POST', '/cores', { ...core, Class: 'C9' }, 'Class', ''],
    ['POST', '/cores', { ...core, CorrelationTracking: 'Auto' }, 'CorrelationTracking', ': one of Autocorrelation, Disable'],
    ['POST', '/cores', { ...core, Microarchitecture: 'Jupiter' }, 'Microarchitecture', ''], // clients know both texts as they stand
    ['POST', '/sourcecode/builds', { Code: 'x{}', Language: '' }, 'Language', ': one of C, C++, Fortran'],
    ['GET', '/builds?status=Completed&status=Done', undefined, 'status', `: one of ${STATUSES.join(', ')}`],
    ['POST', '/plot?style=round', { payload: '7' }, 'style', ': one of labelled, figure'],
    ['GET', '/cores?default=maybe', undefined, 'default', ': true or false'],
    ['GET', `/tasks/tsk_${'0'.repeat(32)}/output/Stdin`, undefined, 'Stream', ': one of Stdout, Stderr'],
    [
      'POST',
      '/drives',
      { Name: 'd', DataSources: [{ Location: 'a', ResourceID: 'x', ResourceType: 'Drive' }] },
      'ResourceType',
      ': one of Gateway, Bucket, CredenceCloudStorage',
    ],
  ] as const)
    expect(messageOf(await platform.call(method, path, { ...key, ...(body && { body }) }))).toEqual([
      400,
      `Missing or malformed '${field}' field${words}`,
    ])
})

test('CONNECT, which asks a proxy for a tunnel, is answered like any other method that there is not', async () => {
  const ask = (target: string) =>
    new Promise<string>((done) => {
      let heard = ''
      const socket = connect((platform.app.server.address() as AddressInfo).port, '127.0.0.1')
      socket.on('data', (bytes) => (heard += bytes)).on('close', () => done(heard))
      socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: example.com\r\n\r\nwhat goes through the tunnel`)
    })
  expect(await ask('example.com:443')).toMatch(
    /^HTTP\/1\.1 405 [\s\S]*\nallow: GET, POST, PUT, PATCH, DELETE\r\n[\s\S]*\{"error":"Method Not Allowed","message":"Use .*"\}$/,
  )
  expect(await ask('/builds')).toMatch(/^HTTP\/1\.1 405 [\s\S]*\nallow: GET, HEAD\r\n[\s\S]*"Use GET on this path"/)
  expect(await ask('/nowhere')).toMatch(/^HTTP\/1\.1 404 [\s\S]*"No such path"/)
})

test('what is too large is refused with its limit', async () => {
  const { sourceBytes } = platform.config.limits
  const build = (body: object) => platform.call('POST', '/sourcecode/builds', { body: { Code: 'x{}', Language: 'C', ...body } })
  expect((await build({ Code: 'x'.repeat(sourceBytes) })).status).toBe(202)
  expect(messageOf(await build({ Code: 'x'.repeat(sourceBytes + 1) }))).toEqual([400, `The 'Code' field is larger than ${sourceBytes} bytes`])
  const most = LIMITS.request.argumentsBytes
  expect((await build({ Arguments: 'x'.repeat(most) })).status).toBe(202)
  expect(messageOf(await build({ Arguments: 'x'.repeat(most + 1) }))).toEqual([400, `The 'Arguments' field is larger than ${most} bytes`])
  const large = Buffer.from(JSON.stringify({ payload: ' '.repeat(LIMITS.request.bodyBytes) }))
  expect(messageOf(await platform.call('POST', '/samples', { body: large, headers: JSON_TYPE }))).toEqual([
    413,
    `The request body is larger than ${LIMITS.request.bodyBytes} bytes`,
  ])
})

test('the connection of a body that was refused stays, so that whoever still sends it gets the answer', async () => {
  const socket = connect((platform.app.server.address() as AddressInfo).port, '127.0.0.1')
  const headers = `Host: localhost\r\nAuthorization: ${platform.owner.key}\r\nContent-Type: application/json`
  let heard = ''
  socket.on('data', (bytes) => (heard += bytes)).on('error', (cause) => (heard += cause.message))
  socket.write(`GET /samples HTTP/1.1\r\n${headers}\r\nContent-Length: ${LIMITS.request.bodyBytes + 1}\r\n\r\n{`)
  await expect.poll(() => heard).toMatch(/^HTTP\/1\.1 413 [\s\S]*\}$/)
  expect(heard).not.toMatch(/connection: close/i)
  socket.destroy()
})
test.each([
  ['2026-01-02', 200],
  ['2026-01-02T03:04', 200],
  ['2026-01-02T03:04:05.678Z', 200],
  ['2026-01-02T03:04:05+0200', 200],
  ['2026-01-02T03:04:05 02:00', 200],
  ['1767323045678', 200],
  ['', 200],
  ['2026-02-30', 400],
  ['2026-13-01', 400],
  ['2026-01-02 at noon', 400],
  ['yesterday', 400],
])('from=%s is answered with %i', async (from, status) => {
  expect((await platform.call('GET', `/builds?from=${encodeURIComponent(from)}`)).status).toBe(status)
})

test('a parameter that an operation does not know is ignored, and a boolean is read in any case', async () => {
  const buildId = await platform.build('exit 0')
  for (const query of ['status=Completed', 'status=Nonsense', 'startKey=', 'noexpand=True'])
    expect((await platform.call('GET', `/builds/${buildId}/tasks?${query}`)).status, query).toBe(200)
  expect((await platform.call('GET', '/cores?default=TRUE')).json.Count).toBeGreaterThan(20)
})

test('an empty startKey asks every list for its first page', async () => {
  const build = `/builds/${await platform.build('print x')}`
  const task = `/tasks/${await platform.task(build.replace('/builds/', ''))}`
  const own = ['/cores', '/repositories', '/builds', '/tasks', '/buckets', '/drives', '/files']
  for (const list of [...own, `${build}/tasks`, `${build}/variables`, `${task}/values`])
    expect((await platform.call('GET', `${list}?startKey=`)).status, list).toBe(200)
})

test('a time without a zone is UTC, wherever the server stands', async () => {
  const buildId = await platform.build('exit 0')
  const { CreatedAt } = (await platform.call('GET', `/builds/${buildId}`)).json
  const local = new Date(CreatedAt).toISOString().replace('Z', '')
  const { Builds } = (await platform.call('GET', `/builds?from=${local}&to=${local}`)).json
  expect(Builds.map((build: { BuildID: string }) => build.BuildID)).toEqual([buildId])
})

test('a link answers HEAD, tags that a proxy weakened, and never a part of what the client does not hold', async () => {
  const taskId = await platform.task(await platform.build('print hello', 'exit 0'))
  await platform.until(`/tasks/${taskId}`, 'Completed')
  const { Stdout } = (await platform.call('GET', `/tasks/${taskId}/outputs`)).json
  const whole = await platform.follow(Stdout)
  const etag = String(whole.headers['etag'])
  expect(whole.body.length).toBeGreaterThan(3)
  const { host, pathname, search } = new URL(Stdout)
  const head = await platform.app.inject({ method: 'HEAD', url: pathname + search, headers: { host } })
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', String(whole.rawPayload.length)])
  for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
    expect((await platform.follow(Stdout, { 'if-none-match': held })).statusCode).toBe(304)
  expect((await platform.follow(Stdout, { range: 'bytes=0-1', 'if-range': etag })).statusCode).toBe(206)
  const other = await platform.follow(Stdout, { range: 'bytes=0-1', 'if-range': '"other"' })
  expect([other.statusCode, other.body]).toEqual([200, whole.body])
})

test('two changes of one core at the same time are both kept', async () => {
  const wanted = { Name: 'n', Class: 'C0', Microarchitecture: 'Athens', CorrelationTracking: 'Disable', Precision: 32, MemorySize: 256_000 }
  const { CoreID } = (await platform.call('POST', '/cores', { body: wanted })).json
  for (let round = 1; round <= 8; round++) {
    const changes = [{ Name: `n${round}` }, { Precision: 32 + round }, { MemorySize: 256_000 + round }]
    await Promise.all(changes.map((body) => platform.call('PATCH', `/cores/${CoreID}`, { body })))
    expect((await platform.call('GET', `/cores/${CoreID}`)).json).toMatchObject(Object.assign({}, ...changes))
  }
})

/** Bytes as they are, and what comes back until the connection ends. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect((platform.app.server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(text))
    let reply = ''
    socket.on('data', (bytes) => {
      reply += bytes
    })
    socket.on('close', () => resolve(reply))
    socket.on('error', reject)
  })

test('what is not HTTP, and more headers than fit, are answered in JSON and closed', async () => {
  const [head = '', body] = (await raw('GET / HTTP/9\r\n\r\n')).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(body).toBe(JSON.stringify(errors.malformedHttp()))
  const large = await raw(`GET /${'x'.repeat(LIMITS.request.headerBytes)} HTTP/1.1\r\nHost: here\r\n\r\n`)
  expect(large).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/)
  expect(large).toContain(JSON.stringify(errors.headersTooLarge(LIMITS.request.headerBytes)))
})

test('a Ux string of 512 Dirac deltas fits into a query', async () => {
  const masses = Array.from({ length: 512 }, (_, i) => `40${String(i).padStart(14, '0')}0040000000000000`).join('')
  const payload = `1.0Ux0400000000000000013FF000000000000000000200${masses}`
  const reply = await new Promise<number | undefined>((resolve, reject) => {
    const { port } = platform.app.server.address() as AddressInfo
    httpRequest({ port, path: `/samples?count=2&payload=${payload}`, headers: { authorization: platform.owner.key } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .on('error', reject)
      .end()
  })
  expect(reply).toBe(200)
})

test('hundreds of slow clients keep nobody out, and no more of them are held than an address may have', async () => {
  const { port } = platform.app.server.address() as AddressInfo
  const { perAddress } = platform.config.connections
  const slow = [
    '',
    'GET / HTTP/1.1\r\nX-Slow: ',
    'POST /samples HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  ]
  const sockets: Socket[] = []
  for (let index = 0; index < 480; index++) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    socket.write(slow[index % 3]!)
  }
  const trickle = setInterval(() => {
    for (const socket of sockets) if (socket.writable && socket.bytesWritten > 0) socket.write(' ')
  }, 200)
  try {
    await expect.poll(() => sockets.filter((socket) => socket.connecting).length, { timeout: 60_000 }).toBe(0)
    for (let turn = 0; turn < 40; turn++) {
      const reply = await fetch(`http://127.0.0.1:${port}/users/me`, { headers: { authorization: platform.owner.key, connection: 'close' } })
      expect([turn, reply.status]).toEqual([turn, 200])
      await reply.text()
    }
    const held = await new Promise<number>((resolve) => platform.app.server.getConnections((_error, count) => resolve(count)))
    expect(held).toBeLessThanOrEqual(perAddress)
    const closed = () => sockets.filter((socket) => socket.closed).length
    await expect.poll(closed, { timeout: 60_000 }).toBeGreaterThanOrEqual(480 - perAddress) // the client's half hears of it later
  } finally {
    clearInterval(trickle)
    for (const socket of sockets) socket.destroy()
  }
})

test('headers that trickle in are ended after their time, though something always comes', async () => {
  const { port } = platform.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  let heard = ''
  socket.on('data', (bytes) => (heard += bytes))
  socket.write('GET / HTTP/1.1\r\nX-Slow: ')
  const trickle = setInterval(() => socket.writable && socket.write('x'), 300)
  try {
    await new Promise((resolve) => socket.once('close', resolve))
    expect(heard).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(heard).toContain(JSON.stringify(errors.requestTooSlow(LIMITS.request.headersMilliseconds / 1000)))
  } finally {
    clearInterval(trickle)
  }
})

test('connections that stay silent, and requests that do not end, are given up', () => {
  expect([platform.app.server.requestTimeout, platform.app.server.timeout]).toEqual([LIMITS.request.milliseconds, LIMITS.request.silenceMilliseconds])
  expect(LIMITS.request.silenceMilliseconds).toBeGreaterThan(LIMITS.questions.answerMilliseconds + LIMITS.agents.runMilliseconds)
})

test('who asks is the address of the connection, unless a proxy is trusted to say', async () => {
  const askedBy = async (app: TestPlatform['app'], headers: Record<string, string>, remoteAddress: string) => {
    const reply = await app.inject({ method: 'GET', url: '/openapi.json', remoteAddress, headers: { host: 'inner:8080', ...headers } })
    return reply.json().servers[0].url
  }
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'credence.example' }
  expect(await askedBy(platform.app, forwarded, '127.0.0.1')).toBe('http://inner:8080')
  const behind = await openTestPlatform(server, { env: { CREDENCE_TRUSTED_PROXIES: '10.0.0.0/8' }, workers: 0 })
  try {
    expect(await askedBy(behind.app, forwarded, '10.1.2.3')).toBe('https://credence.example')
    expect(await askedBy(behind.app, forwarded, '192.168.0.1')).toBe('http://inner:8080')
    // A batch is refused, but only after it was counted: the cheapest request there is.
    const ask = async (remoteAddress: string, reader: string): Promise<number> => {
      const headers = { ...JSON_TYPE, 'x-forwarded-for': reader }
      return (await behind.app.inject({ method: 'POST', url: '/mcp', remoteAddress, headers, payload: '[]' })).statusCode
    }
    const askUntilRefused = async (remoteAddress: string, reader: string): Promise<void> => {
      for (let count = 0; count < 10 * LIMITS.agents.requestsPerMinute; count++) if ((await ask(remoteAddress, reader)) === 429) return
      throw new Error('nobody was refused')
    }
    await askUntilRefused('10.1.2.3', '203.0.113.1')
    expect(await ask('10.1.2.3', '203.0.113.2')).toBe(400)
    await askUntilRefused('192.168.0.1', '203.0.113.3')
    expect(await ask('192.168.0.1', '203.0.113.4')).toBe(429)
  } finally {
    await behind.close()
  }
})
