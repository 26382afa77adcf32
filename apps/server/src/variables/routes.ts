// The variables of a build, page by page. They never change, so the key of a page is how many came before it.
import { errors, LIMITS, type variableOperations } from '@credence/contract'
import type { Handlers } from '../http/handler.ts'
import { isAbsent } from '../http/paging.ts'
import type { JobDeps } from '../jobs/requests.ts'
import { getJob } from '../jobs/rows.ts'
import { storedVariables } from './stored.ts'

export function variableRoutes({ database, objects }: Pick<JobDeps, 'database' | 'objects'>): Handlers<typeof variableOperations> {
  return {
    async listBuildVariables({ user, path: { BuildID }, query }) {
      const from = firstOf(query.startKey)
      const build = await getJob(database, 'build', user.userId, BuildID)
      if (!build) throw errors.buildNotFound()
      const all = await storedVariables(objects, build.outputKey)
      const to = from + LIMITS.variables.pageSize
      const Variables = all.slice(from, to)
      return { BuildID, Variables, Count: Variables.length, ...(to < all.length && { ContinuationKey: String(to) }) }
    },
  }
}

function firstOf(startKey: string | undefined): number {
  if (isAbsent(startKey)) return 0
  if (!/^\d{1,9}$/.test(startKey)) throw errors.malformedField('startKey')
  return Number(startKey)
}
