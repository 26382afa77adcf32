// The one way out for a program that dials by itself, as git does: a proxy on loopback, for this program alone, that opens tunnels to what the guard
// allows and counts what comes through them.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Guard } from './guard.ts'

export interface Gate {
  /** For `https_proxy`: it holds a password, which no other process knows. */
  readonly proxy: string
  /** What was not let through, in words. */
  readonly refusal: () => string | undefined
  close(): Promise<void>
}

/** @param mostBytes  that may come in through it, all together */
export async function openGate(guard: Guard, mostBytes: number): Promise<Gate> {
  const password = randomBytes(16).toString('hex')
  const wanted = Buffer.from(`Basic ${Buffer.from(`git:${password}`).toString('base64')}`)
  const sockets = new Set<Socket>()
  let refusal: string | undefined
  let bytes = 0

  const server = createServer((_request, response) => void response.writeHead(405).end())
  server.on('connect', (request, client: Socket, head: Buffer) => {
    sockets.add(client)
    client.on('close', () => sockets.delete(client)).on('error', () => client.destroy())
    const refuse = (status: string, why?: string) => {
      refusal ??= why
      client.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
    }
    const given = Buffer.from(request.headers['proxy-authorization'] ?? '')
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
      return void client.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="gate"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
      )
    const url = URL.parse(`http://${request.url}`)
    const port = Number(url?.port || 80) // of the text host:port; 80 is not written
    if (!url || !guard.mayDial(url.hostname, port)) return refuse('403 Forbidden', `this platform may not reach ${request.url}`)
    const remote = guard.dial(url.hostname, port)
    sockets.add(remote)
    remote.once('connect', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      remote.write(head)
      remote.pipe(client)
      client.pipe(remote)
      remote.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes <= mostBytes) return
        refusal ??= `more than ${mostBytes} bytes were sent`
        for (const socket of sockets) socket.destroy()
      })
    })
    remote.on('error', (cause: NodeJS.ErrnoException) => {
      if (!remote.connecting && client.writable && remote.bytesRead > 0) client.destroy()
      else if (cause.code === 'ERR_IP_BLOCKED')
        refuse('403 Forbidden', `this platform may not reach ${url.hostname}: its address is not a public one`)
      else refuse('502 Bad Gateway')
    })
    remote.on('close', () => {
      sockets.delete(remote)
      client.end()
    })
    client.on('close', () => remote.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    proxy: `http://git:${password}@127.0.0.1:${(server.address() as AddressInfo).port}`,
    refusal: () => refusal,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
