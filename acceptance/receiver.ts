// A receiver of webhooks on this machine, which answers 204 to everything and keeps what it is told to.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly id: string
  readonly at: number
  readonly payload: Record<string, unknown>
}
export interface Receiver {
  /** `localhost`, which the suites' platforms may dial. */
  readonly url: string
  close(): Promise<void>
}

export async function openReceiver(onReceived: (received: Received) => void, host = 'localhost'): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    onReceived({ id: String(request.headers['webhook-id']), at: Date.now(), payload: JSON.parse(body) })
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/hook`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
