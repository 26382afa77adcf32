// One reader of the realtime channel, by the WebSocket that every browser has: what was said and told, in the order in which it came.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from './platform.ts'

export interface Frame {
  readonly type: string
  readonly id?: string
  readonly event?: string
}
export interface Feed {
  readonly socket: WebSocket
  /** With the code, once it is closed. */
  readonly closed: Promise<number>
  /** Waits for 20 s at most; what then does not hold is for the caller to say. */
  until(isThere: () => boolean): Promise<void>
  say(frame: object): void
  /** Of all frames but data. */
  readonly types: readonly string[]
  count(type: string): number
  /** The data of the events of a subscription. */
  events(id: string): Record<string, unknown>[]
}

/** Connected, and what was said first received. */
export async function openFeed(platform: Pick<Platform, 'origin'>, credential: string, onFrame: (frame: Frame) => void = () => {}): Promise<Feed> {
  const header = Buffer.from(JSON.stringify({ host: 'localhost', authorization: credential })).toString('base64url')
  const socket = new WebSocket(`${platform.origin.replace('http', 'ws')}/event/realtime`, [`header-${header}`, 'aws-appsync-event-ws'])
  const frames: Frame[] = []
  socket.addEventListener('open', () => socket.send('{"type":"connection_init"}'))
  socket.addEventListener('message', ({ data }) => {
    const frame = JSON.parse(String(data)) as Frame
    frames.push(frame)
    onFrame(frame)
  })
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
  const until = async (isThere: () => boolean): Promise<void> => {
    for (const end = Date.now() + 120_000; !isThere() && Date.now() < end; ) await sleep(20)
  }
  await until(() => frames.length >= 2 || frames[0]?.type === 'connection_error' || socket.readyState === WebSocket.CLOSED)
  return {
    socket,
    closed,
    until,
    say: (frame: object) => socket.send(JSON.stringify(frame)),
    get types() {
      return frames.filter(({ type }) => type !== 'data').map(({ type }) => type)
    },
    count: (type: string) => frames.filter((frame) => frame.type === type).length,
    events: (id: string) => frames.filter((frame) => frame.type === 'data' && frame.id === id).map(({ event }) => JSON.parse(String(event)).data),
  }
}

/** The account's digits, as the names of channels have them. */
export async function channelOwner(platform: Platform): Promise<string> {
  return String((await platform.call('GET', '/users/me')).json.UserID).replace('usr_', '')
}
