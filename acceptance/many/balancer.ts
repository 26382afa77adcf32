// What stands before several API processes: hands each connection to the next one that takes it.
import { connect, createServer, type Server, type Socket } from 'node:net'

export interface Balancer {
  readonly port: number
  close(): Promise<void>
}

const CONNECT_MS = 1000

export interface Backend {
  readonly host: string
  readonly port: number
}
/** @param backends  as they are now */
export async function openBalancer(backends: () => readonly Backend[]): Promise<Balancer> {
  let turn = 0
  const sockets = new Set<Socket>()
  const server: Server = createServer({ allowHalfOpen: true }, (client) => {
    sockets.add(client)
    client.on('error', () => client.destroy()).on('close', () => sockets.delete(client))
    const all = backends()
    const reach = (tries: number): void => {
      if (tries >= all.length) return void client.destroy()
      const backend = connect({ ...all[turn++ % all.length]!, allowHalfOpen: true })
      // What came while this process was busy is seen before it counts as late.
      backend.setTimeout(CONNECT_MS, () => setImmediate(() => setImmediate(() => backend.connecting && backend.destroy(new Error('no connection')))))
      backend.once('error', () => {
        if (backend.connecting || backend.bytesRead === 0) reach(tries + 1)
        else client.destroy()
      })
      backend.once('connect', () => {
        backend.removeAllListeners('error').setTimeout(0)
        // Who was answered before its body was read still gets the answer: an answer that has come is read before more is written, since a write to a connection that
        // was closed loses it; and what the client goes on sending is taken from it until it has ended.
        let over = false
        const linger = () => {
          over = true
          client.end()
          client.resume()
        }
        backend.on('error', linger).once('end', linger).once('close', linger)
        client.once('close', () => backend.destroy())
        client.on('data', (chunk) => {
          if (over) return
          client.pause()
          setImmediate(() => {
            if (over) client.resume()
            else backend.write(chunk, () => client.resume())
          })
        })
        client.once('end', () => over || setImmediate(() => backend.end()))
        backend.pipe(client)
      })
    }
    reach(0)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
