// Tokens of sessions: JSON Web Tokens that live for an hour, signed with Ed25519 (RFC 8037) under a key that all processes of the platform share.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { LIMITS } from '@credence/contract'
import { jwtVerify, SignJWT } from 'jose'
import type { Database } from '../database/pool.ts'
import { sharedSecret } from '../database/secrets.ts'

const [ALGORITHM, ISSUER, AUDIENCE] = ['EdDSA', 'credence', 'credence-api']
/** Where clients look for the id of the user, besides `sub`. */
const USER_CLAIM = 'custom:user_id'

export interface Tokens {
  /** @param endsAt  of the session, in epoch seconds: the token does not outlive it */
  issue(userId: string, sessionId: string, endsAt: number): Promise<{ readonly token: string; readonly expiresAt: number }>
  /** Undefined: it is none of ours, or its time is over. */
  read(token: string): Promise<{ readonly userId: string; readonly sessionId: string } | undefined>
}

export async function openTokens(database: Database): Promise<Tokens> {
  const stored = await sharedSecret(database, 'session-key-1', newPrivateKey)
  return tokensWith(createPrivateKey(stored))
}
const newPrivateKey = (): string => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** @param now  epoch milliseconds */
export function tokensWith(privateKey: KeyObject, now: () => number = Date.now): Tokens {
  const publicKey = createPublicKey(privateKey)
  return {
    async issue(userId, sessionId, endsAt) {
      const issuedAt = Math.floor(now() / 1000)
      const expiresAt = Math.min(endsAt, issuedAt + LIMITS.session.tokenSeconds)
      const token = await new SignJWT({ [USER_CLAIM]: userId, sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(privateKey)
      return { token, expiresAt }
    },
    async read(token) {
      const rules = { algorithms: [ALGORITHM], issuer: ISSUER, audience: AUDIENCE, currentDate: new Date(now()), requiredClaims: ['exp', 'sid'] }
      const verified = await jwtVerify(token, publicKey, rules).catch(() => undefined)
      const { sub, sid } = verified?.payload ?? {}
      return sub !== undefined && typeof sid === 'string' ? { userId: sub, sessionId: sid } : undefined
    },
  }
}
