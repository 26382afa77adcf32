// Sessions: of the token that renews one only the hash is kept.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { LIMITS, type Plan } from '@credence/contract'
import type { Sql, Tx } from '../database/pool.ts'

const { refreshSeconds, perAccount, reuseSeconds } = LIMITS.session

export interface SessionOwner {
  readonly userId: string
  readonly username: string
  readonly passwordHash: string | null
}
/** In whatever case the name is written. */
export async function findOwner(sql: Sql, username: string): Promise<SessionOwner | undefined> {
  const { rows } = await sql.query<SessionOwner>({
    name: 'find_owner',
    text: 'select user_id as "userId", username, password_hash as "passwordHash" from account where lower(username) = lower($1)',
    values: [username],
  })
  return rows[0]
}

export interface OpenedSession {
  readonly sessionId: string
  readonly refreshToken: string
  /** Epoch seconds. */
  readonly endsAt: number
}
/** @param key  it signed in with this one, and does not outlive it. Older sessions than the newest so many of the account end. */
export async function openSession(
  tx: Tx,
  owner: string,
  key?: { readonly keyId: string; readonly validUntil: number | null },
): Promise<OpenedSession> {
  const now = seconds()
  const sessionId = randomBytes(16).toString('hex')
  const { refreshToken, hash } = newRefreshToken(sessionId)
  const endsAt = Math.min(now + refreshSeconds, Math.floor(key?.validUntil ?? Number.POSITIVE_INFINITY))
  await tx.query({
    name: 'open_session',
    text: `with over as (
             delete from session where owner = $2 and (ends_at <= $5
                or session_id in (select session_id from session where owner = $2 order by created_at desc, session_id offset $7))
           ) insert into session (session_id, owner, key_id, refresh_hash, created_at, refreshed_at, ends_at) values ($1, $2, $3, $4, $5, $5, $6)`,
    values: [sessionId, owner, key?.keyId ?? null, hash, now, endsAt, perAccount - 1],
  })
  return { sessionId, refreshToken, endsAt }
}

export type Renewal =
  | { readonly kind: 'renewed'; readonly owner: string; readonly session: OpenedSession }
  /** Two tabs renewed at once: this one gets a token, and the other one the token that renews. */
  | { readonly kind: 'repeated'; readonly owner: string; readonly sessionId: string; readonly endsAt: number }
  /** A token that was used up: one of its two holders is not the owner, so the session ends for both. */
  | { readonly kind: 'betrayed'; readonly owner: string }
  | { readonly kind: 'unknown' }

/**
 * @param isKept  a browser keeps the token, one for all of its tabs, which renew one at a time: if it sends the one before again, the response to the last
 *                renewal was lost with its page, and it gets another
 */
export async function renewSession(tx: Tx, refreshToken: string, isKept: boolean): Promise<Renewal> {
  const [, sessionId] = /^scrt_([0-9a-f]{32})_[0-9a-f]{64}$/.exec(refreshToken) ?? []
  if (sessionId === undefined) return { kind: 'unknown' }
  const { rows } = await tx.query<{
    owner: string
    refresh: Buffer
    previous: Buffer | null
    refreshedAt: number
    keyId: string | null
    endsAt: number
  }>({
    name: 'session_for_update',
    text: `select s.owner, refresh_hash as refresh, previous_hash as previous, refreshed_at as "refreshedAt", s.key_id as "keyId", ends_at as "endsAt"
             from session s left join api_key k on k.key_id = s.key_id
            where session_id = $1 and ends_at > $2 and k.revoked_at is null for update of s`,
    values: [sessionId, seconds()],
  })
  const [found] = rows
  if (!found) return { kind: 'unknown' }
  const { owner, endsAt } = found
  const given = hashOf(refreshToken)
  const isCurrent = timingSafeEqual(given, found.refresh)
  const isPrevious = found.previous !== null && timingSafeEqual(given, found.previous)
  const isSoon = seconds() - found.refreshedAt <= reuseSeconds
  if (isCurrent || (isPrevious && isSoon && isKept)) {
    const next = newRefreshToken(sessionId)
    const end = found.keyId === null ? seconds() + refreshSeconds : endsAt
    await tx.query({
      name: 'renew_session',
      text: 'update session set refresh_hash = $2, previous_hash = $3, refreshed_at = $4, ends_at = $5 where session_id = $1',
      values: [sessionId, next.hash, given, seconds(), end],
    })
    return { kind: 'renewed', owner, session: { sessionId, refreshToken: next.refreshToken, endsAt: end } }
  }
  if (!isPrevious) return { kind: 'unknown' }
  if (isSoon) return { kind: 'repeated', owner, sessionId, endsAt }
  await endSession(tx, owner, sessionId)
  return { kind: 'betrayed', owner }
}

export async function endSession(sql: Sql, owner: string, sessionId: string): Promise<void> {
  await sql.query({ name: 'end_session', text: 'delete from session where session_id = $2 and owner = $1', values: [owner, sessionId] })
}

export interface FoundSession {
  readonly userId: string
  readonly plan: Plan
  /** Epoch seconds. */
  readonly endsAt: number
}
/** One that was not ended. */
export async function findSession(sql: Sql, sessionId: string): Promise<FoundSession | undefined> {
  const { rows } = await sql.query<FoundSession>({
    name: 'find_session',
    text: `select a.user_id as "userId", a.plan, s.ends_at as "endsAt" from session s join account a on a.user_id = s.owner
             left join api_key k on k.key_id = s.key_id where s.session_id = $1 and k.revoked_at is null`,
    values: [sessionId],
  })
  return rows[0]
}

/** `scrt_<id of the session>_<64 hexadecimal digits>` */
function newRefreshToken(sessionId: string): { refreshToken: string; hash: Buffer } {
  const refreshToken = `scrt_${sessionId}_${randomBytes(32).toString('hex')}`
  return { refreshToken, hash: hashOf(refreshToken) }
}
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
const seconds = (): number => Math.floor(Date.now() / 1000)
