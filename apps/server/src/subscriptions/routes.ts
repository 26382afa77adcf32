// The plan of the caller. Nobody pays here: who wants another plan says so, and the operator changes it.
import { errors, type subscriptionOperations } from '@credence/contract'
import type { Database } from '../database/pool.ts'
import type { Handlers } from '../http/handler.ts'
import { getPlan, wishForPlan } from './queries.ts'

export function subscriptionRoutes({ database }: { readonly database: Database }): Handlers<typeof subscriptionOperations> {
  return {
    async getSubscription({ user }) {
      const found = await getPlan(database, user.userId)
      if (!found) throw errors.unauthorized() // deleted meanwhile, and its credentials with it
      return { Tier: found.plan, StartDate: found.since, FreeTrial: { TrialStart: null, TrialEnd: null } }
    },
    async updateSubscription({ user, body }) {
      const has = await wishForPlan(database, user.userId, body.Plan)
      return { message: has ? 'OK' : 'Requested. The operator of this platform changes plans.' }
    },
  }
}
