// API keys: of a key only the hash of its text is kept. 256 random bits need no slow hash.
import { createHash, timingSafeEqual } from 'node:crypto'
import { maskKey, newKey } from '@credence/contract'
import type { User } from '../credentials/credentials.ts'
import { lockAccount } from '../database/lock-account.ts'
import type { Sql, Tx } from '../database/pool.ts'

export interface StoredKey {
  readonly keyId: string
  readonly owner: string
  readonly name: string
  readonly masked: string
  /** Epoch seconds. */
  readonly createdAt: number
  readonly validUntil: number | null
  /** To the minute; null: never. */
  readonly lastUsedAt: number | null
}

/** @returns the stored key and its text, which is never seen again */
export async function createKey(tx: Tx, owner: string, name: string, validUntil: number | null): Promise<{ key: StoredKey; text: string }> {
  const at = Date.now()
  const { text, keyId } = newKey(at)
  const key: StoredKey = { keyId, owner, name, masked: maskKey(keyId), createdAt: Math.floor(at / 1000), validUntil, lastUsedAt: null }
  await tx.query({
    name: 'create_key',
    text: 'insert into api_key (key_id, owner, name, secret_hash, masked, created_at, valid_until) values ($1, $2, $3, $4, $5, $6, $7)',
    values: [keyId, owner, name, hashOfKey(text), key.masked, key.createdAt, validUntil],
  })
  return { key, text }
}

export interface FoundKey extends User {
  readonly secretHash: Buffer
  /** Epoch seconds; null: without end. */
  readonly validUntil: number | null
}
/** A key that was not deleted, whether or not its time is over. */
export async function findKey(sql: Sql, keyId: string): Promise<FoundKey | undefined> {
  const { rows } = await sql.query<FoundKey>({
    name: 'find_key',
    text: `select a.user_id as "userId", a.plan, k.secret_hash as "secretHash", k.valid_until as "validUntil"
             from api_key k join account a on a.user_id = k.owner where k.key_id = $1 and k.revoked_at is null`,
    values: [keyId],
  })
  return rows[0]
}
/** Whether this is its text. */
export const isText = ({ secretHash }: Pick<FoundKey, 'secretHash'>, text: string): boolean => timingSafeEqual(secretHash, hashOfKey(text))

export async function listKeys(sql: Sql, owner: string): Promise<StoredKey[]> {
  const { rows } = await sql.query<StoredKey>({
    name: 'list_keys',
    text: `select key_id as "keyId", owner, name, masked, created_at as "createdAt", valid_until as "validUntil", last_used_at as "lastUsedAt"
             from api_key where owner = $1 and revoked_at is null order by created_at desc, key_id desc`,
    values: [owner],
  })
  return rows
}

/** @param at  epoch seconds */
export async function noteKeyUses(sql: Sql, keyIds: readonly string[], at: number): Promise<void> {
  await sql.query({
    name: 'note_key_uses',
    text: 'update api_key set last_used_at = $2 where key_id = any($1) and (last_used_at is null or last_used_at < $2)',
    values: [keyIds, at],
  })
}

/** Locks the account. */
export async function countKeysForUpdate(tx: Tx, owner: string): Promise<number> {
  await lockAccount(tx, owner)
  const { rows } = await tx.query<{ count: number }>({
    name: 'count_keys',
    text: 'select count(*) from api_key where owner = $1 and revoked_at is null',
    values: [owner],
  })
  return rows[0]?.count ?? 0
}

/** Whether the owner has this key, and whether it is the only one that is valid now: keys that are over are no way in. Locks the account. */
export async function keyForUpdate(tx: Tx, owner: string, keyId: string): Promise<{ isThere: boolean; isLast: boolean }> {
  await lockAccount(tx, owner)
  const { rows } = await tx.query<{ keyId: string; isValid: boolean }>({
    name: 'ways_in',
    text: `select key_id as "keyId", valid_until is null or valid_until > $2 as "isValid" from api_key where owner = $1 and revoked_at is null`,
    values: [owner, Date.now() / 1000],
  })
  const key = rows.find((row) => row.keyId === keyId)
  return { isThere: key !== undefined, isLast: key?.isValid === true && !rows.some((row) => row.isValid && row !== key) }
}

export async function revokeKey(tx: Tx, owner: string, keyId: string): Promise<void> {
  await tx.query({
    name: 'revoke_key',
    text: 'update api_key set revoked_at = $3 where key_id = $2 and owner = $1 and revoked_at is null',
    values: [owner, keyId, Math.floor(Date.now() / 1000)],
  })
}

/** All of an account, at once. */
export async function revokeKeys(sql: Sql, owner: string): Promise<void> {
  await sql.query({
    name: 'revoke_keys',
    text: 'update api_key set revoked_at = $2 where owner = $1 and revoked_at is null',
    values: [owner, Math.floor(Date.now() / 1000)],
  })
}

export const hashOfKey = (text: string): Buffer => createHash('sha256').update(text).digest()
