// Answers Prometheus on an address for operators alone, which no stranger reaches: there are no credentials here.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Family, ofProcess, type Registry, render } from './registry.ts'

export interface MetricsServer {
  readonly port: number
  /** What another process of this platform said of itself last; undefined: it ended. */
  tell(process: string, families: readonly Family[] | undefined): void
  close(): Promise<void>
}

/** @throws Error  nothing can listen at the address */
export async function serveMetrics(registry: Registry, { host, port }: { host: string; port: number }): Promise<MetricsServer> {
  const others = new Map<string, readonly Family[]>()
  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000, keepAliveTimeout: 5000 }, (request, response) => {
    const [path] = (request.url ?? '').split('?', 1)
    if (path !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD'))
      return void response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Figures are at /metrics.\n')
    void registry.collect().then((own) => {
      const all = [...ofProcess('platform', own), ...[...others].flatMap(([process, families]) => ofProcess(process, families))]
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' }).end(render(all))
    })
  })
  server.maxConnections = 20
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(
        new Error(
          `CREDENCE_METRICS is ${host}:${port}, and nothing can listen there (${code}); each platform process of a machine needs a port of its own`,
        ),
      ),
    )
    server.listen({ host, port }, () => resolve())
  })
  return {
    port: (server.address() as AddressInfo).port,
    tell(process, families) {
      if (families) others.set(process, families)
      else others.delete(process)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
