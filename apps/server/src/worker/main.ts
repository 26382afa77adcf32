// The process of one worker, started by the platform and ended by it. A crash of the engine ends this process and nothing else.

import { mkdir, realpath } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { hostname, setPriority } from 'node:os'
import { join } from 'node:path'
import { openEngine } from '@credence/engine'
import { readConfig } from '../config.ts'
import { connectDatabase } from '../database/connect.ts'
import { ATTEMPT_MS, throughOutage, whileThere } from '../database/outage.ts'
import { openTelling } from '../metrics/open.ts'
import type { Family } from '../metrics/registry.ts'
import { openObjects } from '../objects/open.ts'
import { openQueueOf } from '../queue/open.ts'
import { sayHello } from './queries.ts'
import { COMPILERS, startWorker } from './work.ts'

/** What the platform hears from its worker. */
export type WorkerNews =
  | { readonly kind: 'preparing'; readonly part: string }
  | { readonly kind: 'ready'; readonly isolation: string }
  | { readonly kind: 'figures'; readonly families: readonly Family[] }

/** Of this process and of what it starts, programs and compilers: where there is more to do than cores can, the API and the database get three quarters. */
const NICENESS = 5
setPriority(NICENESS)

const [workerId = '', ...argv] = process.argv.slice(2)
const config = readConfig(process.env, argv)
const { registry, log, ...telling } = openTelling(config, 'worker')
const tell = (news: WorkerNews) => void (process.connected && process.send?.(news))

const stopAsked = new Promise<void>((resolve) => {
  process.on('message', (message) => message === 'stop' && resolve())
  process.on('disconnect', resolve) // the platform is gone: what runs here is given back
  process.on('SIGTERM', () => resolve())
  process.on('SIGINT', () => {}) // the terminal signals the whole group; the platform tells when to stop
})

const FIGURES_MS = 2000
if (config.metrics) setInterval(async () => tell({ kind: 'figures', families: await registry.collect() }), FIGURES_MS).unref()

let started = false
// Asked before anything was taken: there is nothing to give back.
void stopAsked.then(() => started || process.exit(0))

const database = await connectDatabase(config, log, 3 + config.worker.slots)
// A start takes seconds, where a machine is busy many: PostgreSQL may go away meanwhile, and nothing of it is to be done again for that.
const preparing = async (part: string) => {
  tell({ kind: 'preparing', part })
  const hello = { workerId, host: hostname(), pid: process.pid, slots: 0, state: { preparing: part } }
  await throughOutage(() => sayHello(database, hello), ATTEMPT_MS)
}
await preparing('engine')
let part = ''
// One more than jobs can take, so that a trial for health never waits behind them.
const cacheDir = join(config.home, 'cache')
await mkdir(cacheDir, { recursive: true })
const engine = await openEngine({
  cacheDir: await realpath(cacheDir), // processes may read below this name only, and Node resolves links before it asks
  poolSize: config.worker.slots + 1,
  compilers: COMPILERS,
  buildLimits: { processorMilliseconds: config.limits.buildProcessorSeconds * 1000, wallMilliseconds: config.limits.buildWallSeconds * 1000 },
  onProgress: ({ what, done, total }) => {
    if (what === part) return // said when it began
    part = what
    void preparing(`${what} (${done + 1} of ${total})`).catch(() => {})
  },
})
const { objects } = await throughOutage(() => openObjects(config, database), ATTEMPT_MS)
const queue = await throughOutage(() => whileThere(openQueueOf(config, database, log)), ATTEMPT_MS)
const worker = await startWorker({ database, queue, objects, engine, limits: config.limits, config, log, workerId })
started = true
tell({ kind: 'ready', isolation: engine.isolation })
flushCompileCache() // else it is written at the end, which a process that is killed does not see

await stopAsked
await worker.stop()
await engine.close()
await database.close()
await telling.close()
process.exit(0)
