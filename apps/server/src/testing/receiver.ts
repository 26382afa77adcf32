// For tests only: an HTTP or HTTPS server that gets webhooks, remembers what came, and answers as it is told.
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

export interface Received {
  readonly id: string
  readonly at: number
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly path: string
}
export interface Receiver {
  readonly url: string
  readonly port: number
  readonly received: Received[]
  /** The most that were being answered at the same time, and whether two of one id were. */
  most: number
  twice: boolean
  /** What is done with a request once its body is there; 204 unless it is set. */
  answer: (request: Received, response: ServerResponse) => void | Promise<void>
  close(): Promise<void>
}
const certificate = (name: string) => readFileSync(join(import.meta.dirname, 'certificates', name))

export async function openReceiver({ secure = false }: { secure?: boolean } = {}): Promise<Receiver> {
  const under = new Map<string, number>()
  const listener: RequestListener = async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const id = String(request.headers['webhook-id'])
    const one: Received = { id, at: Date.now(), headers: request.headers, body, path: request.url ?? '' }
    receiver.received.push(one)
    under.set(id, (under.get(id) ?? 0) + 1)
    receiver.twice ||= under.get(id)! > 1
    receiver.most = Math.max(
      receiver.most,
      [...under.values()].reduce((sum, count) => sum + count, 0),
    )
    response.once('close', () => under.set(id, under.get(id)! - 1))
    await receiver.answer(one, response)
  }
  const server = secure
    ? createSecureServer({ key: certificate('localhost.key'), cert: certificate('localhost.pem') }, listener)
    : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `${secure ? 'https://localhost' : 'http://127.0.0.1'}:${port}/hook`,
    port,
    received: [],
    most: 0,
    twice: false,
    answer: (_, response) => void response.writeHead(204).end(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}
