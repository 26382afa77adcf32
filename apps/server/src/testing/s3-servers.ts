// For tests only: object stores that speak S3 and that nobody here wrote. `s3rver` is always there; OpenStack Swift, which is strict about signatures, is asked by
// `npm run peers`, where Debian's packages of it are installed: apt-get install swift-proxy swift-account swift-container swift-object memcached
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { startSwift } from './swift.ts'

export interface S3Server {
  readonly origin: string
  /** As the setting of allowed hosts names it. */
  readonly host: string
  readonly key: { readonly id: string; readonly secret: string }
  close(): Promise<void>
}

/** Over https, with the certificate of localhost. */
export async function openS3rver(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'credence-s3rver-'))
  const certificate = (name: string) => readFileSync(join(import.meta.dirname, 'certificates', name))
  const own = { key: certificate('localhost.key'), cert: certificate('localhost.pem') }
  const server = new S3rver({ address: 'localhost', port: 0, silent: true, directory, ...own })
  const { port } = (await server.run()) as AddressInfo
  return {
    origin: `https://localhost:${port}`,
    host: `localhost:${port}`,
    key: { id: 'S3RVER', secret: 'S3RVER' },
    async close() {
      await server.close()
      rmSync(directory, { recursive: true })
    },
  }
}

/** `npm run peers`: programs of Debian that nobody here wrote take part in tests, and must be installed. */
export const asksSwift = process.env.CREDENCE_PEERS === '1'

/** Five processes on loopback, up in some six seconds. */
export async function openSwift(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'credence-swift-'))
  const { endpoint, keyId, secret, stop } = await startSwift(folder)
  return {
    origin: endpoint,
    host: new URL(endpoint).host,
    key: { id: keyId, secret },
    async close() {
      await stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
