// Plans of accounts.
import type { Plan } from '@credence/contract'
import type { Sql } from '../database/pool.ts'

/** `since`: epoch seconds. */
export async function getPlan(sql: Sql, userId: string): Promise<{ plan: Plan; since: number } | undefined> {
  const { rows } = await sql.query<{ plan: Plan; since: number }>({
    name: 'get_plan',
    text: 'select plan, coalesce(plan_since, created_at) as since from account where user_id = $1',
    values: [userId],
  })
  return rows[0]
}

/** Keeps the wish for the operator. True: the account has this plan already, and no wish is left. */
export async function wishForPlan(sql: Sql, userId: string, plan: Plan): Promise<boolean> {
  const { rows } = await sql.query<{ has: boolean }>({
    name: 'wish_for_plan',
    text: 'update account set plan_wish = nullif($2, plan) where user_id = $1 returning plan_wish is null as has',
    values: [userId, plan],
  })
  return rows[0]?.has ?? false
}

/** The account has this plan from now on. */
export async function changePlan(sql: Sql, userId: string, plan: Plan): Promise<void> {
  await sql.query({
    text: 'update account set plan = $2, plan_since = $3, plan_wish = null where user_id = $1',
    values: [userId, plan, Math.floor(Date.now() / 1000)],
  })
}

export interface AccountPlan {
  readonly userId: string
  readonly username: string
  readonly plan: Plan
  readonly wish: Plan | null
}
/** Of all accounts, oldest first; those that wish for another plan before the others. */
export async function listPlans(sql: Sql, username?: string): Promise<AccountPlan[]> {
  const { rows } = await sql.query<AccountPlan>({
    text: `select user_id as "userId", username, plan, plan_wish as wish from account
            where $1::text is null or lower(username) = lower($1) order by plan_wish is null, created_at, user_id`,
    values: [username ?? null],
  })
  return rows
}
