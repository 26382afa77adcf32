// The account of the caller: profile, preferences, usage, log, and its end.
import { errors, LIMITS, PREFERENCES, type Preferences, type User as UserReply, type userOperations } from '@credence/contract'
import type { Config } from '../config.ts'
import type { User } from '../credentials/credentials.ts'
import type { Database } from '../database/pool.ts'
import { listEvents, logEvent } from '../history/account-log.ts'
import type { Handlers } from '../http/handler.ts'
import { revokeKeys } from '../keys/queries.ts'
import type { TaskQueue } from '../queue/task-queue.ts'
import { type Erasures, endJobs, eraseRows } from './erase.ts'
import { type Account, accountForUpdate, getAccountAndUsage, startMonth, storePreferences, storeUsername, type Usage } from './queries.ts'

export interface UserDeps {
  readonly database: Database
  readonly queue: TaskQueue
  readonly config: Config
  readonly erasures: Erasures
  /** Keys and prefixes of all objects of an account, whichever feature keeps them. */
  readonly placesOf: (owner: string) => Promise<readonly string[]>
  /** Its credentials end at once. */
  readonly forgetUser: (userId: string) => void
}

export function userRoutes({ database, queue, config, erasures, placesOf, forgetUser }: UserDeps): Handlers<typeof userOperations> {
  return {
    async getUser({ path, user }) {
      const userId = ownId(path, user)
      const found = await currentUsage(database, userId)
      if (!found) throw errors.userNotFound()
      return asUser(found)
    },
    updateUser: ({ path, user, body, ...client }) =>
      database.transaction(async (tx) => {
        const account = await accountForUpdate(tx, ownId(path, user))
        if (!account) throw errors.userNotFound()
        if (body.Preferences === undefined && body.Username === undefined) throw errors.nothingToUpdate()
        let stored = asPreferences(account)
        if (body.Preferences !== undefined) {
          const preferences = merged(account.preferences, body.Preferences)
          const at = Math.floor(Date.now() / 1000)
          await storePreferences(tx, account.userId, preferences, at)
          stored = asPreferences({ ...account, preferences, preferencesAt: at })
        }
        if (body.Username !== undefined && body.Username !== account.username) {
          await storeUsername(tx, account.userId, body.Username)
          await logEvent(tx, account.userId, 'UsernameChanged', client)
        }
        return { Preferences: stored }
      }),
    async deleteUser({ path, user }) {
      const userId = ownId(path, user)
      await revokeKeys(database, userId)
      forgetUser(userId)
      await endJobs(database, queue, userId)
      await eraseRows(database, userId, await placesOf(userId))
      forgetUser(userId)
      await erasures.now()
      return { message: 'OK' }
    },
    async getUserCustomization({ path, user }) {
      const UserID = ownId(path, user)
      if (config.logoUrl === undefined) throw errors.customizationNotFound()
      return { Object: 'UserCustomization', UserID, LogoURL: config.logoUrl, AtomicNetworks: [], Organizations: [] }
    },
    async listUserLogs({ path, user, query }) {
      const found = await currentUsage(database, ownId(path, user))
      if (!found) throw errors.userNotFound()
      const { startTime = found.createdAt * 1000, endTime = Date.now(), limit = LIMITS.account.events.default } = query
      const { events, total } = await listEvents(database, found.userId, { from: startTime, to: endTime, limit })
      const logs = events.map(({ at, eventType, response, ipAddress, deviceName }) => ({
        timestamp: new Date(at).toISOString(),
        eventType,
        userName: found.username,
        eventResponse: response,
        ipAddress,
        deviceName,
        city: '',
        country: '',
      }))
      return { logs, queryTimeRange: { startTime, endTime }, totalResults: total }
    },
  }
}

/** @throws ApiError 404 for another's id, as for one that is nobody's */
export function ownId({ UserID }: { readonly UserID: string }, { userId }: User): string {
  if (UserID !== 'me' && UserID !== userId) throw errors.userNotFound()
  return userId
}

/** As of now: counters of a month that is over start again. */
async function currentUsage(database: Database, userId: string): Promise<(Account & Usage) | undefined> {
  const found = await getAccountAndUsage(database, userId)
  if (!found || found.resetsAt > Date.now()) return found
  await startMonth(database, userId)
  return getAccountAndUsage(database, userId)
}

/** @throws ApiError 400: one that the contract names is no text, or all together are too large */
function merged(stored: Readonly<Record<string, unknown>>, changes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { UpdatedAt: _readOnly, ...given } = changes
  for (const name of PREFERENCES)
    if (![undefined, null].includes(given[name] as null) && typeof given[name] !== 'string') throw errors.malformedField(name)
  const all = Object.fromEntries(Object.entries({ ...stored, ...given }).filter(([, value]) => value !== null))
  if (Buffer.byteLength(JSON.stringify(all)) > LIMITS.account.preferencesBytes)
    throw errors.fieldTooLarge('Preferences', LIMITS.account.preferencesBytes)
  return all
}

const asPreferences = ({ preferences, preferencesAt, createdAt }: Account): Preferences => ({ ...preferences, UpdatedAt: preferencesAt ?? createdAt })

const asUser = (found: Account & Usage): UserReply => ({
  Object: 'User',
  UserID: found.userId,
  Username: found.username,
  CreatedAt: found.createdAt,
  Preferences: asPreferences(found),
  ResourceUsage: {
    APIAccessCount: found.apiAccessCount,
    BucketCount: 0,
    BuildTimeInMillisecondsCount: found.buildMilliseconds,
    CloudStorageBytes: 0,
    ConcurrentBuildCount: found.concurrentBuildCount,
    ConcurrentTaskCount: found.concurrentTaskCount,
    CoreCount: found.coreCount,
    DataDriveCount: 0,
    DataSourceCount: 0,
    DynamicInstructionCount: found.dynamicInstructions,
    ExecutionTimeInMillisecondsCount: found.executionMilliseconds,
    GatewayCount: 0,
    KeyCount: found.keyCount,
    PlotCount: found.plotCount,
    RegistryStorageBytes: 0,
    RepositoryCount: found.repositoryCount,
    TaskCount: found.taskCount,
    ResetsAt: Math.floor(found.resetsAt / 1000),
    UpdatedAt: Math.floor(found.updatedAt / 1000),
  },
})
