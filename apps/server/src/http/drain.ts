// How a process leaves: for some time it answers as before, and ends each connection with its answer, so that clients and balancers go elsewhere
// before it closes.
import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** To be called before the server listens; the function that it gives starts, and resolves when the time is over. */
export function drainable(server: Server): (seconds: number) => Promise<void> {
  let draining = false
  server.prependListener('request', (_request, response) => {
    if (draining) response.shouldKeepAlive = false // the answer says `Connection: close`
  })
  return async (seconds) => {
    draining = true
    await sleep(seconds * 1000)
  }
}
