// Stands between the platform and its object store, and does what networks and stores do on bad days: answers 503, breaks connections in the middle of
// an answer, or says nothing.

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** `pass`: nothing is wrong. */
export const MOODS = ['pass', 'refuse', 'break', 'silent'] as const
export type Mood = (typeof MOODS)[number]

export interface FaultyObjects {
  readonly endpoint: string
  mood: Mood
  /** Requests that were treated badly. */
  readonly faults: number
  close(): Promise<void>
}

const REFUSAL =
  'HTTP/1.1 503 Slow Down\r\nContent-Type: application/xml\r\nContent-Length: 43\r\nConnection: close\r\n\r\n<Error><Code>SlowDown</Code><X></X></Error>'

/** @param random  in [0, 1); of requests in a bad mood, half are treated badly */
export async function openFaultyObjects(target: string, host: string, random: () => number): Promise<FaultyObjects> {
  const { hostname, port } = new URL(target)
  let faults = 0
  const sockets = new Set<Socket>()
  const state: { mood: Mood } = { mood: 'pass' }
  // Bytes are handed on as they are: what the store writes is not always HTTP to the letter. A request begins a chunk of its own.
  const server = createServer((client) => {
    const store = connect(Number(port), hostname)
    for (const socket of [client, store]) {
      sockets.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          client.destroy()
          store.destroy()
        })
    }
    store.pipe(client)
    let silent = false
    client.on('data', (bytes: Buffer) => {
      const isBad = state.mood !== 'pass' && /^(GET|PUT|HEAD|POST|DELETE) /.test(bytes.toString('latin1', 0, 8)) && random() < 0.5
      if (isBad) faults++
      silent ||= isBad && state.mood === 'silent'
      if (silent) return
      if (isBad && state.mood === 'refuse') return void client.end(REFUSAL)
      if (isBad && state.mood === 'break') store.once('data', () => client.destroy())
      store.write(bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    endpoint: `http://${host}:${(server.address() as AddressInfo).port}`,
    get mood() {
      return state.mood
    },
    set mood(mood: Mood) {
      state.mood = mood
      if (mood === 'pass') endAll() // those that were told nothing hear at last that nothing comes
    },
    get faults() {
      return faults
    },
    async close() {
      endAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
