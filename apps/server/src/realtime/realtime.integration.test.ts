// The channel over real sockets: two processes' worth of API on one database, outages, slow readers, and credentials that end.
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@credence/client'
import { CHANNELS, channelName, LIMITS, REALTIME_CLOSES, REALTIME_PATH, REALTIME_PROTOCOL, type RealtimeEvent } from '@credence/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openApi } from '../api.ts'
import { type Database, openDatabase } from '../database/pool.ts'
import { writeEvent } from '../jobs/outbox.ts'
import { openObjects } from '../objects/open.ts'
import { openSealing } from '../sealing/open.ts'
import { openTestDatabase, quiet, type TestDatabase } from '../testing/database.ts'
import { openTestPlatform, type TestAccount, type TestPlatform } from '../testing/platform.ts'

let server: TestDatabase
let platform: TestPlatform
let other: FastifyInstance
/** Of `other`. */
const sockets = new Set<Socket>()
const ports: number[] = []
const opened: WebSocket[] = []
beforeAll(async () => {
  server = await openTestDatabase()
  platform = await openTestPlatform(server, { env: { CREDENCE_CONNECTIONS_PER_ADDRESS: '12' } })
  const { config, database, queue } = platform
  const { objects, key } = await openObjects(config, database)
  const sealing = await openSealing(config)
  other = await openApi({ config, log: quiet, database, queue, objects, key, sealing, preparing: () => ({ parts: [], siteFailed: false }) })
  other.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  for (const app of [platform.app, other]) {
    await app.listen({ host: '127.0.0.1', port: 0 })
    ports.push((app.server.address() as { port: number }).port)
  }
})
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate()
})
afterAll(async () => {
  await other?.close()
  await platform?.close()
  await server?.close()
})

interface Reader {
  readonly socket: WebSocket
  readonly frames: Record<string, unknown>[]
  readonly events: RealtimeEvent[]
  readonly closed: Promise<{ code: number; reason: string }>
  say(frame: object): void
  subscribe(channel: string, authorization?: object): Promise<void>
  until(isThere: () => boolean, milliseconds?: number): Promise<void>
}
const header = (authorization: string) => `header-${Buffer.from(JSON.stringify({ host: 'h', authorization })).toString('base64url')}`

