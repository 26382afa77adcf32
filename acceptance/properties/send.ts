// Sends a request as it is, a body with GET included, which fetch does not, over connections that stay.
import http from 'node:http'
import https from 'node:https'
import type { Request } from './request.ts'

export interface Target {
  readonly origin: string
  readonly key: string
  /** Of a signed-in user; absent: operations that need one are refused. */
  readonly token?: string | undefined
  /** Of a device of the account; absent: it posts nothing. */
  readonly thingKey?: string | undefined
}
export interface Sent {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly text: string
  readonly milliseconds: number
}
export interface Sender {
  send(request: Request): Promise<Sent>
  close(): void
}

const PATIENCE_MS = 60_000

export function openSender({ origin, key, token, thingKey }: Target): Sender {
  const { protocol, hostname, port } = new URL(origin)
  const { request: open, Agent } = protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true })
  const kinds: Readonly<Record<string, string | undefined>> = { any: key, key, token: token === undefined ? key : `Bearer ${token}`, thing: thingKey }
  const credentialOf = ({ credential = '', operation }: Request): string | undefined => {
    const kind = credential === 'own' ? operation.credential : credential
    return kind in kinds ? kinds[kind] : kind || undefined
  }
  const send = (request: Request): Promise<Sent> =>
    new Promise((resolve, reject) => {
      const body = request.raw ?? (request.body === undefined ? undefined : JSON.stringify(request.body))
      const credential = credentialOf(request)
      const headers: Record<string, string | number> = { ...(credential !== undefined && { authorization: credential }) }
      if (body !== undefined) Object.assign(headers, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      const began = performance.now()
      const outgoing = open(
        // Apart, as a URL in one text would be normalised: `/builds/..` is to arrive as it is.
        { hostname, port, path: urlOf(request), method: request.method, agent, headers: { ...headers, ...request.headers }, timeout: PATIENCE_MS },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () => {
            const milliseconds = performance.now() - began
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString(), milliseconds })
          })
        },
      )
      outgoing.on('error', (cause: NodeJS.ErrnoException) => {
        // A kept connection may end while a request is on its way to it: https://nodejs.org/api/http.html#requestreusedsocket
        if (outgoing.reusedSocket && cause.code === 'ECONNRESET') send(request).then(resolve, reject)
        else reject(new Error(`${request.method} ${urlOf(request)}: ${cause.message}`, { cause }))
      })
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${PATIENCE_MS} ms`)))
      outgoing.end(body)
    })
  return {
    send,
    close: () => agent.destroy(),
  }
}

export function urlOf({ operation, path, query }: Request): string {
  const place = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
  const words = Object.entries(query).flatMap(([name, given]) => given.map((word) => `${name}=${encodeURIComponent(word)}`))
  return words.length === 0 ? place : `${place}?${words.join('&')}`
}
