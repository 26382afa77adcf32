// How many connections there are, in all and of one address, and how long a request may take to arrive. A connection waits while the server has
// nothing to do for it: it is silent, or its request is not complete yet; it is busy while the server answers. When there is one too many, the
// connection that has waited longest makes room, so that slow or idle clients never keep others out; only where all are busy a new one is refused.
// Slow headers are ended by Node itself (`headersTimeout`).
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import { type ApiError, errors } from '@credence/contract'

export interface ConnectionLimits {
  readonly total: number
  readonly perAddress: number
  /** For a body to arrive whole. */
  readonly bodyMilliseconds: number
  /** For the rest of a request that was answered before it was complete: what is sent where nobody reads it. */
  readonly restMilliseconds: number
  /** Addresses and networks of proxies: many readers share their addresses, so only the total counts. */
  readonly trustedProxies: readonly string[]
  /** Requests whose bodies may take longer: `requestTimeout` bounds them. They count as busy. */
  readonly isUpload: (request: IncomingMessage) => boolean
}

interface Connection {
  readonly socket: Socket
  readonly network: string | undefined
  /** Requests that are complete and not yet answered; more than one when the client does not wait for answers. */
  busy: number
  /** Bytes read when it last had nothing to say. */
  bytesBefore: number
}

const uploading = new WeakSet<Socket>()
/** Whether what this connection sends is an upload, which has more time than other requests. */
export const isUploading = (socket: Socket): boolean => uploading.has(socket)

const holders = new WeakMap<Socket, () => void>()
/** From now on it is busy until it closes: what was a request is a stream, for somebody who may have one. */
export const holdConnection = (socket: Socket): void => holders.get(socket)?.()

export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const isTrusted = networks(limits.trustedProxies)
  const connections = new WeakMap<Socket, Connection>()
  const counts = new Map<string, number>()
  /** Those that wait, longest first. */
  const waiting = new Set<Connection>()
  let total = 0

  const wait = (connection: Connection): void => {
    waiting.delete(connection)
    if (!connection.socket.destroyed) waiting.add(connection)
  }
  const makeRoom = (newest: Connection, isRival: (other: Connection) => boolean): void => {
    for (const other of waiting) {
      if (!isRival(other)) continue
      waiting.delete(other)
      end(other.socket, other === newest || other.socket.bytesRead > other.bytesBefore ? errors.tooManyConnections() : undefined)
      return
    }
  }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    if (address === undefined) return void socket.destroy() // gone already
    const network = isTrusted(address) ? undefined : networkOf(address)
    const connection: Connection = { socket, network, busy: 0, bytesBefore: 0 }
    connections.set(socket, connection)
    holders.set(socket, () => {
      connection.busy++
      waiting.delete(connection)
    })
    total++
    const ofNetwork = network === undefined ? 0 : (counts.get(network) ?? 0) + 1
    if (network !== undefined) counts.set(network, ofNetwork)
    socket.once('close', () => {
      total--
      waiting.delete(connection)
      if (network === undefined) return
      const left = (counts.get(network) ?? 1) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    })
    wait(connection)
    if (ofNetwork > limits.perAddress) makeRoom(connection, (other) => other.network === network)
    else if (total > limits.total) makeRoom(connection, () => true)
  })
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket)
    if (!connection) return
    let counted = false
    const begin = () => {
      counted = true
      connection.busy++
      waiting.delete(connection)
    }
    const isUpload = limits.isUpload(request)
    if (isUpload) uploading.add(request.socket)
    const slow = hasBody(request) && !isUpload
    const timer = slow ? setTimeout(() => giveUp(request, response, limits.bodyMilliseconds), limits.bodyMilliseconds).unref() : undefined
    if (slow) {
      wait(connection)
      request.once('end', () => {
        clearTimeout(timer)
        if (!response.closed) begin()
      })
    } else begin()
    response.once('finish', () => {
      // Not at once: what arrives at a closed socket is answered with a reset, which would take the answer away from a client that is still sending.
      if (request.complete) return
      request.resume()
      setTimeout(() => request.complete || request.socket.destroy(), limits.restMilliseconds).unref()
    })
    response.once('close', () => {
      clearTimeout(timer)
      if (counted) connection.busy--
      uploading.delete(request.socket)
      connection.bytesBefore = connection.socket.bytesRead
      if (connection.busy === 0) wait(connection)
    })
  })
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || !['0', undefined].includes(headers['content-length'])

function giveUp(request: IncomingMessage, response: ServerResponse, milliseconds: number): void {
  if (!request.complete) end(request.socket, response.headersSent ? undefined : errors.requestTooSlow(milliseconds / 1000))
}

/** Closes a connection, with the error as its last word to a client that has said something. */
function end(socket: Socket, error: ApiError | undefined): void {
  if (error === undefined || !socket.writable) return void socket.destroy()
  socket.write(rawAnswer(error))
  socket.destroySoon()
}

/** An answer where there is no request that could be answered. */
export function rawAnswer(error: ApiError): string {
  const body = JSON.stringify(error)
  const headers = Object.entries({
    ...error.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  })
  return `HTTP/1.1 ${error.status} ${error.name}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}

/** What one client can have many addresses of counts as one: of IPv6 the first 64 bits (RFC 6177 §2). */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [before = '', after] = address.replace(/%.*$/, '').split('::')
  const groups = before === '' ? [] : before.split(':')
  const rest = after === undefined || after === '' ? [] : after.split(':')
  const whole = after === undefined ? groups : [...groups, ...Array<string>(8 - groups.length - rest.length).fill('0'), ...rest]
  return whole.slice(0, 4).join(':')
}

function networks(list: readonly string[]): (address: string) => boolean {
  const blocks = new BlockList()
  for (const entry of list) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) blocks.addAddress(address, family)
    else blocks.addSubnet(address, Number(bits), family)
  }
  return (address) => blocks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