function open(credential: string, process = 0, headers: Record<string, string> = {}): Reader {
  const protocols = credential === '' ? [REALTIME_PROTOCOL] : [header(credential), REALTIME_PROTOCOL]
  const socket = new WebSocket(`ws://127.0.0.1:${ports[process]}${REALTIME_PATH}`, protocols, { headers })
  opened.push(socket)
  const frames: Record<string, unknown>[] = []
  const events: RealtimeEvent[] = []
  socket.on('message', (data) => {
    const frame = JSON.parse(data.toString()) as Record<string, unknown>
    if (frame['type'] === 'data') events.push(JSON.parse(String(frame['event'])))
    else frames.push(frame)
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
  )
  socket.on('error', () => {})
  const until: Reader['until'] = async (isThere, milliseconds = 120_000) => {
    for (const end = Date.now() + milliseconds; !isThere(); await sleep(5))
      if (Date.now() > end) throw new Error(`waited in vain; got ${JSON.stringify(frames)}`)
  }
  return {
    socket,
    frames,
    events,
    closed,
    until,
    say: (frame) => socket.send(JSON.stringify(frame)),
    async subscribe(channel, authorization) {
      const id = randomUUID()
      socket.send(JSON.stringify({ type: 'subscribe', id, channel, ...(authorization && { authorization }) }))
      await until(() => frames.some((frame) => frame['id'] === id))
      const answer = frames.find((frame) => frame['id'] === id)
      if (answer?.['type'] !== 'subscribe_success') throw new Error(JSON.stringify(answer))
    },
  }
}
async function ready(credential: string, process = 0, headers?: Record<string, string>): Promise<Reader> {
  const reader = open(credential, process, headers)
  await new Promise((resolve) => reader.socket.once('open', resolve))
  expect(reader.socket.protocol).toBe(REALTIME_PROTOCOL)
  reader.say({ type: 'connection_init' })
  await reader.until(() => reader.frames.length >= 2)
  expect(reader.frames.slice(0, 2)).toEqual([{ type: 'connection_ack', connectionTimeoutMs: 300_000 }, { type: 'ka' }])
  return reader
}
const secondKey = async (as: TestAccount) => (await platform.call('POST', '/keys', { as, body: { Name: 'second', ValidUntil: null } })).json

test('a build and a task tell every step, on whichever process one listens, after REST shows it', async () => {
  const { owner } = platform
  const readers = await Promise.all([ready(owner.key, 0), ready(owner.key, 1)])
  for (const reader of readers) for (const kind of CHANNELS) await reader.subscribe(channelName(kind, owner.userId))
  const shown: unknown[] = []
  readers[1]!.socket.on('message', async (data) => {
    const { event } = JSON.parse(data.toString())
    const { taskId, status } = event === undefined ? {} : JSON.parse(event).data
    if (status === 'Completed' && taskId) shown.push((await platform.call('GET', `/tasks/${taskId}`)).json.Status)
  })
  const buildId = await platform.build('exit 0')
  const taskId = await platform.task(buildId)
  await platform.until(`/tasks/${taskId}`, 'Completed')
  await platform.call('PATCH', '/users/me', { body: { Preferences: { Theme: 'dark' } } })
  await platform.call('DELETE', `/tasks/${taskId}`)
  for (const reader of readers) {
    await reader.until(() =>
      reader.events.some(({ event, data }) => event === 'task-count' && 'ResourceUsage' in data && data.ResourceUsage.DecrementCount === 1),
    )
    const of = (kind: string) => reader.events.filter(({ event }) => event === kind).map(({ data }) => data as Record<string, unknown>)
    const steps = ['Accepted', 'Initializing', 'In Progress', 'Completed']
    expect(of('build-status').map((data) => [data['buildId'], data['status']])).toEqual(steps.map((status) => [buildId, status]))
    expect(of('task-status').map((data) => [data['taskId'], data['status']])).toEqual(steps.map((status) => [taskId, status]))
    expect(of('task-stats')).toMatchObject([{ UserID: owner.userId, Object: 'Task', ResourceUsage: { TotalExecutionTime: expect.any(Number) } }])
    expect(of('build-stats')).toMatchObject([{ Object: 'Build', ResourceUsage: { TotalBuildSize: expect.any(Number) } }])
    expect(of('build-count')).toMatchObject([{ ResourceUsage: { IncrementCount: 1, DecrementCount: 0 } }])
    expect(of('user-metadata')).toMatchObject([{ UserID: owner.userId, Object: 'User', Preferences: { Theme: 'dark' } }])
  }
  expect(readers[0]!.events.map(({ id }) => id)).toEqual(readers[1]!.events.map(({ id }) => id))
  await readers[1]!.until(() => shown.length > 0)
  expect(shown).toEqual(['Completed'])
})

test('every event that is committed after the subscription is told once and in order, whatever happens to the connections of the database', async () => {
  const WRITERS = 12
  const OBJECTS = 20
  const { owner } = platform
  const writers = openDatabase({ url: server.url, schema: platform.database.schema, connections: WRITERS, log: quiet })
  await writers.query({ text: 'create table thing_of_test (id int primary key, version int not null)' })
  await writers.query({ text: 'insert into thing_of_test select id, 0 from generate_series(1, $1) as id', values: [OBJECTS] })
  const readers = await Promise.all([ready(owner.key, 0), ready(owner.key, 1)])
  for (const reader of readers) await reader.subscribe(channelName('task-status', owner.userId))
  const committed = new Set<string>()
  const began = Date.now()
  let broken = 0
  /** A slow machine takes longer for as much. */
  const goesOn = () => Date.now() < began + 4000 || (Date.now() < began + 120_000 && (committed.size <= 300 || broken <= 5))
  const write = async (): Promise<void> => {
    while (goesOn()) {
      const id = 1 + Math.floor(Math.random() * OBJECTS)
      const isUndone = Math.random() < 0.1
      const version = await writers
        .transaction(async (tx) => {
          const { rows } = await tx.query<{ version: number }>({
            text: 'update thing_of_test set version = version + 1 where id = $1 returning version',
            values: [id],
          })
          const { version } = rows[0]!
          await sleep(Math.random() * 10)
          const payload = { taskId: `tsk_${id}`, status: 'In Progress', message: String(version), updatedAt: 0 } as const
          await writeEvent(tx, owner.userId, `tsk_${id}`, { kind: 'task-status', payload })
          await sleep(Math.random() * 15)
          if (isUndone) throw new Error('undone')
          return version
        })
        .catch((cause: Error) => (cause.message === 'undone' ? undefined : Promise.reject(cause)))
      if (version !== undefined) committed.add(`${id}:${version}`)
    }
  }
  const breakReaders = async (): Promise<void> => {
    while (goesOn()) {
      await sleep(300)
      broken += await killReading(writers)
    }
  }
  await Promise.all([breakReaders(), ...Array.from({ length: WRITERS }, write)])
  await writers.close()
  expect(committed.size).toBeGreaterThan(300)
  expect(broken).toBeGreaterThan(5)
  for (const reader of readers) {
    await reader.until(() => reader.events.length >= committed.size)
    await sleep(100)
    const told = reader.events.map(({ data }) => data as { taskId: string; message: string })
    expect(new Set(told.map(({ taskId, message }) => `${taskId.slice(4)}:${message}`))).toEqual(committed)
    expect(told).toHaveLength(committed.size)
    for (const versions of Map.groupBy(told, ({ taskId }) => taskId).values()) {
      const numbers = versions.map(({ message }) => Number(message))
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    }
  }
})
/** Ends the connections on which events are read. */
async function killReading(database: Database): Promise<number> {
  const { rows } = await database.query<{ killed: boolean }>({
    text: "select pg_terminate_backend(pid) as killed from pg_stat_activity where query like '%from outbox where id > $1%' and pid <> pg_backend_pid()",
  })
  return rows.length
}

test('an event of a transaction that was under way when somebody began to listen is told', async () => {
  const { owner, database } = platform
  const begun = Promise.withResolvers<void>()
  const may = Promise.withResolvers<void>()
  const payload = (message: string) => ({ taskId: 'tsk_1', status: 'In Progress', message, updatedAt: 0 }) as const
  const slow = database.transaction(async (tx) => {
    await tx.query({ text: 'select 1 from account where user_id = $1 for update', values: [owner.userId] })
    await writeEvent(tx, owner.userId, 'tsk_1', { kind: 'task-status', payload: payload('slow') })
    begun.resolve()
    await may.promise
  })
  await begun.promise
  await database.transaction((tx) => writeEvent(tx, owner.userId, 'tsk_2', { kind: 'task-status', payload: payload('before') }))
  const reader = await ready(owner.key, 1)
  await reader.subscribe(channelName('task-status', owner.userId))
  await sleep(1000) // longer than gaps go without a fence
  may.resolve()
  await slow
  await reader.until(() => reader.events.length > 0)
  expect(reader.events.map(({ data }) => 'message' in data && data.message)).toEqual(['slow'])
})

test('a reader that does not read is cut off with a reason, and holds up nobody', async () => {
  const { owner, database } = platform
  const [slow, quick] = await Promise.all([ready(owner.key), ready(owner.key)])
  for (const reader of [slow, quick]) await reader!.subscribe(channelName('task-status', owner.userId))
  slow!.socket.pause()
  const COUNT = 30_000
  await database.query({
    text: `insert into outbox (owner, object_id, kind, payload, created_at)
           select $1, 'tsk_' || n, 'task-status', jsonb_build_object('taskId', 'tsk_' || n, 'status', 'In Progress', 'message', repeat('x', 300), 'updatedAt', 0), 0
             from generate_series(1, $2) as n`,
    values: [owner.userId, COUNT],
  })
  await quick!.until(() => quick!.events.length === COUNT)
  slow!.socket.resume()
  expect(await slow!.closed).toEqual(REALTIME_CLOSES.slowReader)
  expect(slow!.events.length).toBeLessThan(COUNT)
})

test('whoever has no right is told so and sent away', async () => {
  const { owner } = platform
  for (const credential of ['', 'scce_00', 'Bearer x.y.z']) {
    const reader = open(credential)
    expect(await reader.closed).toEqual(REALTIME_CLOSES.unauthorized)
    expect(reader.frames).toMatchObject([{ type: 'connection_error', errors: [{ errorCode: 401 }] }])
  }
  const stranger = await platform.account()
  const reader = await ready(owner.key)
  await expect(reader.subscribe(channelName('task-status', stranger.userId))).rejects.toThrow('You are not authorized to access this channel.')
  await expect(reader.subscribe(channelName('task-status', owner.userId), { authorization: stranger.key })).rejects.toThrow('not authorized')
  await expect(reader.subscribe('nothing/x')).rejects.toThrow('Unknown channel.')
})

test('keys and tokens are credentials, in the subprotocol and in the headers, raw and behind Bearer, and no cookie is one', async () => {
  const { owner } = platform
  const token = (await platform.call('POST', '/session', { as: null, body: { Key: owner.key } })).json.Token
  for (const credential of [owner.key, `Bearer ${owner.key}`, `Bearer ${token}`, token]) (await ready(credential)).socket.terminate()
  const ways: Record<string, string>[] = [{ authorization: owner.key }, { authorization: `Bearer ${token}` }, { 'x-api-key': owner.key }]
  for (const headers of ways) (await ready('', 0, headers)).socket.terminate()
  const foreignPage = { cookie: `credence_refresh=${token}; authorization=${owner.key}`, origin: 'https://elsewhere.example' }
  const reader = open('', 0, foreignPage)
  expect(await reader.closed).toEqual(REALTIME_CLOSES.unauthorized)
})

test('a connection ends within seconds when its key, session or account does, also where another process ended it', async () => {
  const [keyed, signed, leaving] = await Promise.all([platform.account(), platform.account(), platform.account()])
  const second = await secondKey(keyed)
  const token = (await platform.call('POST', '/session', { as: null, body: { Key: signed.key } })).json.Token
  const bySubscription = await ready(keyed.key, 1)
  await bySubscription.subscribe(channelName('task-status', keyed.userId), { authorization: second.Key })
  const readers = [
    await ready(second.Key, 0),
    await ready(second.Key, 1),
    bySubscription,
    await ready(`Bearer ${token}`, 1),
    await ready(leaving.key, 1),
  ]
  const staying = await ready(keyed.key, 1)
  const bearer = { userId: '', key: `Bearer ${token}` }
  expect((await platform.call('DELETE', `/keys/${second.KeyID}`, { as: keyed })).status).toBe(200)
  expect((await platform.call('DELETE', '/session', { as: bearer })).status).toBe(200)
  expect((await platform.call('DELETE', '/users/me', { as: leaving })).status).toBe(200)
  const answered = Date.now()
  for (const reader of readers) expect(await reader.closed).toEqual(REALTIME_CLOSES.credentialOver)
  expect(Date.now() - answered).toBeLessThan(LIMITS.realtime.credentialMilliseconds + 30_000) // a token lives for longer
  expect(staying.socket.readyState).toBe(WebSocket.OPEN)
})

test('a reader keeps its place when others crowd the address, and what is no reader yet does not', async () => {
  const { owner } = platform
  const reader = await ready(owner.key)
  const silent = open(owner.key)
  const crowd = Array.from({ length: 20 }, () => connect(ports[0]!, '127.0.0.1').on('error', () => {}))
  expect((await silent.closed).code).toBe(1006)
  await reader.subscribe(channelName('task-status', owner.userId))
  for (const socket of crowd) socket.destroy()
})

test('who asks without a websocket is told to, and other paths pass over an Upgrade', async () => {
  const { owner } = platform
  expect(await platform.call('GET', REALTIME_PATH)).toMatchObject({ status: 426, headers: { upgrade: 'websocket' } })
  const said = await new Promise<string>((resolve) => {
    const socket = connect(ports[0]!, '127.0.0.1')
    socket.write(`GET /users/me HTTP/1.1\r\nhost: h\r\nconnection: upgrade, close\r\nupgrade: websocket\r\nauthorization: ${owner.key}\r\n\r\n`)
    let text = ''
    socket.on('data', (data) => {
      text += data
    })
    socket.on('close', () => resolve(text))
  })
  expect(said).toMatch(/^HTTP\/1.1 200 OK/)
})

test('our own client watches, waits, and comes back after its connection was cut', async () => {
  const { owner } = platform
  const client = createClient({ host: `http://127.0.0.1:${ports[1]}`, credential: owner.key })
  const buildId = await platform.build('exit 0')
  const states: string[] = []
  const ended = new AbortController()
  const told: string[] = []
  const watching = (async () => {
    for await (const { data } of client.events({ kinds: ['task-status'], signal: ended.signal, onState: (state) => states.push(state) }))
      if ('taskId' in data) told.push(`${data.taskId} ${data.status}`)
  })().catch((error: Error) => error.message)
  const until = async (isThere: () => boolean) => {
    for (const end = Date.now() + 120_000; !isThere() && Date.now() < end; ) await sleep(10)
  }
  await until(() => states.includes('live'))
  const first = await platform.task(buildId)
  await until(() => told.includes(`${first} Completed`))
  expect(told).toEqual(['Accepted', 'Initializing', 'In Progress', 'Completed'].map((status) => `${first} ${status}`))
  for (const socket of sockets) socket.destroy()
  const second = await platform.task(buildId)
  await platform.until(`/tasks/${second}`, 'Completed')
  await until(() => told.includes(`${second} Completed`))
  expect(told).toContain(`${second} Completed`)
  await until(() => states.length >= 3)
  expect(states.slice(0, 3)).toEqual(['live', 'polling', 'live'])
  ended.abort(new Error('enough'))
  expect(await watching).toBe('enough')
})
test('who says nothing, or too much at once, is sent away', async () => {
  const { owner } = platform
  const silent = open(owner.key)
  const talker = await ready(owner.key)
  talker.socket.send('x'.repeat(LIMITS.realtime.frameBytes + 1))
  expect((await talker.closed).code).toBe(1009)
  expect(await silent.closed).toEqual(REALTIME_CLOSES.silent)
})

test('a platform that stops says so to its readers', async () => {
  const reader = await ready(platform.owner.key, 1)
  const closing = other.close()
  expect(await reader.closed).toEqual(REALTIME_CLOSES.stopping)
  await closing
})
