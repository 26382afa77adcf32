// The API of the platform: the one list of its features, on one address.
import { LIMITS } from '@credence/contract'
import type { FastifyInstance } from 'fastify'
import { agentFeature } from './agents/feature.ts'
import { bucketFeature } from './buckets/feature.ts'
import { buildFeature } from './builds/feature.ts'
import type { Config } from './config.ts'
import { coreFeature } from './cores/feature.ts'
import { firstOf, type User } from './credentials/credentials.ts'
import { shareEndings } from './credentials/endings.ts'
import { databaseFeature } from './database/feature.ts'
import type { Database } from './database/pool.ts'
import { descriptionFeature } from './description/feature.ts'
import { driveFeature } from './drives/feature.ts'
import { fileFeature } from './files/feature.ts'
import { githubFeature } from './github/feature.ts'
import { loginAddress } from './github/upstream.ts'
import { healthFeature } from './health/feature.ts'
import { buildApp } from './http/app.ts'
import { composed, type Features } from './http/feature.ts'
import { openRateLimits } from './http/rate-limit.ts'
import { outboxFeature } from './jobs/feature.ts'
import { keyFeature } from './keys/feature.ts'
import { openKeyUses } from './keys/key-uses.ts'
import { openKnownKeys } from './keys/known-keys.ts'
import type { Log } from './log/log.ts'
import { openRegistry, type Registry } from './metrics/registry.ts'
import { objectFeature } from './objects/feature.ts'
import type { ObjectStore } from './objects/store.ts'
import { plotFeature } from './plots/feature.ts'
import { openPressure } from './pressure/pressure.ts'
import { questionFeature } from './questions/feature.ts'
import type { BossQueue } from './queue/boss-queue.ts'
import { queueFeature } from './queue/feature.ts'
import { realtimeFeature } from './realtime/feature.ts'
import { openRepeats } from './repeats/repeats.ts'
import { repositoryFeature } from './repositories/feature.ts'
import type { SigningKey } from './s3/signature.ts'
import { sampleFeature } from './samples/feature.ts'
import type { Sealing } from './sealing/sealing.ts'
import { openExternalPeople } from './sessions/external.ts'
import { sessionFeature } from './sessions/feature.ts'
import { openKnownSessions } from './sessions/known-sessions.ts'
import { openTokens } from './sessions/tokens.ts'
import { openContents } from './sites/contents.ts'
import { siteFeature } from './sites/feature.ts'
import type { Preparing } from './sites/sites.ts'
import { subscriptionFeature } from './subscriptions/feature.ts'
import { taskFeature } from './tasks/feature.ts'
import { thingFeature } from './things/feature.ts'
import { openKnownThings } from './things/known-things.ts'
import { userFeature } from './users/feature.ts'
import { valueFeature } from './values/feature.ts'
import { variableFeature } from './variables/feature.ts'
import { webhookFeature } from './webhooks/feature.ts'
import { workerFeature } from './worker/feature.ts'
import { listWorkers } from './worker/queries.ts'

export interface ApiDeps {
  readonly config: Config
  readonly log: Log
  readonly database: Database
  readonly queue: BossQueue
  readonly objects: ObjectStore
  readonly key: SigningKey
  /** For secrets of users. */
  readonly sealing: Sealing
  readonly preparing: Preparing
  /** Where figures of this process are kept. Default: nobody reads them. */
  readonly metrics?: Registry
  /** Of the documentation site, once it is there. Default: that of the settings. */
  readonly docsFolder?: () => string | undefined
  /** Of the console, in the same way; `failed`: it could not be built. */
  readonly console?: { readonly folder: () => string | undefined; readonly failed: () => boolean }
}

/** Ready to listen, or to be asked by tests; closing it writes what was counted. */
export async function openApi(deps: ApiDeps): Promise<FastifyInstance> {
  const { config, log, database, queue, metrics = openRegistry() } = deps
  const { origin } = config
  const keyUses = openKeyUses(database, log)
  const keys = openKnownKeys(database, Date.now, keyUses.note)
  const things = openKnownThings(database)
  const tokens = await openTokens(database)
  const sessions = openKnownSessions(database, tokens)
  const external = config.oidc && openExternalPeople(config.oidc, { database, log, signUpPlan: config.signUpPlan })
  const known = firstOf([keys, sessions, ...(external ? [external] : [])])
  const endings = await shareEndings(database, log, (userId) => {
    for (const one of [keys, things, sessions, external]) one?.forgetUser(userId)
  })
  const forgetUser = endings.tell
  const folder = deps.docsFolder ?? (() => config.docsFolder)
  const contents = openContents(folder)
  const pressure = openPressure({ backlog: () => queue.backlog(), waitingJobs: config.waitingJobs, log })
  const workers = () => listWorkers(database)
  const queueService = queueFeature({ queue, workers, refusing: pressure.refusing })
  const services = [databaseFeature(database), queueService, objectFeature({ ...deps, origin }), workerFeature(database)] as const
  const placesOf = async (owner: string) => (await Promise.all(features.list.map(({ keeps }) => keeps?.(owner) ?? []))).flat()
  const features: Features = composed([
    buildFeature({ ...deps, workers }),
    variableFeature(deps),
    taskFeature(deps),
    valueFeature(deps),
    sampleFeature(),
    plotFeature(deps),
    coreFeature(deps),
    repositoryFeature(deps),
    fileFeature(deps),
    bucketFeature(deps),
    driveFeature(deps),
    thingFeature({ ...deps, forgetUser }),
    keyFeature({ ...deps, uses: keyUses, forgetUser }),
    userFeature({ ...deps, placesOf, forgetUser }),
    sessionFeature({ database, config, tokens, keys, forgetUser }),
    subscriptionFeature(deps),
    githubFeature({ ...deps, addresses: config.github }),
    siteFeature({
      ...deps,
      folder,
      origin,
      console: {
        folder: () => config.consoleFolder,
        failed: () => false,
        ...deps.console,
        stores: config.s3 ? [config.s3.linkEndpoint] : [],
        githubLogin: loginAddress(config.github),
      },
    }),
    agentFeature({ ...deps, credentials: known, contents, origin }),
    questionFeature({ contents, model: config.questions, log, origin }),
    descriptionFeature(origin),
    realtimeFeature({ database, credentials: known, log, metrics }),
    outboxFeature(deps),
    webhookFeature({ ...deps, metrics }),
    { close: () => pressure.close() },
    { close: () => endings.close() },
    ...services,
    healthFeature(services),
  ])
  const take = openRateLimits()
  const ask = ({ userId, plan, thing }: User) =>
    thing === undefined ? take(userId, config.plans[plan].requestsPerMinute) : take(thing, LIMITS.things.requestsPerMinute)
  const repeats = openRepeats(database, deps.sealing)
  return buildApp({
    ask,
    admit: () => pressure.admit(),
    repeats,
    features,
    credentials: known,
    things,
    log,
    origin,
    connections: config.connections,
    trustedProxies: config.trustedProxies,
  })
}
