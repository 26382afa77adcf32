// People for whom an external issuer vouches (OpenID Connect Core 1.0): its ID token is a credential here. Its keys come from its discovery document.
import { createHash } from 'node:crypto'
import type { Plan } from '@credence/contract'
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import type { Credentials } from '../credentials/credentials.ts'
import { type Known, openKnown } from '../credentials/known.ts'
import type { Database } from '../database/pool.ts'
import type { Log } from '../log/log.ts'
import { createAccount } from '../users/queries.ts'
import { findOwner } from './queries.ts'

export interface ExternalIssuer {
  readonly issuer: string
  /** The id of this platform as a client of the issuer. */
  readonly audience: string
}
/** Never `none`, and no shared secrets: the token does not choose. */
const ALGORITHMS = ['EdDSA', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512']
const TOLERANCE_SECONDS = 60
const PATIENCE_MS = 5000
const AGAIN_MS = 30_000

interface Person {
  readonly userId: string
  readonly plan: Plan
  readonly tokensAfter: number
}
export interface ExternalPeople extends Credentials, Pick<Known<unknown>, 'forgetUser'> {}

export function openExternalPeople(
  { issuer, audience }: ExternalIssuer,
  { database, log, signUpPlan }: { readonly database: Database; readonly log: Log; readonly signUpPlan: Plan },
): ExternalPeople {
  const subjects = openKnown((subject) => findPerson(database, issuer, subject))
  const keys = discovered(issuer, log)
  const claimsOf = async (token: string): Promise<JWTPayload | undefined> => {
    const set = await keys()
    const rules = { algorithms: ALGORITHMS, issuer, audience, clockTolerance: TOLERANCE_SECONDS, requiredClaims: ['sub', 'iat', 'exp'] }
    return set && (await jwtVerify(token, set, rules).catch(() => undefined))?.payload
  }
  return {
    forgetUser: subjects.forgetUser,
    async userOf(token) {
      const claims = await claimsOf(token)
      if (!claims?.sub || claims.iat === undefined) return undefined
      const person = (await subjects.look(claims.sub)) ?? (await welcome(database, issuer, claims.sub, nameOf(claims), signUpPlan))
      if (!person || claims.iat < person.tokensAfter) return undefined
      return { userId: person.userId, plan: person.plan, session: `${EXTERNAL}${createHash('sha256').update(token).digest('hex').slice(0, 32)}` }
    },
  }
}
/** Begins the session of a token that is not ours: it ends with the token. */
export const EXTERNAL = 'external-'

/** The issuer's keys, once it can be asked; asked again after a while when it could not. */
function discovered(issuer: string, log: Log): () => Promise<ReturnType<typeof createRemoteJWKSet> | undefined> {
  let found: ReturnType<typeof createRemoteJWKSet> | undefined
  let notBefore = 0
  let asking: Promise<void> | undefined
  const ask = async (): Promise<void> => {
    try {
      const answer = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
        signal: AbortSignal.timeout(PATIENCE_MS),
        redirect: 'error',
      })
      const document = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown }
      if (document.issuer !== issuer || typeof document.jwks_uri !== 'string')
        throw new Error('the discovery document is of another issuer, or names no keys')
      found = createRemoteJWKSet(new URL(document.jwks_uri), { timeoutDuration: PATIENCE_MS })
    } catch (cause) {
      notBefore = Date.now() + AGAIN_MS
      log.warn({ event: 'issuer.unreachable', cause }, 'the issuer of tokens could not be asked for its keys')
    }
  }
  return async () => {
    if (!found && Date.now() >= notBefore) {
      asking ??= ask().finally(() => {
        asking = undefined
      })
      await asking
    }
    return found
  }
}

async function findPerson(database: Database, issuer: string, subject: string): Promise<Person | undefined> {
  const { rows } = await database.query<Person>({
    name: 'find_person',
    text: 'select user_id as "userId", plan, tokens_after as "tokensAfter" from account where issuer = $1 and subject = $2',
    values: [issuer, subject],
  })
  return rows[0]
}

/** The first token of a person makes the account. It is never joined to one of the same e-mail address: an address can change hands. */
async function welcome(database: Database, issuer: string, subject: string, name: string | undefined, plan: Plan): Promise<Person | undefined> {
  const fallback = `${createHash('sha256').update(subject).digest('hex').slice(0, 16)}@${new URL(issuer).hostname}`
  await database.transaction(async (tx) => {
    await tx.query({ text: 'lock table account in exclusive mode' }) // two requests of a new person at once
    const known = await tx.query({ text: 'select from account where issuer = $1 and subject = $2', values: [issuer, subject] })
    if (known.rowCount === 1) return
    const isFree = name !== undefined && (await findOwner(tx, name)) === undefined
    const { userId } = await createAccount(tx, isFree ? name : fallback, plan)
    await tx.query({ text: 'update account set issuer = $2, subject = $3 where user_id = $1', values: [userId, issuer, subject] })
  })
  return findPerson(database, issuer, subject)
}

function nameOf({ email, email_verified }: JWTPayload): string | undefined {
  return typeof email === 'string' && email_verified === true && /^[^\s@]+@[^\s@]+$/.test(email) && email.length <= 254 ? email : undefined
}
