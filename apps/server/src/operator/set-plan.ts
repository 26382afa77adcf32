// `npm start -- --plan`: which plan each account has and wishes for; `--plan=USERNAME:PLAN` gives one. The right to do so is that to read the data folder or
// DATABASE_URL.
import { PLANS, type Plan, spelling } from '@credence/contract'
import type { Config } from '../config.ts'
import type { Tx } from '../database/pool.ts'
import { logEvent } from '../history/account-log.ts'
import { writeEvent } from '../jobs/outbox.ts'
import { type AccountPlan, changePlan, listPlans } from '../subscriptions/queries.ts'
import { accountForUpdate } from '../users/queries.ts'
import { asPreferences } from '../users/reply.ts'
import { withDatabase } from './with-database.ts'

export const PLAN = '--plan'

/** @returns the accounts to show. @throws Error  no such account or plan, or no platform ever ran here */
export async function setPlan(config: Config, given: string | undefined): Promise<readonly AccountPlan[]> {
  if (given === undefined) return withDatabase(config, (database) => listPlans(database))
  const [, username = '', word = ''] = /^(.+):(\w+)$/.exec(given) ?? []
  const plan = spelling(PLANS, word)
  if (!plan) throw new Error(`say ${PLAN}=USERNAME:PLAN; plans are ${PLANS.join(', ')}`)
  return withDatabase(config, async (database, log) => {
    const [account] = await listPlans(database, username)
    if (!account) throw new Error(`no account is called '${username}'`)
    await database.transaction((tx) => givePlan(tx, account.userId, plan))
    log.info({ event: 'plan.changed', owner: account.userId, plan }, 'changed a plan on the machine')
    return listPlans(database, username)
  })
}

/** Pages that show the account hear of it, as its limits are others from now on. */
export async function givePlan(tx: Tx, userId: string, plan: Plan): Promise<void> {
  await changePlan(tx, userId, plan)
  await logEvent(tx, userId, 'PlanChanged', { address: '', headers: {} })
  const account = await accountForUpdate(tx, userId)
  if (account)
    await writeEvent(tx, userId, userId, { kind: 'user-metadata', payload: { UserID: userId, Object: 'User', Preferences: asPreferences(account) } })
}
