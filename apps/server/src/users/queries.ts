// Accounts and their use of the platform.
import { errors, newId, type Plan } from '@credence/contract'
import type { User } from '../credentials/credentials.ts'
import { lockAccount } from '../database/lock-account.ts'
import type { Database, Sql, Tx } from '../database/pool.ts'

export interface Account extends User {
  readonly username: string
  readonly preferences: Readonly<Record<string, unknown>>
  /** Epoch seconds, as created_at. */
  readonly preferencesAt: number | undefined
  readonly createdAt: number
}
export interface Usage {
  readonly taskCount: number
  readonly concurrentTaskCount: number
  readonly concurrentBuildCount: number
  readonly buildMilliseconds: number
  readonly executionMilliseconds: number
  readonly dynamicInstructions: number
  readonly plotCount: number
  readonly apiAccessCount: number
  readonly keyCount: number
  readonly coreCount: number
  readonly repositoryCount: number
  readonly storedBytes: number
  readonly bucketCount: number
  readonly driveCount: number
  readonly thingCount: number
  /** Epoch milliseconds. */
  readonly resetsAt: number
  readonly updatedAt: number
}

export async function createAccount(tx: Tx, username: string, plan: Plan): Promise<User> {
  const user: User = { userId: newId('user'), plan }
  const now = Date.now()
  await tx.query({
    text: 'insert into account (user_id, username, plan, created_at) values ($1, $2, $3, $4)',
    values: [user.userId, username, plan, Math.floor(now / 1000)],
  })
  await tx.query({ text: 'insert into usage (owner, updated_at) values ($1, $2)', values: [user.userId, now] })
  return user
}

export async function anyAccount(sql: Sql): Promise<boolean> {
  return (await sql.query({ text: 'select from account limit 1' })).rowCount === 1
}

/** The account of that name; without a name the two oldest, which is enough to know whether there is one only. */
export async function accountsNamed(sql: Sql, username: string | undefined): Promise<{ userId: string; username: string }[]> {
  const { rows } = await sql.query<{ userId: string; username: string }>({
    text: 'select user_id as "userId", username from account where $1::text is null or username = $1 order by created_at, user_id limit 2',
    values: [username ?? null],
  })
  return rows
}

export async function getAccount(sql: Sql, userId: string): Promise<Account | undefined> {
  const { rows } = await sql.query<Account>({
    name: 'get_account',
    text: `select user_id as "userId", plan, username, preferences, preferences_at as "preferencesAt", created_at as "createdAt" from account where user_id = $1`,
    values: [userId],
  })
  return rows[0]
}

/** What is told of an account. */
export interface AccountNow extends Account, Usage {
  readonly hasPassword: boolean
}
export async function getAccountAndUsage(sql: Sql, userId: string): Promise<AccountNow | undefined> {
  const { rows } = await sql.query<AccountNow>({
    name: 'get_account_and_usage',
    text: `select user_id as "userId", plan, username, preferences, preferences_at as "preferencesAt", a.created_at as "createdAt",
                  password_hash is not null as "hasPassword",
                  task_count as "taskCount", concurrent_task_count as "concurrentTaskCount", concurrent_build_count as "concurrentBuildCount",
                  build_milliseconds as "buildMilliseconds", execution_milliseconds as "executionMilliseconds",
                  dynamic_instructions as "dynamicInstructions", plot_count as "plotCount", api_access_count as "apiAccessCount",
                  u.resets_at as "resetsAt", u.updated_at as "updatedAt",
                  (select count(*) from api_key k where k.owner = a.user_id and k.revoked_at is null) as "keyCount",
                  (select count(*) from core c where c.owner = a.user_id) as "coreCount",
                  (select count(*) from repository r where r.owner = a.user_id) as "repositoryCount",
                  (select coalesce(sum(size), 0)::bigint from file f where f.owner = a.user_id) as "storedBytes",
                  (select count(*) from bucket b where b.owner = a.user_id) as "bucketCount",
                  (select count(*) from drive d where d.owner = a.user_id) as "driveCount",
                  (select count(*) from thing t where t.owner = a.user_id) as "thingCount"
             from account a join usage u on u.owner = a.user_id where a.user_id = $1`,
    values: [userId],
  })
  return rows[0]
}

/** Starts the counters of the month again where its time has come; any change of the row does. */
export async function startMonth(sql: Sql, userId: string): Promise<void> {
  await sql.query({ name: 'start_month', text: 'update usage set updated_at = updated_at where owner = $1', values: [userId] })
}

/** The account, which nobody else changes until the transaction ends. */
export async function accountForUpdate(tx: Tx, userId: string): Promise<Account | undefined> {
  await lockAccount(tx, userId)
  return getAccount(tx, userId)
}
export async function storePreferences(tx: Tx, userId: string, preferences: Readonly<Record<string, unknown>>, at: number): Promise<void> {
  const values = [userId, JSON.stringify(preferences), at]
  await tx.query({ name: 'store_preferences', text: 'update account set preferences = $2, preferences_at = $3 where user_id = $1', values })
}
/** @throws ApiError 409 when another account has it, in whatever case */
export async function storeUsername(tx: Tx, userId: string, username: string): Promise<void> {
  await tx
    .query({ name: 'store_username', text: 'update account set username = $2 where user_id = $1', values: [userId, username] })
    .catch(refuseTaken)
}
/** Of the password that `session` must know to set another. Undefined: the account has none, or the session began with a key, which does without. */
export async function getPasswordHash(sql: Sql, userId: string, session: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ hash: string | null }>({
    name: 'get_password_hash',
    text: `select password_hash as hash from account where user_id = $1
              and not exists (select from session where session_id = $2 and owner = $1 and key_id is not null)`,
    values: [userId, session],
  })
  return rows[0]?.hash ?? undefined
}
export async function storePassword(sql: Sql, userId: string, hash: string): Promise<void> {
  await sql.query({ name: 'store_password', text: 'update account set password_hash = $2 where user_id = $1', values: [userId, hash] })
}
/** All sessions of the account but one. */
export async function endSessions(sql: Sql, userId: string, kept?: string): Promise<void> {
  const values = [userId, kept ?? '']
  await sql.query({ name: 'end_sessions', text: 'delete from session where owner = $1 and session_id <> $2', values })
}
/** Tokens of an external issuer that were made before now. */
export async function refuseTokens(sql: Sql, userId: string): Promise<void> {
  const values = [userId, Math.floor(Date.now() / 1000)]
  await sql.query({ name: 'refuse_tokens', text: 'update account set tokens_after = $2 where user_id = $1', values })
}
/** SQLSTATE of a name that is there. */
function refuseTaken(cause: unknown): never {
  throw (cause as { code?: unknown }).code === '23505' ? errors.usernameTaken() : cause
}

/** Adds requests that were counted in memory. */
export async function addAccesses(database: Database, counts: ReadonlyMap<string, number>): Promise<void> {
  await database.query({
    name: 'add_accesses',
    text: `update usage set api_access_count = api_access_count + counted.requests
             from unnest($1::text[], $2::bigint[]) as counted (owner, requests) where usage.owner = counted.owner`,
    values: [[...counts.keys()], [...counts.values()]],
  })
}
