// Signing up, in and out.
import { errors, LIMITS, readKey, type Session, type sessionOperations } from '@credence/contract'
import type { Config } from '../config.ts'
import { hashPassword, isPassword } from '../credentials/passwords.ts'
import type { Database } from '../database/pool.ts'
import { logEvent } from '../history/account-log.ts'
import { networkOf } from '../http/connections.ts'
import { type Answer, asJson, type Handlers } from '../http/handler.ts'
import { openRateLimit } from '../http/rate-limit.ts'
import type { KnownKeys } from '../keys/known-keys.ts'
import { findKey } from '../keys/queries.ts'
import { createAccount, getAccountAndUsage, storePassword } from '../users/queries.ts'
import { asUser } from '../users/reply.ts'
import { clearCookie, refreshCookie, refreshTokenOf } from './cookie.ts'
import { endSession, findOwner, type OpenedSession, openSession, renewSession } from './queries.ts'
import { maySignUp } from './sign-up.ts'
import type { Tokens } from './tokens.ts'
import { openTries } from './tries.ts'

export interface SessionDeps {
  readonly database: Database
  readonly config: Config
  readonly tokens: Tokens
  readonly forgetUser: (userId: string) => void
  readonly keys: Pick<KnownKeys, 'userOf'>
}
interface From {
  readonly origin: string
  readonly wanted: boolean | undefined
}

export function sessionRoutes({ database, config, tokens, keys, forgetUser }: SessionDeps): Handlers<typeof sessionOperations> {
  const tries = openTries()
  const asks = openRateLimit(LIMITS.session.perMinute)
  /** @throws ApiError 429 */
  const bound = (network: string): void => {
    const seconds = asks.take(network)
    if (seconds > 0) throw errors.tooManyRequests(seconds)
  }
  const answer = async (
    status: number,
    owner: string,
    { sessionId, refreshToken, endsAt }: Omit<OpenedSession, 'refreshToken'> & { refreshToken?: string },
    { origin, wanted }: From,
  ): Promise<Answer> => {
    const { token, expiresAt } = await tokens.issue(owner, sessionId, endsAt)
    const body: Session = {
      Token: token,
      ExpiresAt: expiresAt,
      UserID: owner,
      ...(wanted && refreshToken !== undefined ? { RefreshToken: refreshToken } : {}),
    }
    const cookie: Readonly<Record<string, string>> =
      !wanted && refreshToken !== undefined ? { 'set-cookie': refreshCookie(refreshToken, endsAt, origin) } : {}
    return asJson(body, status, { 'cache-control': 'no-store', ...cookie })
  }
  return {
    async createUser({ body, ...client }) {
      if (!maySignUp(config, client)) throw errors.signUpClosed()
      bound(networkOf(client.address))
      const hash = await hashPassword(body.Password)
      const { userId } = await database.transaction(async (tx) => {
        if (await findOwner(tx, body.Username)) throw errors.usernameTaken()
        const user = await createAccount(tx, body.Username, config.signUpPlan)
        await storePassword(tx, user.userId, hash)
        await logEvent(tx, user.userId, 'SignUp', client)
        return user
      })
      const found = await getAccountAndUsage(database, userId)
      if (!found) throw errors.userNotFound()
      return asUser(found, config.plans[found.plan])
    },
    async createSession({ body, origin, ...client }) {
      const network = networkOf(client.address)
      bound(network)
      const from = { origin, wanted: body.WithRefreshToken }
      if (body.Key !== undefined) {
        const parts = readKey(body.Key)
        const user = await keys.userOf(body.Key)
        const key = parts && user && (await findKey(database, parts.keyId))
        if (!parts || !key) throw errors.signInFailed()
        const session = await database.transaction(async (tx) => {
          await logEvent(tx, key.userId, 'SignIn', client)
          return openSession(tx, key.userId, { keyId: parts.keyId, validUntil: key.validUntil })
        })
        return answer(201, key.userId, session, from)
      }
      const { Username, Password } = body
      if (Username === undefined) throw errors.malformedField('Username')
      if (Password === undefined) throw errors.malformedField('Password')
      const seconds = tries.wait(Username, network)
      if (seconds > 0) throw errors.tooManyRequests(seconds)
      const owner = await findOwner(database, Username)
      if (!(await isPassword(Password, owner?.passwordHash ?? undefined)) || !owner) {
        tries.failed(Username, network)
        if (owner) await logEvent(database, owner.userId, 'SignIn', client, 'Fail')
        throw errors.signInFailed()
      }
      tries.succeeded(Username, network)
      const session = await database.transaction(async (tx) => {
        await logEvent(tx, owner.userId, 'SignIn', client)
        return openSession(tx, owner.userId)
      })
      return answer(201, owner.userId, session, from)
    },
    async refreshSession({ body, origin, ...client }) {
      const given = body.RefreshToken ?? refreshTokenOf(client.headers)
      const renewal = given === undefined ? undefined : await database.transaction((tx) => renewSession(tx, given, body.RefreshToken === undefined))
      if (renewal?.kind === 'betrayed') {
        forgetUser(renewal.owner)
        await logEvent(database, renewal.owner, 'SessionsEnded', client, 'Fail')
      }
      const from = { origin, wanted: body.WithRefreshToken ?? body.RefreshToken !== undefined }
      if (renewal?.kind === 'renewed') return answer(200, renewal.owner, renewal.session, from)
      if (renewal?.kind === 'repeated') return answer(200, renewal.owner, renewal, from)
      throw errors.sessionOver()
    },
    async deleteSession({ user, origin, ...client }) {
      if (user.session === undefined) throw errors.tokenRequired()
      await endSession(database, user.userId, user.session)
      forgetUser(user.userId)
      await logEvent(database, user.userId, 'SignOut', client)
      return asJson({ message: 'OK' }, 200, { 'set-cookie': clearCookie(origin) })
    },
  }
}
