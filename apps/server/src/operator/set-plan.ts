// `npm start -- --plan`: which plan each account has and wishes for; `--plan=USERNAME:PLAN` gives one. The right to do so is that to read the data folder or
// DATABASE_URL.
import { PLANS, spelling } from '@credence/contract'
import type { Config } from '../config.ts'
import { logEvent } from '../history/account-log.ts'
import { type AccountPlan, changePlan, listPlans } from '../subscriptions/queries.ts'
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
    await database.transaction(async (tx) => {
      await changePlan(tx, account.userId, plan)
      await logEvent(tx, account.userId, 'PlanChanged', { address: '', headers: {} })
    })
    log.info({ event: 'plan.changed', owner: account.userId, plan }, 'changed a plan on the machine')
    return listPlans(database, username)
  })
}
