// A platform of many processes: Debian's PostgreSQL, an S3 server, API processes behind a balancer, workers; each process with a data folder of its
// own, as on a machine of its own.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Swift, startSwift } from '../../apps/server/src/testing/swift.ts'
import { freePort } from '../../tools/free-port.ts'
import { type GitHub, openGitHub } from '../github.ts'
import { whenInterrupted } from '../interrupted.ts'
import { Platform } from '../platform.ts'
import { lendParts } from '../shared-cache.ts'
import { type Balancer, openBalancer } from './balancer.ts'
import { type Disk, mountDisk } from './disks.ts'
import { type FaultyObjects, openFaultyObjects } from './faulty-objects.ts'
import { HERE, type LinkedMachine, type Machine, openNetwork } from './network.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { type Running, run, until } from './processes.ts'

const HOMES = resolve(import.meta.dirname, '../../.credence')
const MAIN = resolve(import.meta.dirname, '../../apps/server/src/main.ts')
const START_MS = 180_000
const DISK_MEGABYTES = 2000
/** The parts of the engine have 300 of them. */
const HOME_MEGABYTES = 700

export interface Member {
  readonly name: string
  readonly role: 'api' | 'worker'
  readonly home: string
  /** Of an API process. */
  readonly port: number
  readonly machine: Machine
  /** In a network of namespaces. */
  readonly linked?: LinkedMachine
  running: Running
}
export interface Cluster {
  readonly folder: string
  readonly postgres: Postgres
  readonly swift: Swift
  /** What stands between the platform and Swift, where it was asked for. */
  readonly faulty: FaultyObjects | undefined
  /** At which processes of the platform reach this one. */
  readonly receiverAddress: string
  /** Of PostgreSQL, in a network of namespaces. */
  readonly databaseLink: LinkedMachine | undefined
  /** Of members, by name, and of `postgres` and `swift`, where they were asked for. */
  readonly disks: ReadonlyMap<string, Disk>
  readonly members: readonly Member[]
  /** Speaks to the balancer. */
  readonly platform: Platform
  readonly settings: Readonly<Record<string, string>>
  /** What an operator does with the settings of the platform, on a machine that reaches its database. */
  operate(word: string): Promise<void>
  /** Starts a member, again or for the first time, and waits until it is up. */
  start(member: Member): Promise<void>
  stop(): Promise<void>
}

