// GitHub's REST API as far as the platform needs it, on this machine. It answers `/status/202` with that status, `/user` with whose token it is, and says
// nothing at all of what has `unreachable` in its path or its token.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface GitHub {
  /** Of its API. */
  readonly url: string
  close(): void
}

/** @param host  at which processes of the platform reach this one */
export async function openGitHub(host = '127.0.0.1'): Promise<GitHub> {
  const server = createServer((request, reply) => {
    const { url = '', headers } = request
    if (`${url} ${headers.authorization}`.includes('unreachable')) return void request.socket.destroy()
    request.resume()
    const status = Number(/^\/status\/(20[0-4])/.exec(url)?.[1] ?? 200)
    if (status === 204) return reply.writeHead(204).end()
    return reply.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify({ login: 'octocat', name: 'stand-in' }))
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host}:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
