// A built site at a free port, answered by the platform's own handler and nothing else of the platform.
import Fastify from 'fastify'
import { notFound } from '../apps/server/src/http/paths.ts'
import { openSites } from '../apps/server/src/sites/sites.ts'

export interface SiteServer extends AsyncDisposable {
  readonly origin: string
}

export async function serveSite(folder: string): Promise<SiteServer> {
  const sites = openSites({ folder: () => folder, preparing: () => ({ parts: [], siteFailed: false }), origin: undefined })
  const app = Fastify({ forceCloseConnections: true })
  app.setNotFoundHandler((request, reply) => notFound(app, request, reply, sites))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { origin, [Symbol.asyncDispose]: () => app.close() }
}
