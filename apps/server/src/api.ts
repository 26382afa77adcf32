// The API of the platform: its handlers, the links, the sites, on one address.
import type { FastifyInstance } from 'fastify'
import { buildRoutes } from './builds/routes.ts'
import type { Config } from './config.ts'
import { coreRoutes } from './cores/routes.ts'
import type { Database } from './database/pool.ts'
import { openHealthChecks } from './health/checks.ts'
import { healthRoutes } from './health/routes.ts'
import { buildApp } from './http/app.ts'
import { keepOutbox } from './jobs/outbox.ts'
import { openKnownKeys } from './keys/known-keys.ts'
import { keyRoutes } from './keys/routes.ts'
import type { Log } from './log/log.ts'
import type { SigningKey } from './objects/signature.ts'
import type { ObjectStore } from './objects/store.ts'
import { plotRoutes } from './plots/routes.ts'
import type { BossQueue } from './queue/boss-queue.ts'
import { sampleRoutes } from './samples/routes.ts'
import { openContents } from './sites/contents.ts'
import { openSites, type Preparing } from './sites/sites.ts'
import { taskRoutes } from './tasks/routes.ts'
import { openAccessCounter } from './users/accesses.ts'
import { userRoutes } from './users/routes.ts'

export interface ApiDeps {
  readonly config: Config
  readonly log: Log
  readonly database: Database
  readonly queue: BossQueue
  readonly objects: ObjectStore
  readonly key: SigningKey
  readonly preparing: Preparing
  /** Of the documentation site, once it is there. Default: that of the settings. */
  readonly docsFolder?: () => string | undefined
}

/** Ready to listen, or to be asked by tests; closing it writes what was counted. */
export async function openApi(deps: ApiDeps): Promise<FastifyInstance> {
  const { config, log, database, objects, key } = deps
  const accesses = openAccessCounter(database, log)
  const keys = openKnownKeys(database)
  const folder = deps.docsFolder ?? (() => config.docsFolder)
  const contents = openContents(folder)
  const app = await buildApp({
    keys,
    log,
    accesses,
    origin: config.origin,
    connections: config.connections,
    trustedProxies: config.trustedProxies,
    links: { objects, key, origin: config.origin },
    sites: openSites({ folder, preparing: deps.preparing, origin: config.origin }),
    agents: { database, objects, contents, preparing: deps.preparing },
    questions: { contents, model: config.questions },
    handlers: {
      ...buildRoutes(deps),
      ...taskRoutes(deps),
      ...sampleRoutes(),
      ...plotRoutes(deps),
      ...coreRoutes(deps),
      ...keyRoutes({ ...deps, known: keys }),
      ...userRoutes(deps),
      ...healthRoutes(openHealthChecks(deps)),
    },
  })
  app.server.on('close', () => void accesses.close())
  const outbox = keepOutbox(database, log)
  app.server.on('close', () => void outbox.close())
  return app
}
