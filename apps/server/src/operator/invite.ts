// `npm start -- --invite=USERNAME`: an account for a colleague, whoever may sign up, with a key to sign in with for the first time. The right to do so is that
// to read the data folder or DATABASE_URL.
import { LIMITS, PLANS, type Plan, spelling } from '@credence/contract'
import type { Config } from '../config.ts'
import { logEvent } from '../history/account-log.ts'
import { createKey } from '../keys/queries.ts'
import { findOwner } from '../sessions/queries.ts'
import { createAccount } from '../users/queries.ts'
import { NEW_KEY } from './new-key.ts'
import { withDatabase } from './with-database.ts'

export const INVITE = '--invite'
const NAME = 'invitation'
/** What is sent by mail or chat must not open an account for ever. */
const DAYS = 7

export interface Invited {
  readonly username: string
  readonly plan: Plan
  readonly text: string
  readonly days: number
}

/**
 * An account with the plan of who signs up, or the one behind a colon.
 * @throws Error  no name, not an e-mail address, the name is taken, no such plan, or no platform ever ran here
 */
export async function invite(config: Config, given: string | undefined): Promise<Invited> {
  const [, username = '', word] = /^([^:]*)(?::(.*))?$/.exec(given ?? '') ?? []
  const plan = word === undefined ? config.signUpPlan : spelling(PLANS, word)
  if (!/^[^\s@]+@[^\s@]+$/.test(username) || username.length > LIMITS.account.usernameCharacters || !plan)
    throw new Error(`say ${INVITE}=E-MAIL or ${INVITE}=E-MAIL:PLAN; plans are ${PLANS.join(', ')}`)
  return withDatabase(config, (database, log) =>
    database.transaction(async (tx) => {
      if (await findOwner(tx, username)) throw new Error(`there is an account called '${username}': ${NEW_KEY}=${username} makes a key for it`)
      const { userId } = await createAccount(tx, username, plan)
      const { text, key } = await createKey(tx, userId, NAME, Math.floor(Date.now() / 1000) + DAYS * 86_400)
      await logEvent(tx, userId, 'SignUp', { address: '', headers: {} })
      log.info({ event: 'account.invited', keyId: key.keyId, owner: userId, plan }, 'made an account on the machine')
      return { username, plan, text, days: DAYS }
    }),
  )
}
