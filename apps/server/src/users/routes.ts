// The account of the caller: profile, preferences, usage, log, and its end.
import { errors, LIMITS, PREFERENCES, type UserUpdate, type userOperations } from '@credence/contract'
import type { Config } from '../config.ts'
import type { User } from '../credentials/credentials.ts'
import { hashPassword, isPassword } from '../credentials/passwords.ts'
import type { Database } from '../database/pool.ts'
import { listEvents, logEvent } from '../history/account-log.ts'
import type { Handlers } from '../http/handler.ts'
import { openRateLimit } from '../http/rate-limit.ts'
import { writeEvent } from '../jobs/outbox.ts'
import { revokeKeys } from '../keys/queries.ts'
import type { TaskQueue } from '../queue/task-queue.ts'
import { type Erasures, endJobs, eraseRows } from './erase.ts'
import { ownId } from './own-id.ts'
import {
  type AccountNow,
  accountForUpdate,
  endSessions,
  getAccountAndUsage,
  getPasswordHash,
  refuseTokens,
  startMonth,
  storePassword,
  storePreferences,
  storeUsername,
} from './queries.ts'
import { asPreferences, asUser } from './reply.ts'

const GUESSES_PER_MINUTE = 10
const EDITABLE = ['Preferences', 'Username', 'Password'] as const satisfies readonly (keyof UserUpdate)[]

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
  const guesses = openRateLimit(GUESSES_PER_MINUTE)
  /** Of the new password. @throws ApiError 403: somebody who signed in with a password does not know it; 429: too many guesses */
  const newHash = async ({ userId, session }: User, { Password, CurrentPassword }: UserUpdate): Promise<string | undefined> => {
    if (Password === undefined) return undefined
    const stored = session === undefined ? undefined : await getPasswordHash(database, userId, session)
    if (stored !== undefined) {
      const seconds = guesses.take(userId)
      if (seconds > 0) throw errors.tooManyRequests(seconds)
      if (!(await isPassword(CurrentPassword ?? '', stored))) throw errors.wrongPassword()
    }
    return hashPassword(Password)
  }
  return {
    async getUser({ path, user }) {
      const userId = ownId(path, user)
      const found = await currentUsage(database, userId)
      if (!found) throw errors.userNotFound()
      return asUser(found, config.plans[found.plan])
    },
    async updateUser({ path, user, body, ...client }) {
      const userId = ownId(path, user)
      if (EDITABLE.every((field) => body[field] === undefined)) throw errors.nothingToUpdate()
      const hash = await newHash(user, body)
      const reply = await database.transaction(async (tx) => {
        const account = await accountForUpdate(tx, userId)
        if (!account) throw errors.userNotFound()
        if (hash !== undefined) {
          await storePassword(tx, userId, hash)
          await endSessions(tx, userId, user.session)
          await logEvent(tx, userId, 'PasswordChanged', client)
        }
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
        if (body.Preferences !== undefined || body.Username !== undefined)
          await writeEvent(tx, userId, userId, { kind: 'user-metadata', payload: { UserID: userId, Object: 'User', Preferences: stored } })
        return { Preferences: stored }
      })
      if (hash !== undefined) forgetUser(userId)
      return reply
    },
    async deleteUser({ path, user }) {
      const userId = ownId(path, user)
      await database.transaction(async (tx) => {
        await revokeKeys(tx, userId)
        await endSessions(tx, userId)
        await refuseTokens(tx, userId)
      })
      forgetUser(userId)
      await endJobs(database, queue, userId)
      await eraseRows(database, userId, await placesOf(userId))
      forgetUser(userId)
      await erasures.now()
      return { message: 'OK' }
    },
    async logoutAllSessions({ path, user, ...client }) {
      const userId = ownId(path, user)
      await database.transaction(async (tx) => {
        await endSessions(tx, userId)
        await refuseTokens(tx, userId)
        await logEvent(tx, userId, 'SessionsEnded', client)
      })
      forgetUser(userId)
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

/** As of now: counters of a month that is over start again. */
async function currentUsage(database: Database, userId: string): Promise<AccountNow | undefined> {
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
