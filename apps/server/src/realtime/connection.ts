// One connection of a realtime client, from its first frame to its end. It knows nothing of sockets: what it is given are texts, what it sends are texts.
import { type EventKind, LIMITS, REALTIME_CLOSES, REALTIME_FAULTS, type RealtimeClose, type RealtimeFault, readChannel } from '@credence/contract'
import type { Credentials, User } from '../credentials/credentials.ts'
import { DatabaseAway } from '../database/outage.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { type ClientFrame, FRAMES, readFrame } from './frames.ts'
import type { Listener } from './hub.ts'

/** The wire to a client. */
export interface Wire {
  send(frame: string): void
  /** Bytes that the client has not read. */
  readonly unread: number
  /** What was sent before still arrives, if the client reads it. */
  close(why: RealtimeClose): void
}
export interface ConnectionDeps {
  readonly credentials: Credentials
  /** As the client gave it when it connected. */
  readonly credential: string | undefined
  readonly frames: RateLimit
  /** Undefined: the account has too many connections; otherwise to be called at the end. */
  readonly admit: (user: User) => (() => void) | undefined
  /** Resolves when every event that is committed from then on will be told. */
  readonly follow: () => Promise<void>
  readonly listen: (kind: EventKind, userId: string, listener: Listener) => { remove(): void }
  /** Told how a connection was ended by this side. */
  readonly onClose: (why: RealtimeClose) => void
  /** Of a fault of ours. */
  readonly onFailure: (cause: unknown) => void
}
export interface Connection {
  /** A text frame; undefined: one that is no text. */
  receive(text: string | undefined): void
  /** A client that says nothing is told nothing, unless its credential is wrong: some wait for that without a word. */
  introduce(): Promise<void>
  /** To be called now and then: ends the connection when one of its credentials is over. */
  checkCredentials(): Promise<void>
  keepAlive(): void
  close(why: RealtimeClose): void
  /** The socket is gone. */
  gone(): void
}

interface Subscription {
  readonly credential: string
  readonly userId: string
  readonly place: { remove(): void }
}

export function openConnection(wire: Wire, deps: ConnectionDeps): Connection {
  const { credentials } = deps
  const subscriptions = new Map<string, Subscription>()
  let state: 'new' | 'open' | 'closed' = 'new'
  let userId = ''
  let leave = () => {}
  let queue: Promise<void> = Promise.resolve()

  const gone = (): void => {
    state = 'closed'
    for (const { place } of subscriptions.values()) place.remove()
    subscriptions.clear()
    leave()
    leave = () => {}
  }
  const close = (why: RealtimeClose, fault?: RealtimeFault): void => {
    if (state === 'closed') return
    if (fault) wire.send(FRAMES.failed(state === 'new' ? 'connection_error' : 'error', fault))
    gone()
    deps.onClose(why)
    wire.close(why)
  }
  const send = (frame: string): void => {
    if (state === 'closed') return
    if (wire.unread > LIMITS.realtime.unreadBytes) close(REALTIME_CLOSES.slowReader)
    else wire.send(frame)
  }

  const begin = async (): Promise<void> => {
    if (state === 'open') return send(FRAMES.acknowledged())
    const user = deps.credential === undefined ? undefined : await credentials.userOf(deps.credential)
    if (isClosed()) return
    if (!user) return close(REALTIME_CLOSES.unauthorized, REALTIME_FAULTS.unauthorized)
    const admitted = deps.admit(user)
    if (!admitted) return close(REALTIME_CLOSES.tooManyConnections, REALTIME_FAULTS.tooManyConnections)
    leave = admitted
    state = 'open'
    userId = user.userId
    send(FRAMES.acknowledged())
    send(FRAMES.keepAlive())
  }
  const isClosed = (): boolean => state === 'closed'

  const subscribe = async ({ id, channel: name, credential }: Extract<ClientFrame, { type: 'subscribe' }>): Promise<void> => {
    const refuse = (fault: RealtimeFault) => send(FRAMES.refused('subscribe_error', id, fault))
    const channel = readChannel(name)
    if (!channel) return refuse(REALTIME_FAULTS.unknownChannel)
    const given = credential ?? deps.credential ?? ''
    try {
      if ((await credentials.userOf(given))?.userId !== channel.userId) return refuse(REALTIME_FAULTS.foreignChannel)
      if (!subscriptions.has(id) && subscriptions.size >= LIMITS.realtime.subscriptions) return refuse(REALTIME_FAULTS.tooManySubscriptions)
      await deps.follow()
    } catch (cause) {
      if (!(cause instanceof DatabaseAway)) throw cause
      return refuse(REALTIME_FAULTS.away)
    }
    if (isClosed()) return
    // Nothing is told between these two, so the success comes before the first event.
    subscriptions.get(id)?.place.remove()
    const place = deps.listen(channel.kind, channel.userId, { hear: (quoted) => send(FRAMES.data(id, quoted)) })
    subscriptions.set(id, { credential: given, userId: channel.userId, place })
    send(FRAMES.subscribed(id))
  }
  const handle = async (frame: ClientFrame): Promise<void> => {
    if (isClosed()) return
    if (frame.type === 'connection_init') return begin()
    if (state === 'new') return send(FRAMES.failed('error', REALTIME_FAULTS.notInitialised))
    if (frame.type === 'subscribe') return subscribe(frame)
    const { type, id } = frame
    if (type === 'publish') return send(FRAMES.refused('publish_error', id, REALTIME_FAULTS.publish))
    const subscription = subscriptions.get(id)
    if (!subscription) return send(FRAMES.refused('unsubscribe_error', id, REALTIME_FAULTS.unknownSubscription))
    subscriptions.delete(id)
    subscription.place.remove()
    send(FRAMES.unsubscribed(id))
  }
  /** One after the other: what a client sends first is answered first. */
  const enqueue = (work: () => Promise<void> | void): void => {
    queue = queue.then(work).catch((cause: unknown) => {
      if (cause instanceof DatabaseAway) return close(REALTIME_CLOSES.away, REALTIME_FAULTS.away)
      deps.onFailure(cause)
      close(REALTIME_CLOSES.failed, REALTIME_FAULTS.internal)
    })
  }

  return {
    receive(text) {
      if (state === 'closed') return
      if (deps.frames.take('') > 0) return close(REALTIME_CLOSES.tooManyFrames, REALTIME_FAULTS.tooManyFrames)
      const frame = text === undefined ? REALTIME_FAULTS.noJson : readFrame(text)
      enqueue(() => ('type' in frame ? handle(frame) : send(FRAMES.failed('error', frame))))
    },
    async introduce() {
      if (state !== 'new') return
      const user = deps.credential === undefined ? undefined : await credentials.userOf(deps.credential)
      if (!user && state === 'new') close(REALTIME_CLOSES.unauthorized, REALTIME_FAULTS.unauthorized)
    },
    async checkCredentials() {
      if (state !== 'open') return
      const owners = new Map([[deps.credential ?? '', userId], ...[...subscriptions.values()].map((one) => [one.credential, one.userId] as const)])
      for (const [credential, owner] of owners) {
        const user = await credentials.userOf(credential)
        if (user?.userId !== owner) return close(REALTIME_CLOSES.credentialOver, REALTIME_FAULTS.unauthorized)
      }
    },
    keepAlive() {
      if (state === 'open') send(FRAMES.keepAlive())
    },
    close: (why) => close(why),
    gone,
  }
}
