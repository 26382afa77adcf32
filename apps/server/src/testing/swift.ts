// For tests and acceptance suites only: OpenStack Swift from Debian with its S3 interface: an S3 server that nobody here wrote, which refuses forged and altered links. Five processes on
// loopback, in a folder of their own on a file system with extended attributes.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Whose hosts are buckets. It is nobody's: whoever tests it dials loopback. */
export const SWIFT_DOMAIN = 's3.example'

const START_MS = 60_000
const NEEDED = [
  '/usr/bin/swift-proxy-server',
  '/usr/bin/swift-object-server',
  '/usr/bin/swift-account-server',
  '/usr/bin/swift-container-server',
  '/usr/bin/memcached',
]
const STORES = ['object', 'container', 'account'] as const

export interface Swift {
  readonly endpoint: string
  readonly bucket: string
  readonly keyId: string
  readonly secret: string
  /** Kills the process that answers. */
  kill(): Promise<void>
  /** Starts it again. */
  up(): Promise<void>
  /** Writes so many objects of one byte into the database of a container, by Swift's own code: their bytes are nowhere. */
  fill(bucket: string, prefix: string, count: number): void
  stop(): Promise<void>
}

/** @throws Error  Debian's packages are not installed */
export async function startSwift(folder: string): Promise<Swift> {
  const missing = NEEDED.filter((path) => !existsSync(path))
  if (missing.length > 0)
    throw new Error(`no ${missing.join(', ')}: apt-get install swift-proxy swift-account swift-container swift-object memcached`)
  const etc = join(folder, 'etc')
  for (const path of [etc, join(folder, 'node/d1')]) mkdirSync(path, { recursive: true })
  const names = [...STORES, 'proxy', 'memcached']
  const free = await freePorts(names.length)
  const ports = Object.fromEntries(names.map((name, index) => [name, free[index]!]))
  const write = (name: string, text: string) => writeFileSync(join(etc, name), text)
  write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = s\nswift_hash_path_prefix = p\n[storage-policy:0]\nname = default\ndefault = yes\n')
  const common = (port: number) =>
    `bind_ip = 127.0.0.1\nbind_port = ${port}\nswift_dir = ${etc}\nuser = ${userInfo().username}\nworkers = 0\nlog_level = ERROR\n`
  for (const name of STORES) {
    write(
      `${name}-server.conf`,
      `[DEFAULT]\n${common(ports[name]!)}devices = ${folder}/node\nmount_check = false\ndisable_fallocate = true\n[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n`,
    )
    const ring = (...words: string[]) => execFileSync('swift-ring-builder', [`${name}.builder`, ...words], { cwd: etc, stdio: 'pipe' })
    ring('create', '4', '1', '0')
    ring('add', `r1z1-127.0.0.1:${ports[name]}/d1`, '1')
    ring('rebalance')
  }
  const filters = ['catch_errors', 'gatekeeper', 'cache:memcache', 'listing_formats', 's3api', 'tempauth', 'bulk', 'slo']
  const own: Record<string, string> = {
    cache: `memcache_servers = 127.0.0.1:${ports['memcached']}\n`,
    // Behind the name of a bucket, too: addresses in the form of virtual hosts.
    s3api: `location = us-east-1\ns3_acl = false\nstorage_domain = ${SWIFT_DOMAIN}\n`,
    tempauth: 'user_test_tester = testing .admin\n',
  }
  const sections = filters.map((filter) => {
    const [name = '', egg = name] = filter.split(':')
    return `[filter:${name}]\nuse = egg:swift#${egg}\n${own[name] ?? ''}`
  })
  // It has one node only: for a minute after an error of it, it would ask none.
  const pipeline = filters.map((filter) => filter.split(':')[0]).join(' ')
  write(
    'proxy-server.conf',
    `[DEFAULT]\n${common(ports['proxy']!)}[pipeline:main]\npipeline = ${pipeline} proxy-server\n[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\nerror_suppression_interval = 1\nerror_suppression_limit = 1000000\n${sections.join('')}`,
  )
  const log = join(folder, 'swift.log')
  const start = (file: string, words: readonly string[]) => startProcess(file, words, log)
  const running = [start('memcached', ['-l', '127.0.0.1', '-p', String(ports['memcached']), '-m', '16', '-u', userInfo().username])]
  for (const name of STORES) running.push(start(`swift-${name}-server`, [join(etc, `${name}-server.conf`)]))
  const endpoint = `http://127.0.0.1:${ports['proxy']}`
  const [keyId, secret, bucket] = ['test:tester', 'testing', 'credence']
  let proxy: Started | undefined
  const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
    for (const end = Date.now() + START_MS; !(await holds()); await sleep(50))
      if (Date.now() > end) throw new Error(`${what} not within ${START_MS / 1000} s\n${readFileSync(log, 'utf8').slice(-20_000)}`)
  }
  const up = async (): Promise<void> => {
    proxy = start('swift-proxy-server', [join(etc, 'proxy-server.conf')])
    const answers = () =>
      fetch(endpoint).then(
        () => true,
        () => false,
      )
    await until('Swift answers', answers)
  }
  const stop = async (): Promise<void> => {
    await Promise.all([proxy?.kill(), ...running.map((one) => one.kill())])
  }
  /** With Swift's own interface: a bucket is a container of the account. */
  const makeBucket = async (): Promise<boolean> => {
    const signedIn = await fetch(`${endpoint}/auth/v1.0`, { headers: { 'x-auth-user': keyId, 'x-auth-key': secret } })
    const [place, token] = ['x-storage-url', 'x-auth-token'].map((name) => signedIn.headers.get(name) ?? '') as [string, string]
    if (!signedIn.ok) return false
    return (await fetch(`${place}/${bucket}`, { method: 'PUT', headers: { 'x-auth-token': token } })).ok
  }
  try {
    await up()
    await until('a bucket can be made', makeBucket)
  } catch (reason) {
    await stop()
    throw reason
  }
  return {
    endpoint,
    bucket,
    keyId,
    secret,
    kill: async () => proxy?.kill(),
    up,
    fill: (container, prefix, count) => execFileSync('/usr/bin/python3', ['-c', FILL, folder, container, prefix, String(count)], { stdio: 'pipe' }),
    stop,
  }
}

const FILL = `
import sys, glob, time
from swift.container.backend import ContainerBroker
folder, container, prefix, count = sys.argv[1:]
for path in glob.glob(folder + '/node/d1/containers/*/*/*/*.db'):
    broker = ContainerBroker(path)
    if broker.get_info()['container'] != container: continue
    now = '%016.05f' % time.time()
    row = dict(created_at=now, size=1, content_type='text/plain', etag='d41d8cd98f00b204e9800998ecf8427e', deleted=0, storage_policy_index=0)
    broker.merge_items([dict(row, name=prefix + '%06d' % n) for n in range(int(count))])
`

interface Started {
  /** Resolves once it is gone. */
  kill(): Promise<void>
}
/** What it prints goes to the log. */
function startProcess(file: string, words: readonly string[], log: string): Started {
  const place = openSync(log, 'a')
  const child: ChildProcess = spawn(file, words, { stdio: ['ignore', place, place], detached: true })
  closeSync(place)
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
  return {
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
