// For tests only: object stores that speak S3 and that nobody here wrote. `s3rver` is always there; OpenStack Swift, which is strict about signatures, is asked by
// `npm run peers`, where Debian's packages of it are installed: apt-get install swift-proxy swift-account swift-container swift-object memcached
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import S3rver from '@20minutes/s3rver'
import { signLink } from '../objects/signature.ts'

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

const KINDS = ['object', 'container', 'account'] as const
/** Five processes on loopback, up in some six seconds. */
export async function openSwift(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'credence-swift-'))
  const etc = join(folder, 'etc')
  mkdirSync(join(folder, 'node/d1'), { recursive: true })
  mkdirSync(etc)
  const [proxyPort, memcachedPort, ...ports] = await freePorts(5)
  const user = userInfo().username
  const write = (name: string, sections: Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>>) =>
    writeFileSync(
      join(etc, name),
      Object.entries(sections)
        .map(([section, rows]) => [`[${section}]`, ...Object.entries(rows).map(([key, value]) => `${key} = ${value}`), ''].join('\n'))
        .join('\n'),
    )
  write('swift.conf', {
    'swift-hash': { swift_hash_path_suffix: 's', swift_hash_path_prefix: 'p' },
    'storage-policy:0': { name: 'default', default: 'yes' },
  })
  for (const [index, kind] of KINDS.entries()) {
    const place = { swift_dir: etc, devices: join(folder, 'node'), mount_check: false, user, workers: 0, disable_fallocate: true }
    write(`${kind}-server.conf`, {
      DEFAULT: { bind_ip: '127.0.0.1', bind_port: ports[index]!, ...place },
      'pipeline:main': { pipeline: `${kind}-server` },
      [`app:${kind}-server`]: { use: `egg:swift#${kind}` },
    })
    const ring = (...words: string[]) => execFileSync('swift-ring-builder', [`${kind}.builder`, ...words], { cwd: etc, stdio: 'ignore' })
    ring('create', '4', '1', '0')
    ring('add', `r1z1-127.0.0.1:${ports[index]}/d1`, '1')
    ring('rebalance')
  }
  const filters = ['catch_errors', 'gatekeeper', 'cache', 'listing_formats', 's3api', 'tempauth', 'bulk', 'slo']
  const more: Readonly<Record<string, object>> = {
    cache: { use: 'egg:swift#memcache', memcache_servers: `127.0.0.1:${memcachedPort}` },
    s3api: { location: 'us-east-1', s3_acl: false },
    tempauth: { user_test_tester: 'testing .admin' },
  }
  write('proxy-server.conf', {
    DEFAULT: { bind_ip: '127.0.0.1', bind_port: proxyPort!, swift_dir: etc, user, workers: 0 },
    'pipeline:main': { pipeline: [...filters, 'proxy-server'].join(' ') },
    'app:proxy-server': { use: 'egg:swift#proxy', account_autocreate: true },
    ...Object.fromEntries(filters.map((name) => [`filter:${name}`, { use: `egg:swift#${name}`, ...more[name] }])),
  })
  const running: ChildProcess[] = []
  const start = (file: string, words: string[]) => running.push(spawn(file, words, { stdio: 'ignore' }))
  start('memcached', ['-l', '127.0.0.1', '-p', String(memcachedPort), '-m', '16', '-u', 'nobody'])
  for (const name of [...KINDS, 'proxy']) start(`swift-${name}-server`, [join(etc, `${name}-server.conf`)])
  const origin = `http://127.0.0.1:${proxyPort}`
  const close = async () => {
    const ends = running.map((child) => (child.exitCode === null ? new Promise((resolve) => child.once('exit', resolve)) : undefined))
    for (const child of running) child.kill('SIGKILL')
    await Promise.all(ends)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const key = { id: 'test:tester', secret: 'testing' }
  for (const end = Date.now() + 60_000; ; await sleep(200)) {
    const link = signLink({ method: 'GET', origin, path: '/', key, lifetimeSeconds: 60 })
    const answer = await fetch(link).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.status === 200) break
    if (Date.now() > end) {
      await close()
      throw new Error(`Swift does not answer (${answer?.status})`)
    }
  }
  return { origin, host: `127.0.0.1:${proxyPort}`, key, close }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
