import { CHANNELS, channelName, LIMITS, REALTIME_CLOSES, REALTIME_FAULTS, type RealtimeClose } from '@credence/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import type { User } from '../credentials/credentials.ts'
import { DatabaseAway } from '../database/outage.ts'
import { openRateLimit } from '../http/rate-limit.ts'
import { type Connection, openConnection } from './connection.ts'
import { openHub } from './hub.ts'

const ME = `usr_${'a'.repeat(32)}`
const OTHER = `usr_${'b'.repeat(32)}`
const MINE = channelName('task-status', ME)

let users: Map<string, User>
let sent: Record<string, unknown>[]
let closed: RealtimeClose[]
let unread: number
let admitted: number
let follows: () => Promise<void>
let connection: Connection
let hub: ReturnType<typeof openHub>

function open(credential: string | null = 'key', allowed = 1): void {
  const wire = {
    send: (text: string) => void sent.push(JSON.parse(text)),
    get unread() {
      return unread
    },
    close: (why: RealtimeClose) => void closed.push(why),
  }
  connection = openConnection(wire, {
    credentials: { userOf: async (text) => users.get(text) },
    credential: credential ?? undefined,
    frames: openRateLimit(LIMITS.realtime.framesPerMinute, () => 0),
    admit() {
      if (admitted >= allowed) return undefined
      admitted++
      return () => void admitted--
    },
    follow: () => follows(),
    listen: (kind, userId, listener) => hub.add(kind, userId, listener),
    onClose: () => {},
    onFailure: (cause) => expect.unreachable(String(cause)),
  })
}
const settle = () => new Promise((resolve) => setImmediate(resolve))
async function say(...frames: (object | string)[]): Promise<Record<string, unknown>[]> {
  const from = sent.length
  for (const frame of frames) connection.receive(typeof frame === 'string' ? frame : JSON.stringify(frame))
  await settle()
  return sent.slice(from)
}
const init = () => say({ type: 'connection_init' })
const subscribe = (id: string, channel = MINE, authorization?: object) =>
  say({ type: 'subscribe', id, channel, ...(authorization && { authorization }) })
const row = (owner = ME, kind: (typeof CHANNELS)[number] = 'task-status') =>
  ({ id: 1, owner, kind, createdAt: 0, payload: { taskId: 't', status: 'Completed', message: '', updatedAt: 0 } }) as const

beforeEach(() => {
  users = new Map([
    ['key', { userId: ME, plan: 'FreeTier' }],
    ['token', { userId: ME, plan: 'FreeTier', session: 's' }],
    ['foreign', { userId: OTHER, plan: 'FreeTier' }],
  ])
  ;[sent, closed, unread, admitted] = [[], [], 0, 0]
  follows = async () => {}
  hub = openHub(() => {})
  open()
})

describe('beginning', () => {
  test('is acknowledged with a timeout and a keep-alive', async () => {
    expect(await init()).toEqual([{ type: 'connection_ack', connectionTimeoutMs: 300_000 }, { type: 'ka' }])
    expect(admitted).toBe(1)
  })
  test.each(['wrong', null])('with the credential %s is a connection_error and the end', async (credential) => {
    open(credential)
    const [frame] = await init()
    expect(frame).toMatchObject({
      type: 'connection_error',
      errors: [{ errorType: 'UnauthorizedException', errorCode: 401 }],
      message: 'Not authorized request.',
    })
    expect(closed).toEqual([REALTIME_CLOSES.unauthorized])
  })
  test('is refused to a wrong credential also when the client says nothing, and a right one may wait', async () => {
    await connection.introduce()
    expect(sent).toEqual([])
    open('wrong')
    await connection.introduce()
    expect(sent).toMatchObject([{ type: 'connection_error' }])
  })
  test('of one connection too many is refused', async () => {
    open('key', 0)
    expect(await init()).toMatchObject([{ type: 'connection_error', message: REALTIME_FAULTS.tooManyConnections.message }])
    expect(closed).toEqual([REALTIME_CLOSES.tooManyConnections])
  })
  test('comes before anything else, and the connection stays open', async () => {
    expect(await subscribe('s')).toMatchObject([{ type: 'error', message: REALTIME_FAULTS.notInitialised.message }])
    expect(await say('{')).toMatchObject([{ type: 'error', message: REALTIME_FAULTS.noJson.message }])
    expect(closed).toEqual([])
    expect(await init()).toHaveLength(2)
  })
})

