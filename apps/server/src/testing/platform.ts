// For tests only: API and worker in this process, on a schema of their own, with the test engine.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { openApi } from '../api.ts'
import { type Config, readConfig } from '../config.ts'
import type { Database } from '../database/pool.ts'
import { createKey } from '../keys/queries.ts'
import type { Log } from '../log/log.ts'
import type { Registry } from '../metrics/registry.ts'
import { openObjects } from '../objects/open.ts'
import type { ObjectStore } from '../objects/store.ts'
import type { BossQueue } from '../queue/boss-queue.ts'
import { openQueueOf } from '../queue/open.ts'
import { openSealing } from '../sealing/open.ts'
import { createAccount } from '../users/queries.ts'
import { startWorker, type Worker } from '../worker/work.ts'
import { openTestDatabase, quiet, type TestDatabase } from './database.ts'
import { type TestEngine, testEngine } from './engine.ts'

export interface TestAccount {
  readonly userId: string
  readonly key: string
}
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the API answered
  readonly json: any
}
export interface TestPlatform {
  readonly app: FastifyInstance
  readonly config: Config
  readonly database: Database
  readonly queue: BossQueue
  readonly objects: ObjectStore
  readonly engine: TestEngine
  readonly owner: TestAccount
  account(plan?: 'FreeTier' | 'EnterpriseTier'): Promise<TestAccount>
  /** Another worker beside the first. */
  worker(workerId: string): Promise<Worker>
  call(method: string, url: string, options?: { as?: TestAccount | null; body?: unknown; headers?: Record<string, string> }): Promise<Reply>
  /** What a signed link gives to a client without a credential. */
  follow(link: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** The object of a path once its Status is one of these. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the API answered
  until(path: string, ...statuses: string[]): Promise<any>
  /** A Completed build of these lines. */
  build(...lines: string[]): Promise<string>
  task(buildId: string, body?: object): Promise<string>
  close(): Promise<void>
}

let names = 0
export async function openTestPlatform(
  server: TestDatabase,
  { env = {}, workers = 1, log = quiet, metrics }: { env?: Record<string, string>; workers?: number; log?: Log; metrics?: Registry } = {},
): Promise<TestPlatform> {
  const home = mkdtempSync(join(tmpdir(), 'credence-platform-'))
  const config = readConfig({
    CREDENCE_HOME: home,
    CREDENCE_WORKER_SLOTS: '2',
    CREDENCE_GRACE_SECONDS: '1',
    CREDENCE_DOCS: join(home, 'docs'),
    ...env,
  })
  const database = await server.schema()
  const queue = await openQueueOf(config, database, quiet)
  const { objects, key } = await openObjects(config, database)
  const engine = testEngine()
  const sealing = await openSealing(config)
  const preparing = () => ({ parts: [], siteFailed: false })
  const app = await openApi({ config, log, database, queue, objects, key, sealing, preparing, ...(metrics && { metrics }) })
  const account = async (plan: 'FreeTier' | 'EnterpriseTier' = 'EnterpriseTier'): Promise<TestAccount> =>
    database.transaction(async (tx) => {
      const { userId } = await createAccount(tx, `user${names++}@localhost`, plan)
      return { userId, key: (await createKey(tx, userId, 'test', null)).text }
    })
  const owner = await account()
  const running: Worker[] = []
  const worker = async (workerId: string): Promise<Worker> => {
    const own = await openQueueOf(config, database, quiet)
    const started = await startWorker({ database, queue: own, objects, engine, limits: config.limits, config, log, workerId })
    running.push(started)
    return started
  }
  for (let count = 0; count < workers; count++) await worker(`worker-${count}`)

  const call: TestPlatform['call'] = async (method, url, { as = owner, body, headers = {} } = {}) => {
    const request = {
      method,
      url,
      headers: { ...(as ? { authorization: as.key } : {}), ...headers },
      ...(body === undefined ? {} : { payload: body }),
    }
    const reply = await app.inject(request as InjectOptions)
    const json = String(reply.headers['content-type']).includes('json') && reply.body !== '' ? JSON.parse(reply.body) : undefined
    return { status: reply.statusCode, headers: reply.headers as Record<string, string>, text: reply.body, json }
  }
  const until: TestPlatform['until'] = async (path, ...statuses) => {
    let pause = 10 // rarer the longer it takes: a look takes some milliseconds of a core
    for (const end = Date.now() + 120_000; ; await sleep(pause), pause = Math.min(1.2 * pause, 100)) {
      const { status, json } = await call('GET', path)
      if (status !== 200) throw new Error(`${path} answers ${status}`)
      if (statuses.includes(json.Status)) return json
      if (Date.now() > end) throw new Error(`${path} is ${json.Status}, not ${statuses.join(' or ')}`)
    }
  }
  return {
    app,
    config,
    database,
    queue,
    objects,
    engine,
    owner,
    account,
    worker,
    call,
    until,
    follow: (link, headers = {}) => {
      const { host, pathname, search } = new URL(link)
      return app.inject({ method: 'GET', url: pathname + search, headers: { host, ...headers } })
    },
    async build(...lines) {
      const { json } = await call('POST', '/sourcecode/builds', { body: { Code: lines.join('\n'), Language: 'C' } })
      await until(`/builds/${json.BuildID}`, 'Completed')
      return json.BuildID
    },
    async task(buildId, body) {
      return (await call('POST', `/builds/${buildId}/tasks`, { body })).json.TaskID
    },
    async close() {
      await Promise.all(running.map((one) => one.stop()))
      await app.close()
      await queue.close(0)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

export interface PlatformAlone extends TestPlatform {
  /** For further platforms, each with a schema of its own. */
  readonly server: TestDatabase
}
/** A platform for the tests of a file, on a database that ends with it. */
export async function openPlatformAlone(): Promise<PlatformAlone> {
  const server = await openTestDatabase()
  const platform = await openTestPlatform(server)
  const close = async () => {
    await platform.close()
    await server.close()
  }
  return { ...platform, server, close }
}