export async function startCluster({
  apis = 2,
  workers = 3,
  settings = {},
  namespaces = false,
  smallDisks = false,
  faultyObjects,
}: {
  apis?: number
  workers?: number
  settings?: Readonly<Record<string, string>>
  /** Each process of the platform, and PostgreSQL, on a machine of its own. */
  namespaces?: boolean
  smallDisks?: boolean
  /** Chance, where the object store shall have bad moods. */
  faultyObjects?: () => number
} = {}): Promise<Cluster> {
  mkdirSync(HOMES, { recursive: true })
  const folder = mkdtempSync(join(HOMES, 'many-'))
  chmodSync(folder, 0o755)
  const down: (() => Promise<unknown>)[] = []
  const members: Member[] = []
  const begun = Promise.withResolvers<void>()
  let interrupted = false
  const forget = whenInterrupted(async () => {
    interrupted = true
    for (const { running } of members) running.child.kill('SIGKILL')
    await begun.promise // what was being started is to be ended as well
    await stop()
  })
  const stop = async (): Promise<void> => {
    forget()
    for (const end of down.splice(0).reverse()) await end().catch((reason: unknown) => console.log(`      at the end: ${reason}`))
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    const network = namespaces ? openNetwork() : undefined
    down.push(async () => network?.close())
    const disks = new Map<string, Disk>()
    const mount = (name: string, path: string, megabytes: number): void => {
      if (!smallDisks) return
      const disk = mountDisk(path, megabytes)
      disks.set(name, disk)
      down.push(async () => disk.remove())
    }
    const databaseLink = network?.machine()
    mount('postgres', join(folder, 'postgres'), DISK_MEGABYTES)
    const postgres = await startPostgres(join(folder, 'postgres'), network && { machine: databaseLink!, subnet: network.subnet })
    down.push(() => postgres.stop())
    mount('swift', join(folder, 'swift/node'), DISK_MEGABYTES)
    const swift = await startSwift(join(folder, 'swift'))
    down.push(() => swift.stop())
    const between = network || faultyObjects
    const faulty = between && (await openFaultyObjects(swift.endpoint, network?.address ?? '127.0.0.1', faultyObjects ?? Math.random))
    if (faulty) down.push(() => faulty.close())
    mkdirSync(join(folder, 'no-site'))
    const github: GitHub = await openGitHub(network?.address)
    down.push(async () => github.close())
    const shared = {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: postgres.url,
      CREDENCE_S3_ENDPOINT: faulty?.endpoint ?? swift.endpoint,
      CREDENCE_S3_BUCKET: swift.bucket,
      CREDENCE_S3_KEY_ID: swift.keyId,
      CREDENCE_S3_SECRET: swift.secret,
      CREDENCE_SEALING_KEYS: `one:${randomBytes(32).toString('hex')}`,
      CREDENCE_DOCS: join(folder, 'no-site'),
      CREDENCE_WORKER_SLOTS: '2',
      CREDENCE_DRAIN_SECONDS: '2',
      CREDENCE_CONNECTIONS_PER_ADDRESS: '1000',
      CREDENCE_ALLOWED_HOSTS: [...new Set(['localhost:*', `${network?.address ?? 'localhost'}:*`])].join(','),
      ...(network && { CREDENCE_HOST: '0.0.0.0' }),
      ...settings,
      ...(settings.CREDENCE_GITHUB_URL === undefined && { CREDENCE_GITHUB_URL: github.url }),
    }
    const launch = ({ name, role, home, port, machine }: Omit<Member, 'running'>): Running => {
      if (interrupted) throw new Error('interrupted')
      return run(...machine.on(process.execPath, [MAIN]), {
        env: { ...shared, CREDENCE_HOME: home, CREDENCE_ROLE: role, PORT: String(port) },
        log: join(folder, `${name}.log`),
      })
    }
    const isUp = ({ role, running }: Member) => running.printed().includes(role === 'api' ? 'Press Ctrl-C' : 'Ready to build and run')
    const wait = (member: Member) => {
      const over = () => member.running.child.exitCode !== null || member.running.child.signalCode !== null
      return until(`${member.name} is up`, () => isUp(member) || over(), START_MS, member.running.printed).then(() => {
        if (over()) throw new Error(`${member.name} ended\n${member.running.printed()}`)
      })
    }
    const balancer: Balancer = await openBalancer(() =>
      members.filter(({ role }) => role === 'api').map(({ machine, port }) => ({ host: machine.address, port })),
    )
    down.push(() => balancer.close())
    const names = [...Array(apis).keys()]
      .map((n) => ['api', n + 1] as const)
      .concat([...Array(workers).keys()].map((n) => ['worker', n + 1] as never))
    let key = ''
    for (const [role, number] of names as readonly (readonly ['api' | 'worker', number])[]) {
      const home = join(folder, `${role}-${number}`)
      mkdirSync(home)
      const linked = network?.machine()
      if (role === 'worker') mount(`worker-${number}`, home, HOME_MEGABYTES)
      if (role === 'worker') await lendParts(home)
      const about = {
        name: `${role}-${number}`,
        role,
        home,
        port: role === 'api' ? await freePort() : 0,
        machine: linked ?? HERE,
        ...(linked && { linked }),
      }
      const member: Member = { ...about, running: launch(about) }
      members.push(member)
      down.push(() => member.running.end())
      await wait(member) // the first one prints the key
      key ||= /scce_[a-f0-9_]+/.exec(member.running.printed())?.[0] ?? ''
    }
    return {
      folder,
      postgres,
      swift,
      faulty,
      receiverAddress: network?.address ?? 'localhost',
      databaseLink,
      disks,
      members,
      platform: Platform.at({ home: folder, port: balancer.port, key }),
      settings: shared,
      async operate(word) {
        const home = join(folder, 'operator')
        mkdirSync(home, { recursive: true })
        await promisify(execFile)(process.execPath, [MAIN, word], { env: { ...shared, CREDENCE_HOME: home } })
      },
      async start(member) {
        member.running = launch(member)
        await wait(member)
      },
      stop,
    }
  } catch (reason) {
    await stop()
    throw reason
  } finally {
    begun.resolve()
  }
}