describe('a subscription', () => {
  beforeEach(() => init())
  test.each(CHANNELS)('to %s is told its events and no others', async (kind) => {
    expect(await subscribe('s', channelName(kind, ME))).toEqual([{ type: 'subscribe_success', id: 's' }])
    sent = []
    hub.tell([row(ME, kind), row(OTHER, kind)])
    expect(sent).toMatchObject([{ type: 'data', id: 's' }])
    expect(JSON.parse(String(sent[0]!['event']))).toMatchObject({ version: '1.0', event: kind })
  })
  test('may name its user with prefix and slash, and may bring a credential of its own', async () => {
    expect(await subscribe('a', `/task-status/${ME}`)).toMatchObject([{ type: 'subscribe_success' }])
    expect(await subscribe('b', MINE, { host: 'h', authorization: 'Bearer token' })).toMatchObject([{ type: 'subscribe_success' }])
  })
  test.each([
    ['another user', channelName('task-status', OTHER), REALTIME_FAULTS.foreignChannel],
    ['nothing there is', 'things/x', REALTIME_FAULTS.unknownChannel],
    ['a public build', `public-build-status/bld_${'0'.repeat(32)}`, REALTIME_FAULTS.unknownChannel],
  ])('to a channel of %s is refused', async (_, channel, fault) => {
    expect(await subscribe('s', channel)).toEqual([{ type: 'subscribe_error', id: 's', errors: [fault], message: fault.message }])
  })
  test.each(['foreign', 'wrong', ''])('with the credential %j, which is not that of the channel, is refused', async (authorization) => {
    expect(await subscribe('s', MINE, { authorization })).toMatchObject([
      { type: 'subscribe_error', message: REALTIME_FAULTS.foreignChannel.message },
    ])
    hub.tell([row()])
    expect(sent.filter(({ type }) => type === 'data')).toEqual([])
  })
  test('of an id that is there replaces it', async () => {
    await subscribe('s')
    await subscribe('s', channelName('build-status', ME))
    sent = []
    hub.tell([row(), row(ME, 'build-status')])
    expect(sent).toHaveLength(1)
    expect(hub.listeners).toBe(1)
  })
  test('is confirmed before its first event, also when following takes a while', async () => {
    const followed = Promise.withResolvers<void>()
    follows = () => followed.promise
    await subscribe('s')
    hub.tell([row()])
    followed.resolve()
    await settle()
    hub.tell([row()])
    expect(sent.slice(2).map(({ type }) => type)).toEqual(['subscribe_success', 'data'])
  })
  test('is refused while the database is away', async () => {
    follows = () => Promise.reject(new DatabaseAway('gone'))
    expect(await subscribe('s')).toMatchObject([{ type: 'subscribe_error', errors: [{ errorCode: 503 }] }])
    expect(closed).toEqual([])
  })
  test('beyond the limit is refused', async () => {
    for (let at = 0; at < LIMITS.realtime.subscriptions; at++) await subscribe(`s${at}`)
    expect(await subscribe('more')).toMatchObject([{ type: 'subscribe_error', message: REALTIME_FAULTS.tooManySubscriptions.message }])
    expect(await subscribe('s0')).toMatchObject([{ type: 'subscribe_success' }])
  })
  test('ends when it is asked to, and once', async () => {
    await subscribe('s')
    expect(await say({ type: 'unsubscribe', id: 's' })).toEqual([{ type: 'unsubscribe_success', id: 's' }])
    expect(hub.listeners).toBe(0)
    expect(await say({ type: 'unsubscribe', id: 's' })).toMatchObject([
      { type: 'unsubscribe_error', id: 's', errors: [{ errorType: 'UnknownOperationError' }] },
    ])
  })
})

test('nobody but the platform publishes', async () => {
  await init()
  expect(await say({ type: 'publish', id: 'p', channel: MINE, events: ['{}'] })).toMatchObject([{ type: 'publish_error', id: 'p' }])
})
test('frames are answered in the order in which they came', async () => {
  const answers = await say({ type: 'connection_init' }, { type: 'subscribe', id: 'a', channel: MINE }, { type: 'unsubscribe', id: 'a' }, 'x')
  expect(answers.map(({ type }) => type)).toEqual(['connection_ack', 'ka', 'subscribe_success', 'unsubscribe_success', 'error'])
})
test('a reader that does not read is cut off with a reason, and told nothing more', async () => {
  await init()
  await subscribe('s')
  unread = LIMITS.realtime.unreadBytes + 1
  const before = sent.length
  hub.tell([row(), row()])
  expect(sent).toHaveLength(before)
  expect(closed).toEqual([REALTIME_CLOSES.slowReader])
  expect(hub.listeners).toBe(0)
  expect(admitted).toBe(0)
})
test('more frames than a minute allows end the connection', async () => {
  await init()
  for (let at = 1; at <= LIMITS.realtime.framesPerMinute; at++) await say('{}')
  expect(sent.at(-1)).toMatchObject({ type: 'error', message: REALTIME_FAULTS.tooManyFrames.message })
  expect(closed).toEqual([REALTIME_CLOSES.tooManyFrames])
})
test('a connection ends with its credential, and with that of a subscription', async () => {
  await init()
  await subscribe('s', MINE, { authorization: 'token' })
  await connection.checkCredentials()
  expect(closed).toEqual([])
  users.delete('token')
  await connection.checkCredentials()
  expect(closed).toEqual([REALTIME_CLOSES.credentialOver])
  expect(hub.listeners).toBe(0)
})
test('reasons of closing fit into their frame', () => {
  for (const { reason } of Object.values(REALTIME_CLOSES)) expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123) // RFC 6455, 5.5
})
