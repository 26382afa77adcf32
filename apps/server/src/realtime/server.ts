// The websockets of the realtime channel: which requests become one, how many there may be, and when one ends.
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { LIMITS, REALTIME_CLOSES, REALTIME_PATH, REALTIME_PROTOCOL, type RealtimeClose } from '@credence/contract'
import { type WebSocket, WebSocketServer } from 'ws'
import { type Credentials, credentialOf, type User } from '../credentials/credentials.ts'
import { DatabaseAway } from '../database/outage.ts'
import { holdConnection } from '../http/connections.ts'
import { openRateLimit } from '../http/rate-limit.ts'
import type { Log } from '../log/log.ts'
import { type Connection, openConnection } from './connection.ts'
import type { Follower } from './follower.ts'
import { credentialOffered } from './frames.ts'
import type { Hub } from './hub.ts'

/** A client that was told why and goes on reading slowly, or not at all, is cut off. */
const PATIENCE_MS = 5000
/** Until a client that sent nothing hears that its credential is wrong. */
const INTRODUCTION_MS = 500
/** How often credentials are looked at: each connection's once in `credentialMilliseconds`, a part of them at a time. */
const PARTS = 20

export interface RealtimeServer {
  readonly connections: number
  /** Ends all connections; their clients connect again, here or elsewhere. */
  close(why: RealtimeClose): void
}
export interface RealtimeDeps {
  readonly credentials: Credentials
  readonly log: Log
  readonly follower: Follower
  readonly hub: Hub
  readonly onClose: (why: RealtimeClose) => void
}

/** Whether a request asks for what is served here: the only path at which `Upgrade` means anything. */
export const isRealtime = ({ url = '', headers, method }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && url.replace(/^\/{2,}/, '/').split('?', 1)[0] === REALTIME_PATH

export function serveRealtime(server: Server, deps: RealtimeDeps): RealtimeServer {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: LIMITS.realtime.frameBytes,
    handleProtocols: (offered) => (offered.has(REALTIME_PROTOCOL) ? REALTIME_PROTOCOL : false),
  })
  /** With the part that each belongs to. */
  const open = new Map<Connection, number>()
  let opened = 0
  const ofAccount = new Map<string, number>()
  const admit = ({ userId }: User): (() => void) | undefined => {
    const count = ofAccount.get(userId) ?? 0
    if (count >= LIMITS.realtime.connections) return undefined
    ofAccount.set(userId, count + 1)
    return () => {
      const left = (ofAccount.get(userId) ?? 1) - 1
      if (left > 0) ofAccount.set(userId, left)
      else ofAccount.delete(userId)
    }
  }

  const watched = (check: Promise<void>): void => {
    check.catch((cause: unknown) => {
      if (!(cause instanceof DatabaseAway)) deps.log.error({ event: 'realtime.unchecked', cause }, 'the credential of a reader could not be checked')
    })
  }
  const serve = (socket: WebSocket, request: IncomingMessage): void => {
    let isThere = true
    const wire = {
      send: (frame: string) => socket.send(frame),
      get unread() {
        return socket.bufferedAmount
      },
      close({ code, reason }: RealtimeClose) {
        socket.close(code, reason)
        setTimeout(() => socket.terminate(), PATIENCE_MS).unref()
      },
    }
    const connection = openConnection(wire, {
      credentials: deps.credentials,
      credential: credentialOffered(request.headers['sec-websocket-protocol']) ?? credentialOf(request.headers),
      frames: openRateLimit(LIMITS.realtime.framesPerMinute),
      admit(user) {
        const leave = admit(user)
        if (leave) {
          clearTimeout(silent)
          holdConnection(request.socket)
        }
        return leave
      },
      follow: () => deps.follower.follow(),
      listen: (kind, userId, listener) => deps.hub.add(kind, userId, listener),
      onClose: deps.onClose,
      onFailure: (cause) => deps.log.error({ event: 'realtime.broken', cause }, 'a connection of the realtime channel was ended by a fault of ours'),
    })
    open.set(connection, opened++ % PARTS)
    const silent = setTimeout(() => connection.close(REALTIME_CLOSES.silent), LIMITS.realtime.initMilliseconds)
    const unknown = setTimeout(() => watched(connection.introduce()), INTRODUCTION_MS)
    const alive = setInterval(() => {
      if (!isThere) return socket.terminate() // it answered no ping
      isThere = false
      socket.ping()
      connection.keepAlive()
    }, LIMITS.realtime.keepAliveMilliseconds)
    socket.on('pong', () => {
      isThere = true
    })
    socket.on('message', (data, isBinary) => {
      isThere = true
      connection.receive(isBinary ? undefined : data.toString())
    })
    socket.on('error', () => {}) // 'close' follows
    socket.on('close', () => {
      clearTimeout(silent)
      clearTimeout(unknown)
      clearInterval(alive)
      open.delete(connection)
      connection.gone()
    })
  }
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const offered = request.headers['sec-websocket-protocol']
    // Base64 that is padded, or not that of addresses, is no token (RFC 6455, 4.1), and understood all the same.
    if (offered !== undefined) request.headers['sec-websocket-protocol'] = offered.replaceAll('=', '').replaceAll('/', '_')
    sockets.handleUpgrade(request, socket, head, (upgraded) => serve(upgraded, request))
  })

  let part = 0
  const checks = setInterval(() => {
    part = (part + 1) % PARTS
    for (const [connection, own] of open) if (own === part) watched(connection.checkCredentials())
  }, LIMITS.realtime.credentialMilliseconds / PARTS)
  checks.unref()
  return {
    get connections() {
      return open.size
    },
    close(why) {
      if (why === REALTIME_CLOSES.stopping) clearInterval(checks)
      for (const connection of open.keys()) connection.close(why)
    },
  }
}
