// The realtime channel for clients, in Node and in browsers: one websocket, as many subscriptions as wanted, made again when it breaks. What happened
// meanwhile is not repeated, so a subscriber is told each time it begins to hear, and asks for the status then.
import { ApiError, LIMITS, REALTIME_PATH, REALTIME_PROTOCOL, type RealtimeEvent, randomDigits } from '@credence/contract'
import { pause } from './pause.ts'

export interface Listener {
  readonly onEvent: (event: RealtimeEvent) => void
  /** From now on every event is heard; again after each lost connection. */
  readonly onReady?: () => void
  /** The connection was lost, or none could be made; it is tried again. */
  readonly onAway?: () => void
  /** The platform refuses credential or channel: nothing will be heard. */
  readonly onRefused?: (error: ApiError) => void
}
export interface Realtime {
  /** @param channel  `task-status/` and the digits of a user, as `channelName` of the contract writes it */
  subscribe(channel: string, listener: Listener): { close(): void }
  close(): void
}
export interface RealtimeOptions {
  readonly host: string
  readonly credential: string | undefined
  /** Instead of the global `WebSocket`. */
  readonly webSocket?: typeof WebSocket
}

interface Frame {
  readonly type?: unknown
  readonly id?: unknown
  readonly event?: unknown
  readonly message?: unknown
  readonly errors?: readonly { readonly errorCode?: unknown }[]
}
/** Keep-alives that may fail to come until a connection counts as lost. */
const MISSED = 2

export function openRealtime({ host, credential, webSocket = WebSocket }: RealtimeOptions): Realtime {
  const address = host.replace(/^http/, 'ws') + REALTIME_PATH
  const authorization = { host: new URL(host).host, authorization: credential ?? '' }
  const protocols = [REALTIME_PROTOCOL, `header-${base64url(JSON.stringify(authorization))}`]
  const listeners = new Map<string, { readonly channel: string; readonly listener: Listener }>()
  const ended = new AbortController()
  let socket: WebSocket | undefined
  let isOpen = false
  let refused: ApiError | undefined

  const send = (frame: object): void => {
    if (isOpen) socket?.send(JSON.stringify(frame))
  }
  const subscribe = (id: string, channel: string): void => send({ type: 'subscribe', id, channel, authorization })
  const hear = (frame: Frame): void => {
    const of = typeof frame.id === 'string' ? listeners.get(frame.id) : undefined
    if (frame.type === 'connection_ack') {
      isOpen = true
      for (const [id, { channel }] of listeners) subscribe(id, channel)
    } else if (frame.type === 'subscribe_success') of?.listener.onReady?.()
    else if (frame.type === 'data') of?.listener.onEvent(JSON.parse(String(frame.event)) as RealtimeEvent)
    else if (frame.type === 'subscribe_error') {
      const error = errorOf(frame)
      if (error.status >= 500 || error.status === 429) {
        socket?.close() // for a while: the next connection asks again
        return
      }
      if (typeof frame.id === 'string') listeners.delete(frame.id)
      of?.listener.onRefused?.(error)
    } else if (frame.type === 'connection_error' && errorOf(frame).status === 401) {
      refused = errorOf(frame)
      for (const { listener } of listeners.values()) listener.onRefused?.(refused)
      close()
    }
  }
  /** Until the connection is lost. @returns whether it worked */
  const connectOnce = (): Promise<boolean> =>
    new Promise((resolve) => {
      const opened = new webSocket(address, protocols)
      socket = opened
      let worked = false
      let timer: ReturnType<typeof setTimeout> | undefined
      const expect = (milliseconds: number): void => {
        clearTimeout(timer)
        timer = setTimeout(end, milliseconds)
      }
      const end = (): void => {
        clearTimeout(timer)
        if (socket === opened) [socket, isOpen] = [undefined, false]
        opened.close()
        resolve(worked)
      }
      expect(LIMITS.client.requestMilliseconds)
      opened.addEventListener('open', () => opened.send(JSON.stringify({ type: 'connection_init' })))
      opened.addEventListener('message', ({ data }) => {
        if (socket !== opened) return
        expect(MISSED * LIMITS.realtime.keepAliveMilliseconds)
        const frame = JSON.parse(String(data)) as Frame
        if (frame.type === 'connection_ack') worked = true
        hear(frame)
      })
      opened.addEventListener('close', end)
      opened.addEventListener('error', end)
    })
  const run = async (): Promise<void> => {
    const { first, most } = LIMITS.realtime.reconnectMilliseconds
    for (let wait: number = first; !ended.signal.aborted; ) {
      // A page may be forbidden to connect: the attempt throws then, and asking takes its place.
      if (await connectOnce().catch(() => false)) wait = first
      if (ended.signal.aborted) return
      for (const { listener } of listeners.values()) listener.onAway?.()
      await pause(wait * (0.5 + Math.random() / 2), ended.signal).catch(() => {})
      wait = Math.min(2 * wait, most)
    }
  }
  const close = (): void => {
    ended.abort()
    socket?.close()
    listeners.clear()
  }
  let isRunning = false
  return {
    subscribe(channel, listener) {
      const id = randomDigits(32)
      if (refused) listener.onRefused?.(refused)
      else {
        listeners.set(id, { channel, listener })
        if (!isRunning) void run()
        isRunning = true
        subscribe(id, channel)
      }
      return {
        close() {
          if (listeners.delete(id)) send({ type: 'unsubscribe', id, channel })
        },
      }
    },
    close,
  }
}

function errorOf({ errors, message }: Frame): ApiError {
  const code = errors?.[0]?.errorCode
  return new ApiError(typeof code === 'number' ? code : 400, typeof message === 'string' ? message : 'The platform refuses this channel')
}

/** Without padding (RFC 4648, 5). */
function base64url(text: string): string {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
