import type { RealtimeEvent } from '@credence/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openRealtime, type Realtime } from './realtime.ts'

/** A websocket whose other end is the test. */
class Socket extends EventTarget {
  static all: Socket[] = []
  readonly sent: Record<string, unknown>[] = []
  isClosed = false
  readonly url: string
  readonly protocols: readonly string[]
  constructor(url: string, protocols: readonly string[]) {
    super()
    this.url = url
    this.protocols = protocols
    Socket.all.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    this.isClosed = true
  }
  open(): void {
    this.dispatchEvent(new Event('open'))
  }
  say(frame: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
  }
  break(): void {
    this.dispatchEvent(new Event('close'))
  }
  acknowledge(): void {
    this.open()
    this.say({ type: 'connection_ack', connectionTimeoutMs: 300_000 })
  }
  get subscribed() {
    return this.sent.filter(({ type }) => type === 'subscribe')
  }
}
const last = (): Socket => Socket.all.at(-1)!
const CHANNEL = `task-status/${'0'.repeat(32)}`
let realtime: Realtime
beforeEach(() => {
  vi.useFakeTimers()
  Socket.all = []
  realtime = openRealtime({ host: 'https://api.example.com', credential: 'KEYTEXT', webSocket: Socket as unknown as typeof WebSocket })
})
afterEach(() => {
  realtime.close()
  vi.useRealTimers()
})
function listen() {
  const heard = { events: [] as RealtimeEvent[], ready: 0, away: 0, refused: [] as number[] }
  const subscription = realtime.subscribe(CHANNEL, {
    onEvent: (event) => heard.events.push(event),
    onReady: () => heard.ready++,
    onAway: () => heard.away++,
    onRefused: ({ status }) => heard.refused.push(status),
  })
  return { heard, subscription }
}

test('the credential stands in the subprotocol, as the published example has it', () => {
  listen()
  expect(last().url).toBe('wss://api.example.com/event/realtime')
  expect(last().protocols).toEqual(['aws-appsync-event-ws', 'header-eyJob3N0IjoiYXBpLmV4YW1wbGUuY29tIiwiYXV0aG9yaXphdGlvbiI6IktFWVRFWFQifQ'])
})
test('a subscription is asked for once the connection is acknowledged, and hears its events', () => {
  const { heard } = listen()
  last().open()
  expect(last().sent).toEqual([{ type: 'connection_init' }])
  last().say({ type: 'connection_ack', connectionTimeoutMs: 1 })
  const [subscribe] = last().subscribed
  expect(subscribe).toMatchObject({ channel: CHANNEL, authorization: { host: 'api.example.com', authorization: 'KEYTEXT' } })
  last().say({ type: 'subscribe_success', id: subscribe!['id'] })
  last().say({ type: 'ka' })
  last().say({ type: 'data', id: subscribe!['id'], event: '{"data":{"taskId":"t"}}' })
  expect(heard).toMatchObject({ ready: 1, events: [{ data: { taskId: 't' } }] })
})
test('one connection serves all subscriptions, and a closed one hears no more', () => {
  const first = listen()
  last().acknowledge()
  const second = listen()
  expect(Socket.all).toHaveLength(1)
  const [, { id } = {}] = last().subscribed
  second.subscription.close()
  expect(last().sent.at(-1)).toEqual({ type: 'unsubscribe', id, channel: CHANNEL })
  last().say({ type: 'data', id, event: '{}' })
  expect([first.heard.events, second.heard.events]).toEqual([[], []])
})
describe('a lost connection', () => {
  test('is said and made again with the same subscription, which says that it hears again', async () => {
    const { heard } = listen()
    last().acknowledge()
    const id = last().subscribed[0]!['id']
    last().say({ type: 'subscribe_success', id })
    last().break()
    await vi.advanceTimersByTimeAsync(1000)
    expect(Socket.all).toHaveLength(2)
    last().acknowledge()
    last().say({ type: 'subscribe_success', id })
    expect(last().subscribed[0]!['id']).toBe(id)
    expect(heard).toMatchObject({ ready: 2, away: 1 })
  })
  test('is noticed by its silence', async () => {
    const { heard } = listen()
    last().acknowledge()
    await vi.advanceTimersByTimeAsync(119_000)
    expect(heard.away).toBe(0)
    await vi.advanceTimersByTimeAsync(2000)
    expect(heard.away).toBe(1)
    expect(Socket.all[0]!.isClosed).toBe(true)
  })
  test('is tried again with growing pauses, at most half a minute', async () => {
    listen()
    const counts: number[] = []
    for (let minute = 0; minute < 5; minute++) {
      const end = Date.now() + 60_000
      while (Date.now() < end) {
        last().break()
        await vi.advanceTimersByTimeAsync(500)
      }
      counts.push(Socket.all.length)
    }
    expect(counts[0]).toBeGreaterThan(4)
    expect(counts[4]! - counts[3]!).toBeGreaterThanOrEqual(2)
    expect(counts[4]! - counts[3]!).toBeLessThanOrEqual(4)
  })
})
test('a refused credential ends everything, and is said to who comes later', async () => {
  const { heard } = listen()
  last().open()
  last().say({ type: 'connection_error', errors: [{ errorType: 'UnauthorizedException', errorCode: 401 }], message: 'no' })
  last().break()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(heard.refused).toEqual([401])
  expect(Socket.all).toHaveLength(1)
  expect(listen().heard.refused).toEqual([401])
})
test('a refused channel is said to its listener alone, and one that is put off is asked for again', async () => {
  const [first, second] = [listen(), listen()]
  last().acknowledge()
  const [a, b] = last().subscribed.map(({ id }) => id)
  last().say({ type: 'subscribe_error', id: a, errors: [{ errorCode: 401 }], message: 'not yours' })
  expect([first.heard.refused, second.heard.refused]).toEqual([[401], []])
  last().say({ type: 'subscribe_error', id: b, errors: [{ errorCode: 503 }], message: 'later' })
  expect(Socket.all[0]!.isClosed).toBe(true)
  last().break()
  await vi.advanceTimersByTimeAsync(1000)
  last().acknowledge()
  expect(last().subscribed.map(({ id }) => id)).toEqual([b])
})
